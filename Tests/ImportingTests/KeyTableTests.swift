import TestSupport
import Testing
import Usage

@testable import Importing

/// The table of open responses, against a dictionary.
@Suite struct KeyTableTests {
  @Test(arguments: 0..<UInt64(20))
  func `a table finds what a dictionary finds`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var table = KeyTable(slots: 16)
    var known: [RequestKey: Int] = [:]
    var free = Array(0..<16)
    // Few lower halves, so that most keys want a place that is taken.
    let keys = (0..<40).map { RequestKey(high: $0, low: Int64.random(in: 60...66, using: &random)) }
    for _ in 0..<2000 {
      let key = keys[Int.random(in: 0..<keys.count, using: &random)]
      if let slot = known[key] {
        if Bool.random(using: &random) {
          table.remove(slot: slot)
          known[key] = nil
          free.append(slot)
        }
      } else if !free.isEmpty {
        let slot = free.removeFirst()
        table.insert(key, slot: slot)
        known[key] = slot
      }
      for key in keys where table.slot(of: key) != known[key] {
        Issue.record("\(key) is in \(String(describing: table.slot(of: key)))")
        return
      }
    }
  }
}
