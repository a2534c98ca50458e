import TestSupport
import Testing
import Usage

@testable import Importing

/// Usage counts where nothing below states any, whatever comes first, and memory is bounded.
@Suite struct SpanTreeTests {
  private func key(_ number: Int) -> RequestKey { RequestKey(high: -1, low: Int64(number)) }

  private func usage(_ tokens: Int64) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    snapshot.counts.prompt = tokens
    return snapshot
  }

  /// Random forests in random orders: as many as a program of three lines counts.
  @Test(arguments: 0..<UInt64(60))
  func `usage of leaves alone is counted, in any order`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...30, using: &random)
    let parents = (0..<count).map { index -> Int? in
      index == 0 || Int.random(in: 0..<6, using: &random) == 0
        ? nil : Int.random(in: 0..<index, using: &random)
    }
    let states = (0..<count).map { _ in Bool.random(using: &random) }
    var isCovered = Array(repeating: false, count: count)
    for index in (0..<count).reversed() where states[index] || isCovered[index] {
      if let parent = parents[index] { isCovered[parent] = true }
    }
    let expected = (0..<count).filter { states[$0] && !isCovered[$0] }.map { Int64($0 + 1) }

    var tree = SpanTree()
    var counted: [ResponseSnapshot] = []
    for index in (0..<count).shuffled(using: &random) {
      let ready = tree.observe(
        key(index), parent: parents[index].map(key),
        usage: states[index] ? usage(Int64(index + 1)) : nil)
      counted += ready.map { [$0] } ?? []
    }
    counted += tree.finish()
    #expect(counted.compactMap(\.counts.prompt).sorted() == expected)
    #expect(tree.repeats == states.filter { $0 }.count - expected.count)
  }

  @Test func `usage leaves when more waits than there is room for, and none is lost`() {
    var tree = SpanTree(capacity: 8)
    var counted = 0
    for index in 0..<1000 {
      if tree.observe(key(index), parent: key(5000), usage: usage(1)) != nil { counted += 1 }
    }
    #expect(counted == 1000 - 8)
    #expect(tree.finish().count == 8)
    #expect(tree.finish().isEmpty)
  }

  @Test func `spans that are their own ancestors end`() {
    var tree = SpanTree()
    _ = tree.observe(key(1), parent: key(1), usage: usage(1))
    _ = tree.observe(key(2), parent: key(3), usage: nil)
    _ = tree.observe(key(3), parent: key(2), usage: nil)
    _ = tree.observe(key(4), parent: key(2), usage: usage(2))
    #expect(tree.finish().compactMap(\.counts.prompt) == [1, 2])
  }
}
