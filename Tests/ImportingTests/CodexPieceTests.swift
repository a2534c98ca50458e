import Quantities
import Testing
import Usage

@testable import Importing

/// Codex's rollouts cut in pieces, of which only the first says which thread it is of, and forks of
/// which a line is missing.
@Suite struct CodexPieceTests {
  /// Three requests under two models, two of whose events are sent again; 3150 tokens.
  static let rollout = [
    CodexTests.meta(0, "t"), CodexTests.model(0, "m"), CodexTests.count(1, 1),
    CodexTests.count(2, 1), CodexTests.count(3, 2), CodexTests.model(4, "n"),
    CodexTests.count(5, 3), CodexTests.count(6, 3),
  ]

  /// A line with a running total and nothing else.
  static func total(_ minute: Int, _ number: Int) -> String {
    CodexTests.event(
      minute, "event_msg",
      "{\"type\":\"token_count\",\"info\":{\"total_token_usage\":\(CodexTests.usage(number))}}")
  }

  static func read(_ lines: some Sequence<String>) -> Yield {
    ImportingTests.read(lines.joined(separator: "\n"))
  }

  @Test(arguments: 1..<8)
  func `a rollout in two pieces has the requests of the whole`(cut: Int) {
    let head = Self.read(Self.rollout.prefix(cut))
    let tail = Self.read(Self.rollout.dropFirst(cut))
    for pieces in [[head, tail], [tail, head], [head, tail, head, tail]] {
      let book = Book(pieces)
      #expect(book.totals.requests == 3)
      #expect(book.totals.total == 3 * 1050)
    }
  }

  @Test(arguments: 1..<8)
  func `a piece adds nothing to the whole, and the whole completes it`(cut: Int) {
    let whole = Self.read(Self.rollout)
    let tail = Self.read(Self.rollout.dropFirst(cut))
    for order in [[whole, tail], [tail, whole], [tail, whole, tail]] {
      let book = Book(order)
      #expect(book.totals.requests == 3)
      #expect(book.models.mapValues(\.requests) == ["m": 2, "n": 1])
      #expect(book.times == Book([whole]).times)
    }
  }

  @Test func `pieces of a fork and of its parent have the requests of both`() {
    let parent = CodexTests.parent.split(separator: "\n").map(String.init)
    let child = CodexTests.child(turns: false, metas: true).split(separator: "\n").map(String.init)
    for (cut, other) in [(2, 4), (4, 4), (4, 5), (5, 4), (5, 5), (6, 6)] {
      let pieces = [
        Self.read(parent.prefix(cut)), Self.read(parent.dropFirst(cut)),
        Self.read(child.prefix(other)), Self.read(child.dropFirst(other)),
      ]
      #expect(Book(pieces).totals.requests == 3, "cut before \(cut) and \(other)")
      #expect(Book(pieces.reversed()).totals.total == 3 * 1050, "cut before \(cut) and \(other)")
    }
  }

  @Test func `a piece that begins with a running total alone does not take it for a request`() {
    let lines = [CodexTests.meta(0, "t"), Self.total(1, 40), Self.total(2, 41), Self.total(3, 43)]
    let piece = Self.read(lines.dropFirst())
    #expect(piece.records.map(\.tokens.total.value) == [1050, 2 * 1050])
    #expect(piece.quarantined.map(\.code) == ["running_total"])
    let whole = Self.read(lines)
    #expect(whole.quarantined.isEmpty)
    for order in [[whole, piece], [piece, whole]] {
      #expect(Book(order).totals.total == 43 * 1050)
    }
  }

  @Test func `a file of a version that names no thread begins with its model`() {
    let file = Self.read([CodexTests.model(0, "m"), Self.total(1, 1), Self.total(2, 3)])
    #expect(file.records.map(\.tokens.total.value) == [1050, 2 * 1050])
    #expect(file.quarantined.isEmpty)
    // 2001 requests of 1000 tokens: no context holds so much.
    let piece = Self.read([CodexTests.model(0, "m"), Self.total(1, 2001), Self.total(2, 2002)])
    #expect(piece.records.map(\.tokens.total.value) == [1050])
    #expect(piece.quarantined.map(\.code) == ["running_total"])
  }

  @Test func `equal later totals of two named threads are two requests`() {
    let yields = ["a", "b"].map { thread in
      Self.read([CodexTests.meta(0, thread), CodexTests.count(1, 1), CodexTests.count(2, 2)])
    }
    #expect(Book(yields).totals.requests == 4)
  }

  // MARK: Forks

  /// A child that says when its turns began; its own begins on line 8 of 9.
  static let child = CodexTests.child(turns: true, metas: true).split(separator: "\n").map(
    String.init)

  @Test func `a piece of a fork knows copies by when their turns began`() {
    let whole = Self.read(Self.child)
    #expect(whole.records.count == 1)
    for cut in [1, 2, 3] {
      let piece = Self.read(Self.child.dropFirst(cut))
      #expect(piece.records.count == 1, "cut before \(cut)")
      #expect(Book([whole, piece]).totals.requests == 1, "cut before \(cut)")
      #expect(Book([piece, Self.read(Self.child.prefix(cut))]).totals.requests == 1)
    }
  }

  @Test(arguments: ["", #"{"timestamp":"2026-06-08T11:20:00.000Z","type":"eve"#])
  func `a fork whose own turn does not begin has its own requests`(line: String) {
    var lines = Self.child
    lines[7] = line
    let fork = Self.read(lines)
    #expect(fork.records.map(\.tokens) == [CodexTests.one])
    #expect(fork.records.map(\.flags) == [[.providerAssumed]])
    let parent = Self.read([CodexTests.parent])
    for order in [[fork, parent], [parent, fork], [fork, Self.read(Self.child), parent]] {
      #expect(Book(order).totals.requests == 3)
    }
  }

  @Test func `copies that took more than a second to write are copies`() {
    func at(_ second: Int, _ line: String) -> String {
      line.replacing("T11:10:00", with: "T11:10:0\(second)")
    }
    let lines = Self.child.prefix(7).enumerated().map { at($0.offset, $0.element) }
    #expect(Self.read(lines + Self.child.dropFirst(7)).records.count == 1)
  }
}
