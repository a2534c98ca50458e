import Quantities
import TestSupport
import Testing
import Usage

@testable import Analysis

/// Usage by user, day and kind, held to a plain dictionary.
struct UserCellsTests {
  private struct Key: Hashable {
    let user: Int32
    let day: Int32
    let kind: Int32
  }

  private struct Value: Equatable {
    var requests: Int64 = 0
    var tokens: [Int64]
  }

  /// The meters of each kind.
  private static let meters: [[Meter]] = [[.textInput], [.textInput, .textOutput, .thinking], []]

  @Test(arguments: UInt64(0)..<12)
  func `however often rows are joined on the way, their sums are the same`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // What one user is called later on, and another before.
    let renamed: [Int32] = [3, 0, 2, 1, 4]
    var seldom = UserCells()
    var often = UserCells(joinsFrom: [20, 60, 400][Int(seed % 3)])
    var plain: [Key: Value] = [:]
    for _ in 0..<Int.random(in: 0...500, using: &random) {
      let user = Int32.random(in: -1..<5, using: &random)
      let day = Int32.random(in: 0..<4, using: &random)
      let kind = Int.random(in: 0..<3, using: &random)
      let requests = Int64.random(in: 0...3, using: &random)
      var tokens = MeteredTokens()
      for meter in Self.meters[kind] {
        tokens[meter] = TokenCount(.random(in: 1...1 << 40, using: &random))
      }
      seldom.add(user: user, day: day, kind: Int32(kind), requests: requests, tokens: tokens)
      often.add(user: user, day: day, kind: Int32(kind), requests: requests, tokens: tokens)
      let counts = tokens.usedIndices.map { tokens[at: $0] }
      let key = Key(
        user: user < 0 ? -1 : renamed[Int(user)], day: day, kind: Int32(2 - kind))
      var value = plain[key] ?? Value(tokens: counts.map { _ in 0 })
      value.requests += requests
      value.tokens = zip(value.tokens, counts).map(+)
      plain[key] = value
    }
    for cells in [seldom, often] {
      var keys: [Key] = []
      cells.forEach(users: 5, user: { renamed[Int($0)] }, kind: { 2 - $0 }) { sum, tokens in
        let key = Key(user: sum.user, day: sum.day, kind: sum.kind)
        #expect(plain[key] == Value(requests: sum.requests, tokens: Array(tokens)))
        keys.append(key)
      }
      #expect(keys.count == plain.count)
      let inOrder = keys.sorted { ($0.user, $0.day, $0.kind) < ($1.user, $1.day, $1.kind) }
      #expect(keys == inOrder)
    }
  }
}
