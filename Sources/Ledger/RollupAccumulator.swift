import Quantities
import SQLite
import Usage

/// What a transaction's records add to the derived tables, summed in memory and written together.
struct RollupAccumulator {
  private var writer: DerivedWriter
  private var sums = SumTable()
  private var userSlots = UserSlotTable()
  /// Days of users whose marks have to be made anew from the records, which is done once, at the
  /// end of the transaction.
  private var stale: Set<UserDay.Key> = []

  /// Before which quarter of an hour sums were written already, and whether nearly all came after
  /// those.
  private var settledUntil = Int64.min
  private var isInOrder = true

  /// To write fewer sums early is not worth preparing statements for them.
  private static let fewestSettled = 4096
  /// One of so many sums may come late, as retries and overlapping exports do.
  private static let lateOnes = 8
  /// So many sums are held in memory, some 5 MB, before they are written, which is still within the
  /// transaction: a log of 300,000 users and 400 labels is not to need 180 MB.
  private static let most = 48_000

  /// Nothing that is to be added to the tables of a ledger.
  init(_ connection: Connection) { writer = DerivedWriter(connection) }

  /// Forgets everything that is to be added.
  mutating func forget() {
    sums.removeAll()
    userSlots.removeAll()
    stale.removeAll()
    begin()
  }

  /// Begins a transaction: it says nothing of whether others were in order of time.
  mutating func begin() {
    settledUntil = .min
    isInOrder = true
  }

  /// Adds all records of a batch.
  mutating func add(_ run: BatchRun) {
    let prepared = run.prepared
    for entry in prepared.sums.entries {
      var key = entry.key
      key.series = run.seriesIDs[Int(key.series)]
      sums.add(entry, of: prepared.sums, to: key)
    }
    for entry in prepared.userSlots.entries {
      userSlots.add(
        records: entry.records, requests: entry.requests, slot: entry.slot,
        user: entry.user == 0 ? 0 : run.userIDs[Int(entry.user) - 1])
    }
  }

  /// Adds a record by itself; user 0 is nobody.
  mutating func add(_ record: UsageBatch.Row, series: Int64, user: Int64, contextOver: Int64) {
    let slot = record.occurredAt.slotNumber
    let requests = Int64(record.requests)
    sums.add(
      record.tokens, requests: requests,
      to: SumTable.Key(
        place: slot, series: series, contextOver: contextOver, meters: record.tokens.mask))
    userSlots.add(records: 1, requests: requests, slot: slot, user: user)
  }

  /// Takes away what an earlier record added, since a better one replaces it or it is forgotten;
  /// user 0 is nobody.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - series: The id of its series.
  ///   - user: The id of its user.
  ///   - contextOver: The threshold that it exceeds.
  ///   - wasAdded: Whether it was added with a batch of which nothing has been written yet.
  mutating func remove(
    _ record: UsageBatch.Row, series: Int64, user: Int64, contextOver: Int64,
    wasAdded: Bool = false
  ) {
    let slot = record.occurredAt.slotNumber
    let requests = Int64(record.requests)
    sums.remove(
      record.tokens, requests: requests,
      from: SumTable.Key(
        place: slot, series: series, contextOver: contextOver, meters: record.tokens.mask),
      wasAdded: wasAdded)
    userSlots.add(records: -1, requests: -requests, slot: slot, user: user)
  }

  /// Adds what there is to the tables and starts anew; the end of the transaction is still to come.
  mutating func flush() throws {
    try writer.write(sums)
    stale.formUnion(try writer.write(userSlots))
    sums.removeAll()
    userSlots.removeAll()
  }

  /// Adds the sums to their tables, if there are some and the log is in order of time: then hardly
  /// any of them gets more.
  ///
  /// A few at a time, so that those who read are never kept waiting for long.
  mutating func flushSettled() throws {
    guard isInOrder, sums.count >= RollupAccumulator.fewestSettled else { return }
    var late = 0
    var last = settledUntil
    for entry in sums.entries where !sums.isNothing(entry) {
      if entry.key.place < settledUntil { late += 1 }
      last = max(last, entry.key.place)
    }
    isInOrder = late * RollupAccumulator.lateOnes <= sums.count
    guard isInOrder else { return }
    settledUntil = last
    try writer.write(sums)
    sums.removeAll()
  }

  /// Adds what there is to the tables, if it is much.
  mutating func flushIfLarge() throws {
    try flushSettled()
    if sums.count + userSlots.count >= RollupAccumulator.most { try flush() }
  }

  /// Adds what there is to the tables, which then agree with the records.
  mutating func finish() throws {
    try flush()
    guard !stale.isEmpty else { return }
    try writer.renew(stale)
    stale.removeAll()
  }
}

extension Instant {
  /// The quarter of an hour in which it lies, counted from 1970.
  var slotNumber: Int64 {
    let remainder = microseconds % Instant.slotMicroseconds
    let quotient = microseconds / Instant.slotMicroseconds
    return remainder < 0 ? quotient - 1 : quotient
  }
}
