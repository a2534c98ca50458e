import Quantities
import Testing
import Usage

@testable import Importing

/// Codex CLI's rollouts: running totals, repeats, and files that begin with copies of others.
@Suite struct CodexTests {
  static func event(_ minute: Int, _ type: String, _ payload: String) -> String {
    let clock = minute < 10 ? "0\(minute)" : "\(minute)"
    return """
      {"timestamp":"2026-06-08T11:\(clock):00.000Z","type":"\(type)","payload":\(payload)}
      """
  }

  static func meta(_ minute: Int, _ id: String, parent: String? = nil, also: String = "") -> String
  {
    let fork = parent.map { ",\"forked_from_id\":\"\($0)\"" } ?? ""
    return event(minute, "session_meta", "{\"id\":\"\(id)\"\(fork)\(also)}")
  }

  static func model(_ minute: Int, _ name: String) -> String {
    event(minute, "turn_context", "{\"cwd\":\"/home/anna/shop\",\"model\":\"\(name)\"}")
  }

  /// 2026-06-08T11:00:00Z, and minutes after it.
  static func turn(_ minute: Int, startedAt: Int) -> String {
    event(
      minute, "event_msg",
      "{\"type\":\"task_started\",\"started_at\":\(1_780_916_400 + startedAt * 60)}")
  }

  /// The counts of a request that is the `number`th of its thread.
  static func usage(_ number: Int, of count: Int = 1) -> String {
    """
    {"input_tokens":\(number * 1000),"cached_input_tokens":\(number * 600),"output_tokens":\
    \(number * 50),"reasoning_output_tokens":\(number * 10),"total_tokens":\(number * 1050)}
    """
  }

  /// The `number`th request of a thread in which all are alike.
  static func count(_ minute: Int, _ number: Int) -> String {
    event(
      minute, "event_msg",
      """
      {"type":"token_count","info":{"last_token_usage":\(usage(1)),\
      "total_token_usage":\(usage(number))},"rate_limits":{}}
      """)
  }

  static let one = meters([
    .textInput: 400, .cachedTextInput: 600, .textOutput: 40, .thinking: 10,
  ])

  private func lines(_ lines: String...) -> String { lines.joined(separator: "\n") }

  @Test func `a request is the last usage, under the model of its turn`() throws {
    let yield = read(
      lines(
        Self.meta(0, "t", also: #","cwd":"/home/anna/other","model_provider":"openai""#),
        Self.model(1, "gpt-5.3-codex"), Self.count(2, 1), Self.model(3, "gpt-5.4"),
        Self.count(4, 2)))
    #expect(yield.records.map(\.tokens) == [Self.one, Self.one])
    #expect(yield.records.map(\.series.model) == ["gpt-5.3-codex", "gpt-5.4"])
    let record = try #require(yield.records.first)
    #expect(record.occurredAt == Instant(iso8601: "2026-06-08T11:02:00Z"))
    #expect(record.series.provider == .openAI)
    #expect(record.series.labels == Labels(["platform": "codex", "project": "shop"]))
    #expect(record.flags == [])
    #expect(record.residual == 0)
    #expect(yield.counts.notUsage == 3)
  }

  @Test func `an event that is sent again is no request`() {
    let yield = read(
      lines(Self.meta(0, "t"), Self.count(1, 1), Self.count(2, 1), Self.count(3, 2)))
    #expect(yield.records.count == 2)
    #expect(yield.counts.repeated == 1)
  }

  @Test func `without the last usage a request is the difference of two totals`() {
    func total(_ minute: Int, _ number: Int) -> String {
      Self.event(
        minute, "event_msg",
        "{\"type\":\"token_count\",\"info\":{\"total_token_usage\":\(Self.usage(number))}}")
    }
    // 1, 1 and 2 requests' worth; then the total begins anew with 3.
    let yield = read(
      lines(Self.meta(0, "t"), total(1, 1), total(2, 2), total(3, 4), total(4, 3)))
    #expect(yield.records.map(\.tokens.prompt.value) == [1000, 1000, 2000, 3000])
    #expect(yield.records.map(\.tokens.thinking.value) == [10, 10, 20, 30])
    #expect(yield.counts.residuals == 0)
  }

  @Test func `a total that moves by more than the last usage is noted`() {
    let yield = read(lines(Self.meta(0, "t"), Self.count(1, 1), Self.count(2, 5)))
    #expect(yield.records.map(\.tokens) == [Self.one, Self.one])
    // The total moved by four requests' 1000 + 50 tokens; one is stated.
    #expect(yield.counts.residuals == 1)
    #expect(yield.counts.residualTokens == 3 * 1050)
    let anew = read(lines(Self.meta(0, "t"), Self.count(1, 5), Self.count(2, 1)))
    #expect(anew.counts.residuals == 0)
  }

  @Test func `a compaction states only an estimate of the context, and is no request`() {
    let estimate = Self.event(
      2, "event_msg",
      """
      {"type":"token_count","info":{"last_token_usage":{"input_tokens":0,"output_tokens":0,\
      "total_tokens":9148},"total_token_usage":{"input_tokens":0,"total_tokens":9148}}}
      """)
    let limits = Self.event(3, "event_msg", #"{"type":"token_count","info":null}"#)
    let yield = read(lines(Self.meta(0, "t"), Self.count(1, 1), estimate, limits, Self.count(4, 1)))
    #expect(yield.records.map(\.tokens) == [Self.one])
    #expect(yield.counts.notUsage == 3)
    #expect(yield.quarantined.isEmpty)
  }

  @Test func `reasoning beside the output is told by the total`() {
    let usage = """
      {"input_tokens":1000,"output_tokens":125,"reasoning_output_tokens":75,"total_tokens":1200}
      """
    let event = Self.event(
      1, "event_msg", "{\"type\":\"token_count\",\"info\":{\"last_token_usage\":\(usage)}}")
    #expect(
      read(event).tokens == meters([.textInput: 1000, .textOutput: 125, .thinking: 75]))
    // 1000 + 125 = 1125: the reasoning is inside.
    #expect(
      read(event.replacing("1200", "1125")).tokens
        == meters([.textInput: 1000, .textOutput: 50, .thinking: 75]))
  }

