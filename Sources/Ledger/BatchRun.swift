import SQLite
import Usage

/// A batch on its way into the ledger: with the ids of its series and users, in the order of keys.
struct BatchRun {
  private let batch: UsageBatch
  let reading: Int64
  private var seriesIDs: [Int64] = []
  private var userIDs: [Int64] = []
  /// The rows in the order of their keys; empty where that is their own order.
  private let sorted: [Int32]
  /// Whether any record is known by its span and nothing else.
  let hasSpans: Bool
  /// The place of the next record to be added, from 0.
  var next = 0
  /// Whether an insertion has stopped there, because its key is known.
  var nextIsKnown = false
  var outcome = LedgerWriter.Outcome()

  /// The records.
  var rows: [UsageBatch.Row] { batch.rows }
  /// How many records there are.
  let count: Int

  init(
    _ batch: UsageBatch, reading: Int64, _ series: inout InternedSeries,
    _ users: inout InternedUsers
  ) throws {
    self.batch = batch
    self.reading = reading
    count = batch.rows.count
    for one in batch.series { seriesIDs.append(try series.id(of: one)) }
    for user in batch.users { userIDs.append(try users.id(of: user)) }
    hasSpans = batch.rows.contains { $0.flags.contains(.keyIsSpan) }
    sorted = BatchRun.order(batch.rows)
  }

  /// Keys that are hashes lie all over the table: in their order, neighbours share a page.
  private static func order(_ rows: [UsageBatch.Row]) -> [Int32] {
    let isInOrder = rows.indices.dropFirst().allSatisfy { !(rows[$0].key < rows[$0 - 1].key) }
    guard !isInOrder else { return [] }
    return rows.indices.map { (key: rows[$0].key, index: Int32($0)) }
      // Of one key told twice the first comes first.
      .sorted { ($0.key.high, $0.key.low, $0.index) < ($1.key.high, $1.key.low, $1.index) }
      .map(\.index)
  }

  /// The index of the row at a place in the order.
  func order(_ place: Int) -> Int { sorted.isEmpty ? place : Int(sorted[place]) }

  /// The id of the series of a row.
  func series(_ index: Int) -> Int64 { seriesIDs[Int(rows[index].series)] }

  /// The id of the user of a row; 0 for nobody.
  func user(_ index: Int) -> Int64 {
    let user = rows[index].user
    return user < 0 ? 0 : userIDs[Int(user)]
  }

  /// A row as a record by itself.
  func record(_ index: Int) -> UsageRecord { batch.record(rows[index]) }

  /// Sets a row of an insertion to the record at a place.
  func bind(
    _ place: Int, to insertion: inout RecordInsertion, _ kinds: inout InternedKinds, at row: Int
  ) throws(SQLiteError) {
    let index = order(place)
    try insertion.bind(
      rows[index], series: series(index), user: user(index), reading: reading, kinds: &kinds,
      at: row)
  }
}

extension RequestKey {
  /// The order of the table.
  fileprivate static func < (left: RequestKey, right: RequestKey) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
