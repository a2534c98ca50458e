import SQLite
import Usage

/// Sums of requests and tokens by place in time, series, context band and meters.
///
/// A hash table with open addressing whose sums lie in one array: a sum has exactly the meters of its
/// key, three or four of twenty. A dictionary of whole values copied 250 bytes for each record.
struct SumTable {
  /// What a sum is of; `place` is a slot, or whatever stands for a stretch of time.
  struct Key: Hashable {
    var place: Int64
    var series: Int64
    var contextOver: Int64
    var meters: Int64

    /// The order of the tables that sums are kept in.
    static func < (left: Key, right: Key) -> Bool {
      if left.place != right.place { return left.place < right.place }
      if left.series != right.series { return left.series < right.series }
      return (left.contextOver, left.meters) < (right.contextOver, right.meters)
    }
  }

  /// A sum; its tokens are in `counts`, one for each bit of `meters`.
  struct Entry {
    let key: Key
    var requests: Int64 = 0
    let first: Int
    /// Whether something was taken away, so that nothing may be left.
    var isReduced = false
  }

  /// A record that is to be added, with the hash of its key.
  private struct Pending {
    let key: Key
    let hash: UInt64
    let requests: Int64
    let tokens: MeteredTokens
  }

  private(set) var entries: [Entry] = []
  private(set) var counts: [Int64] = []
  private var finder: SlotFinder
  private var pending: [Pending] = []
  /// What was read ahead; it means nothing, but must not seem superfluous.
  private var readAhead: Int64 = 0

  /// How many records wait to be added together.
  private static let mostPending = 64

  /// An empty table, with room for half as many sums before it grows; a power of two.
  init(room: Int = 1 << 10) { finder = SlotFinder(room: room) }

  /// How many sums there are.
  var count: Int { entries.count }

  /// Adds a record to the sum of its key.
  mutating func add(_ tokens: MeteredTokens, requests: Int64, to key: Key) {
    let index = place(of: key)
    entries[index].requests += requests
    var position = entries[index].first
    for meter in tokens.usedIndices {
      counts[position] += tokens[at: meter]
      position += 1
    }
  }

  /// The same, a little later: `settle()` has to be called in the end.
  ///
  /// A million sums lie in more memory than a cache holds, and each record is of another one. Of
  /// several records the processor reads the places at the same time, where of one after the other
  /// it would wait for each.
  mutating func addSoon(_ tokens: MeteredTokens, requests: Int64, to key: Key) {
    pending.append(
      Pending(key: key, hash: SumTable.hash(key), requests: requests, tokens: tokens))
    if pending.count == SumTable.mostPending { settle() }
  }

  /// Adds what waits to be added.
  mutating func settle() {
    for record in pending {
      guard let index = finder.likely(record.hash) else { continue }
      readAhead &+= entries[index].key.place &+ counts[entries[index].first]
    }
    for record in pending { add(record.tokens, requests: record.requests, to: record.key) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Takes a record away from the sum of its key.
  ///
  /// - Parameters:
  ///   - tokens: The record's tokens.
  ///   - requests: Its requests.
  ///   - key: The key of the sum.
  ///   - wasAdded: Whether it was added to this very table: then nothing that is written elsewhere
  ///     gets less.
  mutating func remove(
    _ tokens: MeteredTokens, requests: Int64, from key: Key, wasAdded: Bool = false
  ) {
    let index = place(of: key)
    entries[index].requests -= requests
    if !wasAdded { entries[index].isReduced = true }
    var position = entries[index].first
    for meter in tokens.usedIndices {
      counts[position] -= tokens[at: meter]
      position += 1
    }
  }

  /// Whether nothing was added to a sum, or all of it was taken back.
  func isNothing(_ entry: Entry) -> Bool {
    guard entry.requests == 0, !entry.isReduced else { return false }
    return counts[entry.first..<entry.first + entry.key.meters.nonzeroBitCount]
      .allSatisfy { $0 == 0 }
  }

  /// Adds one of another table's sums to the sum of a key with the same meters.
  mutating func add(_ entry: Entry, of other: SumTable, to key: Key) {
    let index = place(of: key)
    entries[index].requests += entry.requests
    if entry.isReduced { entries[index].isReduced = true }
    let first = entries[index].first
    for offset in 0..<key.meters.nonzeroBitCount {
      counts[first + offset] += other.counts[entry.first + offset]
    }
  }

  /// Adds the tokens of a row of a table of sums.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - columns: In which column each meter is, by its index.
  ///   - requests: How many requests the row stands for.
  ///   - key: The key of the sum, whose meters are the row's.
  mutating func add(_ row: Statement, _ columns: [Int], requests: Int64, to key: Key) {
    let index = place(of: key)
    entries[index].requests += requests
    var position = entries[index].first
    for meter in MeteredTokens.UsedIndices(rest: key.meters) {
      counts[position] += row.strictInt64(columns[meter])
      position += 1
    }
  }

  /// The tokens of a sum.
  func tokens(of entry: Entry) -> MeteredTokens {
    var tokens = MeteredTokens()
    var position = entry.first
    for meter in MeteredTokens.UsedIndices(rest: entry.key.meters) {
      tokens[at: meter] = counts[position]
      position += 1
    }
    return tokens
  }

  /// Appends the tokens of a sum that have a column of their own to the columns of a row.
  func appendTokens(of entry: Entry, to columns: inout [Int64]) {
    for meter in PackedCounts.meters {
      let bit = Int64(1) << Int64(meter)
      let isUsed = entry.key.meters & bit != 0
      // A sum's tokens are in the order of the bits.
      let before = (entry.key.meters & (bit - 1)).nonzeroBitCount
      columns.append(isUsed ? counts[entry.first + before] : 0)
    }
  }

  /// Makes room for so many sums at once: to grow by doubling copies each several times.
  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    // Most have three or four meters.
    counts.reserveCapacity(count * 4)
    finder.reserve(count)
  }

  /// Empties the table and keeps its room.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    finder.removeAll()
  }

  /// The hash of a key, as a `SlotFinder` takes it.
  static func hash(_ key: Key) -> UInt64 {
    SlotFinder.hash(key.place, key.series, key.contextOver &+ key.meters &* 0x1_0001)
  }

  private mutating func place(of key: Key) -> Int {
    let hash = SumTable.hash(key)
    var probe = finder.probe(hash)
    while let index = finder.next(&probe) {
      if entries[index].key == key { return index }
    }
    let index = entries.count
    entries.append(Entry(key: key, first: counts.count))
    for _ in 0..<key.meters.nonzeroBitCount { counts.append(0) }
    finder.add(hash, index)
    return index
  }
}
