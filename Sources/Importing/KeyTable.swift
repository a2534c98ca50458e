import Usage

/// Which of a fixed number of slots holds the response with a key.
///
/// The lower half of every key is a hash already, so hashing it again, as a dictionary does for
/// each chunk, would be a tenth of the import's time. Linear probing over a table four times as
/// large as it can become full.
struct KeyTable {
  /// The slot whose key stands here, plus one; 0 for none.
  private var entries: [Int32]
  /// The key of each slot.
  private var keys: [RequestKey]
  private let mask: Int

  init(slots: Int) {
    var size = 8
    while size < slots * 4 { size *= 2 }
    mask = size - 1
    entries = Array(repeating: 0, count: size)
    keys = Array(repeating: RequestKey(high: 0, low: 0), count: slots)
  }

  /// The slot of a key; nil where none has it.
  func slot(of key: RequestKey) -> Int? {
    entry(of: key).map { Int(entries[$0]) - 1 }
  }

  /// Notes the key of a slot, which has none, and which no other slot has.
  mutating func insert(_ key: RequestKey, slot: Int) {
    var place = home(of: key)
    while entries[place] != 0 { place = (place + 1) & mask }
    entries[place] = Int32(slot + 1)
    keys[slot] = key
  }

  /// Forgets the key of a slot that has one, and closes the gap it leaves in the entries that had
  /// to step aside for it.
  mutating func remove(slot: Int) {
    guard var gap = entry(of: keys[slot]) else { return }
    var next = (gap + 1) & mask
    while entries[next] != 0 {
      let wanted = home(of: keys[Int(entries[next]) - 1])
      if (next - wanted) & mask >= (next - gap) & mask {
        entries[gap] = entries[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    entries[gap] = 0
  }

  private func entry(of key: RequestKey) -> Int? {
    var place = home(of: key)
    while entries[place] != 0 {
      if keys[Int(entries[place]) - 1] == key { return place }
      place = (place + 1) & mask
    }
    return nil
  }

  private func home(of key: RequestKey) -> Int { Int(truncatingIfNeeded: key.low) & mask }
}
