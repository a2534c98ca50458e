import Quantities
import Usage

/// A batch with everything done that its way into the ledger takes, but needs no ledger.
///
/// One thread writes, and it is the slowest: what others can do for it they do when they have read
/// the batch. Its records are columns in the order of the table's keys, and the sums are those of
/// all of them; whoever finds a record known already takes it back out of the sums.
package struct PreparedBatch: Sendable {
  /// A record as it is inserted: 64 bytes, where a row of the batch has 320.
  struct Row {
    let key: RequestKey
    let occurredAt: Int64
    /// In the file, or in the piece of it that was read.
    let line: Int64
    let counts: Int64
    let requests: Int64
    /// Which of `kinds` it is of.
    let kind: Int32
    /// The position of its user in the batch; negative for nobody.
    let user: Int32
    /// Where in the batch it is.
    let index: Int32
    let hasRest: Bool
  }

  /// The kind of some records, before their series has a number.
  struct Kind: Equatable {
    /// The position of the series in the batch.
    let series: Int32
    let flags: RecordFlags
    let meters: Int64
  }

  /// The thresholds by which the sums are kept apart.
  let thresholds: ContextThresholds
  private(set) var rows: [Row] = []
  private(set) var kinds: [Kind] = []
  /// What records have that have more than their columns hold, by their place in the batch.
  private(set) var rests: [Int32: String] = [:]
  /// Whether any record is known by its span and nothing else.
  private(set) var hasSpans = false
  /// The sums of all records; the series of their keys are positions in the batch.
  private(set) var sums = SumTable(room: 64)
  /// The same of users, who are positions in the batch plus one, 0 for nobody.
  private(set) var userSlots = UserSlotTable(room: 64)
  private var finder = SlotFinder(room: 16)

  /// Prepares a batch.
  package init(_ batch: UsageBatch, thresholds: ContextThresholds) {
    self.thresholds = thresholds
    rows.reserveCapacity(batch.rows.count)
    let order = Self.order(batch.rows)
    for place in batch.rows.indices {
      let index = order.isEmpty ? place : Int(order[place])
      add(batch.rows[index], Int32(index))
    }
  }

  private mutating func add(_ record: UsageBatch.Row, _ index: Int32) {
    let tokens = record.tokens
    let total = record.reportedTotal == nil ? 0 : tokens.total.value
    let (counts, left) = PackedCounts.pack(tokens)
    let rest = RecordRest.text(
      of: record, total: total, left: tokens.mask & MeterColumns.rareMask | left)
    if let rest { rests[index] = rest }
    if record.flags.contains(.keyIsSpan) { hasSpans = true }
    let agrees = record.reportedTotal == total
    rows.append(
      Row(
        key: record.key, occurredAt: record.occurredAt.microseconds, line: record.line,
        counts: counts, requests: Int64(record.requests),
        kind: kind(
          Kind(
            series: record.series,
            flags: agrees ? record.flags.union(.totalIsSum) : record.flags, meters: tokens.mask)),
        user: record.user, index: index, hasRest: rest != nil))
    let slot = record.occurredAt.slotNumber
    sums.add(
      tokens, requests: Int64(record.requests),
      to: SumTable.Key(
        place: slot, series: Int64(record.series),
        contextOver: thresholds.exceeded(by: record), meters: tokens.mask))
    userSlots.add(
      records: 1, requests: Int64(record.requests), slot: slot, user: Int64(record.user) + 1)
  }

  private mutating func kind(_ kind: Kind) -> Int32 {
    let hash = SlotFinder.hash(Int64(kind.series), kind.flags.rawValue, kind.meters)
    var probe = finder.probe(hash)
    while let index = finder.next(&probe) {
      if kinds[index] == kind { return Int32(index) }
    }
    finder.add(hash, kinds.count)
    kinds.append(kind)
    return Int32(kinds.count - 1)
  }

  /// Keys that are hashes lie all over the table: in their order, neighbours share a page.
  ///
  /// Empty where that is the order of the rows.
  private static func order(_ rows: [UsageBatch.Row]) -> [Int32] {
    let isInOrder = rows.indices.dropFirst().allSatisfy { !(rows[$0].key < rows[$0 - 1].key) }
    guard !isInOrder else { return [] }
    return rows.indices.map { (key: rows[$0].key, index: Int32($0)) }
      // Of one key told twice the first comes first.
      .sorted { ($0.key.high, $0.key.low, $0.index) < ($1.key.high, $1.key.low, $1.index) }
      .map(\.index)
  }
}

extension RequestKey {
  /// The order of the table.
  fileprivate static func < (left: RequestKey, right: RequestKey) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
