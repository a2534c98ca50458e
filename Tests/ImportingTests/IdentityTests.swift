import Quantities
import Testing
import Usage

@testable import Importing

/// What makes a request the same request, and what fills in for a missing id or time.
@Suite struct IdentityTests {
  static let anonymous = #"{"usageMetadata":{"promptTokenCount":7},"modelVersion":"m"}"#

  private func keys(_ yield: Yield) -> [RequestKey] { yield.records.map(\.key) }

  @Test func `the same content under another name gives the same keys`() {
    let text = [R.response, IdentityTests.anonymous, IdentityTests.anonymous, response(R.usage)]
      .joined(separator: "\n")
    let first = read(text, path: "a/2026-11-03.jsonl")
    let second = read(text, path: "b/copy.json.gz", largestRead: 7)
    #expect(keys(first) == keys(second))
    #expect(Set(keys(first)).count == 4)
  }

  @Test func `identical lines without an id are separate requests, and so on every reading`() {
    let text = Array(repeating: IdentityTests.anonymous, count: 5).joined(separator: "\n")
    let yield = read(text)
    #expect(yield.records.count == 5)
    #expect(Set(keys(yield)).count == 5)
    #expect(keys(read(text)) == keys(yield))
    #expect(yield.counts.keysDerived == 5)
    #expect(yield.records.allSatisfy { $0.flags.contains(.keyDerived) })
  }

  @Test func `a log that has grown gives its old lines their old keys`() {
    let grown = IdentityTests.anonymous + "\n" + IdentityTests.anonymous
    #expect(keys(read(grown)).first == keys(read(IdentityTests.anonymous)).first)
  }

