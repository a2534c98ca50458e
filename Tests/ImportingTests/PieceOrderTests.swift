import Quantities
import Testing

@testable import Importing

/// The pieces of several files come by time, and those of each file in its order.
struct PieceOrderTests {
  private static func order(_ times: [[Int64?]]) -> [String] {
    PieceOrder(times: times.map { $0.map { $0.map { Instant(seconds: $0) } } }).entries.map {
      "\($0.file):\($0.piece)"
    }
  }

  @Test func `one file is read from its beginning to its end`() {
    #expect(
      PieceOrder(count: 3).entries.map { "\($0.file):\($0.piece)" } == ["0:0", "0:1", "0:2"])
    #expect(PieceOrder(count: 0).entries.isEmpty)
  }

  @Test func `the next piece is of the file that is farthest back`() {
    // With eight files one piece is a turn; all but two of them are empty here.
    let none = [[Int64?]](repeating: [], count: 6)
    #expect(
      Self.order([[1, 5, 6], [2, 3, 9]] + none) == ["0:0", "1:0", "1:1", "0:1", "0:2", "1:2"])
    #expect(Self.order([[7, 8], [1, 2]] + none) == ["1:0", "1:1", "0:0", "0:1"])
  }

  @Test func `of two of one time the first is read first`() {
    let none = [[Int64?]](repeating: [], count: 6)
    #expect(Self.order([[1, 2], [1, 2]] + none) == ["0:0", "1:0", "0:1", "1:1"])
  }

  @Test func `a piece without a time follows the one before it, as does one of an earlier time`() {
    let none = [[Int64?]](repeating: [], count: 6)
    #expect(
      Self.order([[4, nil, 9], [5, 1, 8]] + none) == ["0:0", "0:1", "1:0", "1:1", "1:2", "0:2"])
  }

  @Test func `few files take long turns`() {
    let order = Self.order([[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]])
    // Two files share eight pieces, four each, before it is the other's turn.
    #expect(
      order == (0..<4).map { "0:\($0)" } + (0..<4).map { "1:\($0)" }
        + ["0:4", "0:5", "1:4", "1:5"])
  }
}
