import Quantities
import SQLite
import Usage

/// Puts the records of one import into a ledger: each request once, with everything derived from
/// it, in transactions that are complete or not there at all.
package final class LedgerWriter {
  /// What became of records.
  package struct Outcome: Hashable, Sendable {
    /// Requests that the ledger did not have.
    package var added = 0
    /// Requests that it had already.
    package var duplicates = 0
    /// Requests that it had from an earlier reading of the same file; none of `duplicates`.
    package var readBefore = 0
    /// Requests that it had in part: a cut stream that was now read whole, a model that was unknown.
    package var completed = 0
    /// Requests that were left out, because everything of their time was forgotten.
    package var tooOld = 0

    package init() {}

    /// Tells what a file brings from what it had brought before, once it has been read again from
    /// its beginning.
    ///
    /// - Parameters:
    ///   - before: How many of the ledger's requests the file had brought.
    ///   - replaced: How many of them others have taken the place of.
    package mutating func tellFromEarlier(_ before: Int, replaced: Int) {
      let completed = min(added, replaced)
      added -= completed
      self.completed += completed
      readBefore = min(duplicates, max(0, before - completed))
      duplicates -= readBefore
    }

    package static func += (sum: inout Outcome, more: Outcome) {
      sum.added += more.added
      sum.duplicates += more.duplicates
      sum.readBefore += more.readBefore
      sum.completed += more.completed
      sum.tooOld += more.tooOld
    }
  }

  private let ledger: Ledger
  private let connection: Connection
  private var records: RecordWriter
  private var places: PlaceWriter
  private let earlySync: EarlySync
  private var silent: SilentWriter
  private var recordsInTransaction = 0
  /// What happened before it was forgotten, and is left out; nil where nothing was.
  private var forgottenBefore: Instant?
  /// How many records were written since the disk was last given something to do.
  private var recordsUnsynced = 0
  private var gathered = GatheredRecords()
  /// What became of records that were written when nobody had asked.
  private var untold = Outcome()

  /// A transaction is committed after this many records: a long import that is killed loses no
  /// more than a few seconds of work.
  private static let largestTransaction = 1 << 20
  /// So many records, some three megabytes, are written to the disk while others are read.
  private static let syncedEarly = 1 << 16

  /// A writer; one at a time may write to a ledger.
  package init(_ ledger: Ledger) throws {
    self.ledger = ledger
    connection = ledger.connection
    records = try RecordWriter(connection)
    places = try PlaceWriter(connection)
    earlySync = EarlySync(connection)
    silent = try SilentWriter(connection)
  }

  /// Begins a transaction, with what other processes may have added since the last one; or goes on
  /// in the one in which a new ledger was made.
  package func begin() throws {
    if !connection.isInTransaction { try connection.execute("BEGIN IMMEDIATE") }
    recordsInTransaction = 0
    try ledger.refreshThresholds()
    forgottenBefore = try ledger.forgottenBefore()
    try records.refresh(ledger.thresholds)
  }

  /// Writes what is derived and ends the transaction.
  package func commit() throws {
    try writeGathered()
    try records.finish()
    try earlySync.finish()
    try connection.execute("COMMIT")
  }

  /// Gives the transaction up, and forgets what was interned in it.
  package func rollBack() {
    gathered.removeAll()
    untold = Outcome()
    records.forget()
    try? earlySync.finish()
    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
  }

  /// Commits and begins anew, if the transaction has become long.
  package func commitIfLong() throws {
    guard recordsInTransaction >= LedgerWriter.largestTransaction else { return }
    try commit()
    try begin()
  }

  /// Adds the records of a batch, which come from one reading.
  package func add(
    _ batch: UsageBatch, _ prepared: PreparedBatch? = nil, reading: Int64
  ) throws -> Outcome {
    recordsInTransaction += batch.rows.count
    guard let instant = forgottenBefore, let (kept, left) = batch.leavingOut(before: instant) else {
      return try records.add(batch, prepared, reading: reading)
    }
    var outcome = try records.add(kept, reading: reading)
    outcome.tooOld += left
    return outcome
  }

  /// A batch prepared for `take`, which any thread may do; nil for one that will be kept back, or
  /// whose keys are not settled yet.
  package static func prepare(
    _ batch: UsageBatch, thresholds: ContextThresholds
  ) -> PreparedBatch? {
    guard !GatheredRecords.suit(batch), !batch.flags.contains(.keyDerived) else { return nil }
    return PreparedBatch(batch, thresholds: thresholds)
  }

  /// Adds the records of a batch, now or with those of later batches of the same reading.
  ///
  /// - Parameters:
  ///   - batch: The records.
  ///   - prepared: What `prepare` made of them, if anybody asked it.
  ///   - reading: Their reading.
  /// - Returns: What became of the records that were written since this was last asked. After the
  ///   last batch of a reading `writeRest()` says it of the others.
  /// - Throws: `SQLiteError` where the ledger cannot be written.
  package func take(
    _ batch: UsageBatch, _ prepared: PreparedBatch? = nil, reading: Int64
  ) throws -> Outcome {
    let isKept = GatheredRecords.suit(batch)
    // Of what is told twice the first telling is the first to be written.
    if !isKept || gathered.reading != reading { try writeGathered() }
    guard isKept else {
      untold += try add(batch, prepared, reading: reading)
      try syncEarly(batch.rows.count)
      return tell()
    }
    gathered.take(batch, reading: reading)
    if gathered.isFull { try writeGathered() }
    return tell()
  }

  /// Has the disk work while records are read; of keys that lie all over the table the same pages
  /// would be written again and again, so those wait for the commit.
  private func syncEarly(_ count: Int) throws {
    recordsUnsynced += count
    guard recordsUnsynced >= LedgerWriter.syncedEarly else { return }
    recordsUnsynced = 0
    try earlySync.start()
  }

  /// Writes the records that were kept back.
  package func writeRest() throws -> Outcome {
    try writeGathered()
    return tell()
  }

  private func writeGathered() throws {
    guard !gathered.batch.rows.isEmpty else { return }
    untold += try add(gathered.batch, reading: gathered.reading)
    gathered.removeAll()
  }

  private func tell() -> Outcome {
    defer { untold = Outcome() }
    return untold
  }

  /// Adds the records of a reading.
  package func add(_ records: [UsageRecord], reading: Int64) throws -> Outcome {
    var batch = UsageBatch()
    for record in records { batch.append(record) }
    return try add(batch, reading: reading)
  }

  /// Keeps a place that could not be read, unless it is known.
  package func setAside(_ place: PlaceSetAside, reading: Int64) throws {
    try places.add(place, reading: reading)
  }

  /// Keeps a response without usage or an error answer, unless it is known; the upper half of its key
  /// is 0 where it has no id, and the lower a hash of what stands there.
  package func noteSilent(_ key: RequestKey, isError: Bool, reading: Int64) throws {
    try silent.add(key, isError: isError, reading: reading)
  }

  /// Notes spans whose usage repeats that of spans below them, and takes out what was counted of it;
  /// gives how many requests that were.
  package func cover(_ spans: [RequestKey]) throws -> Int {
    guard !spans.isEmpty else { return 0 }
    try writeGathered()
    return try records.cover(spans)
  }

  /// Forgets what of a file that has grown, and is about to be read again, may have been read in
  /// part: its cut streams, and what was open at its end.
  ///
  /// Without an id their key was made of what there was of them; the whole has another.
  package func forgetCutStreams(ofFile file: Int64) throws {
    try writeGathered()
    try records.forgetInPart(ofFile: file, openRows: ledger.openRows(ofFile: file))
  }

  /// Ends the reading of a file; gives how many requests of those that were forgotten at its
  /// beginning did not come again: others took their place.
  package func takeReplaced() -> Int { records.takeForgotten() }
}