  /// An id as the Gemini API makes it: the second of its making, little-endian, in base64url.
  static func id(second: UInt32) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let bytes = (0..<4).map { UInt8(second >> (8 * $0) & 0xFF) } + [0, 0]
    var text = ""
    for group in [bytes[0..<3], bytes[3..<6]] {
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      for shift in [18, 12, 6, 0] { text.append(alphabet[Int(bits >> UInt32(shift) & 63)]) }
    }
    return text + "kq3TgiQgAAAAAA"
  }

  @Test func `keys of ids with a time sort by time, and before them come all others`() {
    let seconds: [UInt32] = [1_720_000_000, 1_720_000_001, 1_762_161_164, 1_795_996_799]
    let texts = seconds.map { response(R.usage, id: IdentityTests.id(second: $0)) }
    let high = keys(read(texts.joined(separator: "\n"))).map(\.high)
    #expect(high == seconds.map { Int64($0) })
    let hashed = keys(read(IdentityTests.anonymous + "\n" + response(R.usage, id: "x")))
    #expect(hashed.allSatisfy { $0.high < 0 })
  }

  @Test func `the second in an id is the time of a response that states none`() throws {
    let second: UInt32 = 1_762_161_164
    let text = response(R.usage, id: IdentityTests.id(second: second))
      .replacing("\"createTime\":\"\(R.time)\",", "")
    let yield = read(text)
    let record = try #require(yield.records.first)
    #expect(record.occurredAt == Instant(seconds: Int64(second)))
    #expect(record.flags.contains(.timeFilledIn))
    #expect(yield.counts.timesFromID == 1)
    #expect(yield.counts.timesFilledIn == 0)
  }

  @Test func `an id that seems younger than its file is no time`() throws {
    let text = response(R.usage, id: IdentityTests.id(second: 1_900_000_000))
      .replacing("\"createTime\":\"\(R.time)\",", "")
    let yield = read(text)
    #expect(yield.records.first?.occurredAt == testFileTime)
    #expect(yield.counts.timesFilledIn == 1)
  }

  @Test func `numeric ids beyond 2^53 are told apart`() {
    let lines = ["9007199254740992", "9007199254740993", "12345678901234567890123"].map { id in
      """
      {"time":"\(R.time)","request_id":\(id),"model":"m","usageMetadata":{"promptTokenCount":1}}
      """
    }
    #expect(Set(keys(read(lines.joined(separator: "\n")))).count == 3)
    // Quoted or not, it is the same id.
    let quoted = lines[1].replacing("9007199254740993", "\"9007199254740993\"")
    #expect(keys(read(quoted)) == keys(read(lines[1])))
  }

  @Test func `an id is the same id however it is escaped`() {
    let plain = response(R.usage, id: "a/b-é")
    let escaped = response(R.usage, id: #"a\/b-\u00e9"#)
    #expect(keys(read(plain)) == keys(read(escaped)))
  }

  @Test func `ids of different kinds never meet`() {
    let texts = [
      response(R.usage, id: "same"),
      """
      {"time":"\(R.time)","request_id":"same","model":"m","usageMetadata":{"promptTokenCount":1}}
      """,
      """
      {"object":"interaction","id":"same","status":"completed","usage":{"total_input_tokens":1}}
      """,
      """
      {"object":"chat.completion","id":"same","model":"gemini-2.5-pro","created":1762161164,\
      "choices":[{"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}
      """,
    ]
    let others = [
      ResponsesTests.response("completed", ResponsesTests.usage).replacing("resp_1", "same"),
      AnthropicTests.message(AnthropicTests.usage, id: "same"),
      BedrockTests.answer(
        BedrockTests.usage, more: "\"ResponseMetadata\":{\"RequestId\":\"same\"},"),
    ]
    #expect(Set((texts + others).flatMap { keys(read($0)) }).count == 7)
  }

  @Test func `what the source leaves out comes from the options, and is counted`() throws {
    var options = ImportOptions()
    options.model = "gemini-2.5-pro"
    options.time = Instant(seconds: 1_790_000_000)
    options.provider = .googleVertex
    options.serviceTier = .batch
    options.labels = ["feature": "chat"]
    let yield = read(#"{"usageMetadata":{"promptTokenCount":7}}"#, options: options)
    let record = try #require(yield.records.first)
    #expect(record.series.requestedModel == "gemini-2.5-pro")
    #expect(record.series.reportedModel == nil)
    #expect(record.series.provider == .googleVertex)
    #expect(record.series.serviceTier == .batch)
    #expect(record.series.labels["feature"] == "chat")
    #expect(record.occurredAt == options.time)
    #expect(
      record.flags
        == [
          .timeFilledIn, .timeGiven, .modelFilledIn, .modelGiven, .keyDerived,
          .sellerGiven, .tierGiven,
        ])
    #expect(yield.counts.modelsFilledIn == 1)
    #expect(yield.counts.timesFilledIn == 1)
    #expect(yield.counts.providersAssumed == 0)
  }

  @Test func `without options the file's name, then its modification time, fill in`() throws {
    var options = ImportOptions()
    options.knownModels = ["gemini-2.5-flash"]
    let text = #"{"usageMetadata":{"promptTokenCount":7}}"#
    let named = try #require(
      read(text, path: "x/gemini-2.5-flash/2026-11-03T091244Z.json", options: options).records.first
    )
    #expect(named.series.model == "gemini-2.5-flash")
    #expect(named.occurredAt == Instant(iso8601: "2026-11-03T09:12:44Z"))
    let bare = read(text, path: "x/y.json", options: options)
    #expect(bare.records.first?.series.model == nil)
    #expect(bare.records.first?.occurredAt == testFileTime)
    #expect(bare.counts.modelsUnknown == 1)
  }

  @Test func `a user is taken from where it stands and may be hashed under a secret`() throws {
    var options = ImportOptions()
    options.userField = ["context", "uid"]
    let text = R.response.dropLast() + #","context":{"uid":"anna@example.org"}}"#
    #expect(read(String(text), options: options).records.first?.user == "anna@example.org")
    options.userHashKey = (1, 2)
    let hashed = try #require(read(String(text), options: options).records.first?.user)
    #expect(hashed.hasPrefix("h:") && hashed.count == 2 + 32)
    options.userHashKey = (1, 3)
    #expect(read(String(text), options: options).records.first?.user != hashed)
  }
}
