import Quantities
import SQLite
import Usage

/// Inserts records, each once, and adds up what follows from them.
///
/// A value, so that what is touched for every record is checked for access once a batch and not once
/// a record.
struct RecordWriter {
  private let connection: Connection
  private var thresholds = ContextThresholds([])
  private var accumulator: RollupAccumulator
  private var series: InternedSeries
  private var users: InternedUsers
  private var kinds: InternedKinds
  private var insertion: RecordInsertion
  /// Whether the last records were new, so that the next may be too.
  private var findsNewRecords = true
  /// How many are tried at once: more and more, as long as all are new.
  private var several = RecordWriter.fewRows
  private var known: KnownRecords
  private var covered: CoveredSpans
  /// Where a key is known, those behind it have to be tried anew.
  private static let fewRows = 16
  private static let mostRows = 2048
  /// What was taken out before its file is read again, by its key.
  private var forgotten: [RequestKey: KnownRecords.Row] = [:]

  init(_ connection: Connection) throws {
    self.connection = connection
    accumulator = RollupAccumulator(connection)
    series = try InternedSeries(connection)
    users = try InternedUsers(connection)
    kinds = try InternedKinds(connection)
    insertion = try RecordInsertion(connection)
    known = try KnownRecords(connection)
    covered = try CoveredSpans(connection)
  }

  /// Takes up what other processes may have added since the last transaction.
  mutating func refresh(_ thresholds: ContextThresholds) throws {
    self.thresholds = thresholds
    try series.refresh()
    // Another process may have forgotten users that nothing was known of any more.
    users.forget()
    kinds.forget()
    known.refresh()
    try covered.refresh()
    accumulator.begin()
  }

  /// Writes what is derived, and removes users of whom nothing is left.
  mutating func finish() throws {
    try accumulator.finish()
    try users.removeUnused()
  }

  /// Forgets what a rolled-back transaction may have made.
  mutating func forget() {
    insertion.forget()
    accumulator.forget()
    series.forget()
    users.forget()
    kinds.forget()
  }

  /// Adds the records of a batch, which may have been prepared.
  mutating func add(
    _ batch: UsageBatch, _ prepared: PreparedBatch? = nil, reading: Int64
  ) throws -> LedgerWriter.Outcome {
    var run = try run(batch, prepared, reading: reading)
    // Of a log that is read again hardly any record is new: those are summed one by one.
    run.isSummed = findsNewRecords
    if run.isSummed { accumulator.add(run) }
    while run.next < run.count {
      if try !addSeveral(&run) { try addOne(&run) }
    }
    try accumulator.flushIfLarge()
    return run.outcome
  }

  private mutating func run(
    _ batch: UsageBatch, _ prepared: PreparedBatch?, reading: Int64
  ) throws -> BatchRun {
    // The thresholds may have become more since.
    let isUsable = prepared?.thresholds == thresholds && prepared?.rows.count == batch.rows.count
    let usable = isUsable ? prepared : nil
    return try BatchRun(
      batch, usable ?? PreparedBatch(batch, thresholds: thresholds), reading: reading, &series,
      &users)
  }

  /// Inserts several records, up to one whose key is known; false where the next has to be added by
  /// itself.
  private mutating func addSeveral(_ run: inout BatchRun) throws -> Bool {
    guard findsNewRecords, forgotten.isEmpty, covered.isEmpty || !run.hasSpans else { return false }
    let tried = min(several, run.count - run.next)
    for place in run.next..<run.next + tried { try run.add(place, to: &insertion, &kinds) }
    let inserted = try insertion.run()
    for place in run.next..<run.next + inserted { noteAdded(&run, place) }
    run.next += inserted
    // The one that stopped it is known; a log that is read again is not tried all the way through.
    run.nextIsKnown = inserted < tried
    findsNewRecords = inserted > tried / 4
    several =
      run.nextIsKnown
      ? max(RecordWriter.fewRows, several / 4) : min(several * 4, RecordWriter.mostRows)
    return !run.nextIsKnown
  }

  /// Adds one record, or what it has to say about the one that is known.
  private mutating func addOne(_ run: inout BatchRun) throws {
    let place = run.next
    let isKnown = run.nextIsKnown
    run.next += 1
    run.nextIsKnown = false
    if try insertOne(&run, place, isKnown: isKnown) {
      noteAdded(&run, place)
    } else {
      users.noteDropped()
      if run.isSummed { takeBack(run, place) }
    }
  }

  private mutating func noteAdded(_ run: inout BatchRun, _ place: Int) {
    run.outcome.added += run.requests(place)
    guard !run.isSummed else { return }
    let row = run.row(place)
    accumulator.add(
      row, series: run.series(place), user: run.user(place),
      contextOver: thresholds.exceeded(by: row))
  }