  @Test func `tokens written to a cache are part of the input`() {
    let usage = """
      {"input_tokens":1000,"cached_input_tokens":600,"cache_write_input_tokens":300,\
      "output_tokens":50,"total_tokens":1050}
      """
    let event = Self.event(
      1, "event_msg", "{\"type\":\"token_count\",\"info\":{\"total_token_usage\":\(usage)}}")
    #expect(
      read(lines(Self.meta(0, "t"), event)).tokens
        == meters([
          .textInput: 100, .cachedTextInput: 600, .cacheWrite30m: 300, .textOutput: 50,
        ]))
  }

  // MARK: Forks

  static let parent = [
    meta(0, "p"), model(0, "m"), turn(0, startedAt: 0), count(1, 1), turn(2, startedAt: 2),
    count(3, 2),
  ].joined(separator: "\n")

  /// The copy of the parent's first two requests in a child's file, made in minute 10.
  static func child(_ id: String = "c", turns: Bool, metas: Bool) -> String {
    var lines = [meta(10, id, parent: "p")]
    if metas { lines.append(meta(10, "p")) }
    lines.append(model(10, "m"))
    if turns { lines.append(turn(10, startedAt: 0)) }
    lines.append(count(10, 1))
    if turns { lines.append(turn(10, startedAt: 2)) }
    lines.append(count(10, 2))
    if turns { lines.append(turn(20, startedAt: 20)) }
    lines.append(count(21, 3))
    return lines.joined(separator: "\n")
  }

  @Test(arguments: [true, false], [true, false])
  func `a fork and its parent count each request once, in any order`(turns: Bool, metas: Bool) {
    let child = read(Self.child(turns: turns, metas: metas))
    let parent = read(Self.parent)
    for order in [[parent, child], [child, parent], [child, child, parent, parent]] {
      let book = Book(order)
      #expect(book.totals.requests == 3)
      #expect(book.totals.total == 3 * 1050)
      // The times are those of the parent, not of the copy.
      #expect(
        book.times
          == ["11:01", "11:03", "11:21"].map {
            Instant(iso8601: "2026-06-08T\($0):00Z")?.microseconds ?? 0
          })
    }
    // Alone, a fork that says when its turns began has one request; else it has all it holds.
    #expect(child.records.count == (turns ? 1 : 3))
  }

  @Test func `two forks of one thread share its requests and have their own`() {
    let first = read(Self.child("c", turns: true, metas: true))
    let second = read(Self.child("d", turns: true, metas: true))
    #expect(Book([first, second, read(Self.parent)]).totals.requests == 4)
  }

  @Test func `a fork of a fork knows the oldest thread it names`() {
    let grandchild = [
      Self.meta(30, "g", parent: "c"), Self.meta(30, "c", parent: "p"), Self.meta(30, "p"),
      Self.count(30, 1), Self.count(30, 2), Self.count(30, 3), Self.count(31, 4),
    ].joined(separator: "\n")
    let yields = [
      read(Self.parent), read(Self.child(turns: false, metas: true)), read(grandchild),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      #expect(Book(order.map { yields[$0] }).totals.requests == 4)
    }
  }

  @Test func `a subagent that was given its parent's history repeats it`() {
    let source = #","source":{"subagent":{"thread_spawn":{"parent_thread_id":"p","depth":1}}}"#
    let text = lines(
      Self.meta(10, "s", also: source), Self.count(10, 1), Self.count(10, 2),
      Self.turn(10, startedAt: 10), Self.count(11, 3))
    #expect(Book([read(Self.parent), read(text)]).totals.requests == 3)
  }

  @Test func `two files of one thread with other rows are both counted, and equal rows once`() {
    let first = lines(Self.meta(0, "t"), Self.count(1, 1), Self.count(2, 2))
    let second = lines(Self.meta(0, "t"), Self.count(2, 2), Self.count(3, 3))
    #expect(Book([read(first), read(second)]).totals.requests == 3)
  }

  @Test func `threads that begin alike are told apart by their ids, and by their times`() {
    let yields = ["a", "b"].map { read(lines(Self.meta(0, $0), Self.count(1, 1))) }
    #expect(Book(yields).totals.requests == 2)
    let nameless = [1, 2].map { read(Self.count($0, 1)) }
    #expect(Book(nameless + nameless).totals.requests == 2)
  }

  @Test(arguments: [
    ("openai", Provider.openAI), ("azure", .azureOpenAI), ("ollama", .onDevice),
    ("openrouter", .openRouter),
  ])
  func `the file says who answers`(_ name: String, _ provider: Provider) {
    let meta = Self.meta(0, "t", also: ",\"model_provider\":\"\(name)\"")
    #expect(read(lines(meta, Self.count(1, 1))).records.map(\.series.provider) == [provider])
  }

  @Test func `a thread without a provider is taken for OpenAI's, and marked`() {
    let record = read(lines(Self.meta(0, "t"), Self.count(1, 1))).records.first
    #expect(record?.series.provider == .openAI)
    #expect(record?.flags == [.providerAssumed, .modelFilledIn])
  }
}
