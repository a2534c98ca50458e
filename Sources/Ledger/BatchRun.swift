import SQLite
import Usage

/// A batch on its way into the ledger: with the ids of its series, users and kinds, in the order of
/// keys.
struct BatchRun {
  private let batch: UsageBatch
  let prepared: PreparedBatch
  let reading: Int64
  private(set) var seriesIDs: [Int64] = []
  private(set) var userIDs: [Int64] = []
  /// The ids of the kinds; 0 for those that are not known yet.
  private var kindIDs: [Int64]
  /// The place of the next record to be added, from 0.
  var next = 0
  /// Whether an insertion has stopped there, because its key is known.
  var nextIsKnown = false
  var outcome = LedgerWriter.Outcome()
  /// Whether the sums of all records were added before the first of them.
  var isSummed = true

  /// How many records there are.
  let count: Int
  /// Whether any record is known by its span and nothing else.
  var hasSpans: Bool { prepared.hasSpans }

  init(
    _ batch: UsageBatch, _ prepared: PreparedBatch, reading: Int64,
    _ series: inout InternedSeries, _ users: inout InternedUsers
  ) throws {
    self.batch = batch
    self.prepared = prepared
    self.reading = reading
    count = batch.rows.count
    kindIDs = Array(repeating: 0, count: prepared.kinds.count)
    for one in batch.series { seriesIDs.append(try series.id(of: one)) }
    for user in batch.users { userIDs.append(try users.id(of: user)) }
  }

  /// How many requests the record at a place stands for.
  func requests(_ place: Int) -> Int { Int(prepared.rows[place].requests) }

  /// The record at a place, as it is in the batch.
  func row(_ place: Int) -> UsageBatch.Row { batch.rows[Int(prepared.rows[place].index)] }

  /// The record at a place by itself.
  func record(_ place: Int) -> UsageRecord { batch.record(row(place)) }

  /// The id of the series of the record at a place.
  func series(_ place: Int) -> Int64 {
    seriesIDs[Int(prepared.kinds[Int(prepared.rows[place].kind)].series)]
  }

  /// The kind of the record at a place.
  func kind(_ place: Int) -> RecordKind {
    let made = prepared.kinds[Int(prepared.rows[place].kind)]
    return RecordKind(
      series: seriesIDs[Int(made.series)], flags: made.flags, meters: made.meters)
  }

  /// The id of the user of the record at a place; 0 for nobody.
  func user(_ place: Int) -> Int64 { id(ofUser: prepared.rows[place].user) }

  private func id(ofUser user: Int32) -> Int64 { user < 0 ? 0 : userIDs[Int(user)] }

  /// Adds the record at a place to those that are to be inserted.
  mutating func add(
    _ place: Int, to insertion: inout RecordInsertion, _ kinds: inout InternedKinds
  ) throws(SQLiteError) {
    let record = prepared.rows[place]
    var kind = kindIDs[Int(record.kind)]
    if kind == 0 {
      kind = try kinds.id(of: self.kind(place), reading: reading)
      kindIDs[Int(record.kind)] = kind
    }
    insertion.add(
      record, kind: kind, line: record.line + batch.linesBefore, user: id(ofUser: record.user),
      rest: record.hasRest ? prepared.rests[record.index] : nil)
  }
}