  /// Inserts one record as it is; false if something else became of it.
  private mutating func insertOne(
    _ run: inout BatchRun, _ place: Int, isKnown: Bool
  ) throws -> Bool {
    guard try covered.isEmpty || !covered.cover(run.row(place)) else {
      run.outcome.duplicates += run.requests(place)
      return false
    }
    if !forgotten.isEmpty, try bringBack(&run, place) { return false }
    if isKnown || !findsNewRecords {
      switch try known.repeats(
        run.prepared.rows[place], kind: run.kind(place), user: run.user(place))
      {
      case true?:
        run.outcome.duplicates += run.requests(place)
        return false
      case false?: if try complete(&run, place) { return false }
      case nil: break
      }
    }
    try run.add(place, to: &insertion, &kinds)
    findsNewRecords = try insertion.run() == 1
    if !findsNewRecords { _ = try complete(&run, place) }
    return findsNewRecords
  }

  /// Takes a record out of the sums of its batch.
  private mutating func takeBack(_ run: BatchRun, _ place: Int) {
    let row = run.row(place)
    accumulator.remove(
      row, series: run.series(place), user: run.user(place),
      contextOver: thresholds.exceeded(by: row), wasAdded: true)
  }
}

extension RecordWriter {
  /// What becomes of a record whose key is known: nothing, or it completes the one there is; false
  /// where its key is not known.
  private mutating func complete(_ run: inout BatchRun, _ place: Int) throws -> Bool {
    let new = run.row(place)
    guard let row = try known.row(of: new.key) else { return false }
    guard !row.says(new, series: run.series(place), user: run.user(place)),
      let merged = RecordMerge.merged(
        try record(row, beside: run, place), with: run.record(place))
    else {
      run.outcome.duplicates += new.requests
      return true
    }
    try remove(row)
    try add(merged, reading: run.reading)
    run.outcome.completed += merged.requests
    return true
  }

  /// A known record by itself; the user has the name that stands in the batch, if it is the same.
  private func record(
    _ row: KnownRecords.Row, beside run: BatchRun, _ place: Int
  ) throws -> UsageRecord {
    let user = row.user == run.user(place) ? run.record(place).user : try known.user(row.user)
    return UsageRecord(
      key: row.record.key, occurredAt: row.record.occurredAt,
      series: series.byID[row.series] ?? run.record(place).series, user: user,
      tokens: row.record.tokens, reportedTotal: row.record.reportedTotal.map { TokenCount($0) },
      searchQueries: Int(row.record.searchQueries),
      latencyMilliseconds: row.record.latencyMilliseconds, flags: row.record.flags,
      requests: row.record.requests, origin: RecordOrigin(line: row.record.line))
  }

  /// Adds a record whose key is free.
  private mutating func add(_ record: UsageRecord, reading: Int64) throws {
    var batch = UsageBatch()
    batch.append(record)
    var run = try run(batch, nil, reading: reading)
    accumulator.add(run)
    try run.add(0, to: &insertion, &kinds)
    _ = try insertion.run()
  }

  private mutating func remove(_ row: KnownRecords.Row) throws {
    accumulator.remove(
      row.record, series: row.series, user: row.user,
      contextOver: thresholds.exceeded(by: row.record))
    try known.remove(row.record.key)
    users.release(row.user)
  }

  /// Takes out spans that repeat those below them; gives how many requests that were.
  mutating func cover(_ spans: [RequestKey]) throws -> Int {
    var removed = 0
    for span in spans {
      try covered.add(span)
      for key in span.low == 0 ? try known.keys(high: span.high) : [span] {
        guard let row = try known.row(of: key), row.record.flags.contains(.keyIsSpan) else {
          continue
        }
        try remove(row)
        removed += row.record.requests
      }
    }
    return removed
  }

  /// Takes out what of a file may have been read in part.
  mutating func forgetInPart(ofFile file: Int64, openRows: [RequestKey]) throws {
    forgotten.removeAll()
    for key in try known.cutStreams(ofFile: file) + openRows {
      guard let row = try known.row(of: key) else { continue }
      try remove(row)
      forgotten[key] = row
    }
  }

  /// Forgets what was taken out and did not come again; gives how many requests that were.
  mutating func takeForgotten() -> Int {
    defer { forgotten.removeAll() }
    return forgotten.values.reduce(0) { $0 + $1.record.requests }
  }

  /// Adds a record that was taken out, with what was known of it; false for all others.
  private mutating func bringBack(_ run: inout BatchRun, _ place: Int) throws -> Bool {
    let new = run.record(place)
    guard let row = forgotten.removeValue(forKey: new.key) else { return false }
    let earlier = try record(row, beside: run, place)
    var record = RecordMerge.merged(earlier, with: new) ?? earlier
    record.flags.subtract(.rowIsOpen)
    record.flags.formUnion(new.flags.intersection(.rowIsOpen))
    record.origin = new.origin
    try add(record, reading: run.reading)
    run.outcome.duplicates += record.requests
    return true
  }
}

extension ContextThresholds {
  /// The highest threshold that a record's prompt exceeds; 0 for a sum of several prompts.
  func exceeded(by record: UsageBatch.Row) -> Int64 {
    guard let lowest = tokens.first, !record.flags.contains(.promptIsSum) else { return 0 }
    let prompt = record.tokens.prompt
    return prompt <= lowest ? 0 : exceeded(by: prompt).value
  }
}
