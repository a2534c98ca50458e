import Quantities
import SQLite
import Usage

extension Ledger {
  /// The usage of each user in a period, summed between the instants at which something changes for
  /// the reader: `sums` with rows of their own for each user, and for requests without one.
  ///
  /// There are no sums by user to begin with, so every record is read, in one pass; unless the ledger
  /// knows no user, where they are `sums`.
  ///
  /// - Parameters:
  ///   - period: Half-open; a quarter of an hour belongs to it that begins in it.
  ///   - cuts: In any order; a quarter of an hour lies after a cut if it begins at or after it.
  ///   - thresholds: The context thresholds that must be kept apart.
  /// - Returns: The rows, whose `slot` is the start of their stretch.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func userSums(
    in period: Period, cutAt cuts: some Sequence<Instant>, thresholds: ContextThresholds
  ) throws -> UserSums {
    let nameOf = try userNames()
    guard !nameOf.isEmpty, let extent = try extent() else {
      var none = UserSums(sums: SumTable(), starts: [], series: [:], names: [:])
      none.rows = try sums(in: period, cutAt: cuts, thresholds: thresholds)
      return none
    }
    let starts = self.starts(of: cuts, in: period, since: extent.first)
    return UserSums(
      sums: try userSums(in: period, starts, thresholds), starts: starts,
      series: try knownSeries(), names: nameOf)
  }

  private func userSums(
    in period: Period, _ starts: [Int64], _ thresholds: ContextThresholds
  ) throws -> SumTable {
    var sums = SumTable()
    sums.reserve(try requestsAtMost(in: period, 1 << 20))
    var stretches = StretchFinder(starts)
    try eachRecord(in: period) { row, slot in
      sums.addSoon(
        row.record.tokens, requests: Int64(row.record.requests),
        to: SumTable.Key(
          place: UserSums.place(ofStretch: stretches.number(of: slot), user: row.user),
          series: row.series, contextOver: thresholds.exceeded(by: row.record),
          meters: row.record.tokens.mask))
    }
    sums.settle()
    return sums
  }

  /// How many requests the days of a period have that are of UTC, or the most that is asked about.
  package func requestsAtMost(in period: Period, _ most: Int) throws -> Int {
    let day = 96 * Instant.slotMicroseconds
    let find = try connection.prepare(
      """
      SELECT min(coalesce(SUM(requests), 0), ?)
      FROM usage_rollup_spans
      WHERE quarters = 96 AND start >= ? AND start < ?
      """)
    try find.bind(1, Int64(most))
    try find.bind(2, period.from.map { RollupSpan.floor($0.microseconds, day) } ?? .min)
    try find.bind(3, period.until?.microseconds ?? .max)
    return try find.step() ? max(0, Int(find.int64(0))) : 0
  }

  /// Hands out the records of a period one by one, to be summed by user: without a row for each,
  /// which has half a dozen references that a million records have in common.
  ///
  /// - Parameters:
  ///   - period: Half-open; a quarter of an hour belongs to it that begins in it.
  ///   - cuts: In any order; a quarter of an hour lies after a cut if it begins at or after it.
  ///   - thresholds: The context thresholds that must be kept apart.
  ///   - head: Makes what the records of a stretch, series, band and set of meters share, from a row
  ///     of one of them; asked once for each. Nil leaves them out.
  ///   - add: Takes a record: what it shares, the user's number or 0 for nobody, its requests and its
  ///     tokens.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func eachRecord<Head>(
    in period: Period, cutAt cuts: some Sequence<Instant>, thresholds: ContextThresholds,
    head: (RollupRow) -> Head?,
    add: (_ head: Head, _ user: Int64, _ requests: Int64, _ tokens: MeteredTokens) -> Void
  ) throws {
    guard let extent = try extent() else { return }
    let series = try knownSeries()
    let starts = self.starts(of: cuts, in: period, since: extent.first)
    var stretches = StretchFinder(starts)
    var heads = HeadTable<Head?>()
    try eachRecord(in: period) { row, slot in
      let record = row.record
      let requests = Int64(record.requests)
      let stretch = stretches.number(of: slot)
      let key = SumTable.Key(
        place: Int64(stretch), series: row.series,
        contextOver: thresholds.exceeded(by: record), meters: record.tokens.mask)
      let shared = heads.value(of: key) {
        series[row.series].flatMap { series in
          head(
            RollupRow(
              slot: Instant(microseconds: starts[stretch] * Instant.slotMicroseconds),
              series: series, contextOver: TokenCount(key.contextOver), requests: record.requests,
              tokens: record.tokens))
        }
      }
      if let shared { add(shared, row.user, requests, record.tokens) }
    }
  }

  /// Where stretches of time begin that nothing is summed across, the first of them included.
  func starts(
    of cuts: some Sequence<Instant>, in period: Period, since first: Instant
  ) -> [Int64] {
    let first = max(slot(first), period.from.map { slot($0) } ?? .min)
    return [first] + Set(cuts.map { slot($0) }).filter { $0 > first }.sorted()
  }

  /// The names of all users by their numbers.
  package func userNames() throws -> [Int64: String] {
    let names = try connection.prepare("SELECT user_id, name FROM users")
    var nameOf: [Int64: String] = [:]
    while try names.step() { nameOf[names.int64(0)] = names.text(1) }
    return nameOf
  }
}

/// Values by the keys of sums, made on first sight and looked up for each record.
private struct HeadTable<Value> {
  private var keys: [SumTable.Key] = []
  private var values: [Value] = []
  private var finder = SlotFinder()

  /// The value of a key.
  mutating func value(of key: SumTable.Key, make: () -> Value) -> Value {
    let hash = SumTable.hash(key)
    var probe = finder.probe(hash)
    while let index = finder.next(&probe) {
      if keys[index] == key { return values[index] }
    }
    let value = make()
    finder.add(hash, keys.count)
    keys.append(key)
    values.append(value)
    return value
  }
}

/// Which of some stretches of time a slot lies in: mostly that of the slot before it.
struct StretchFinder {
  private let starts: [Int64]
  private var latest = 0

  /// Stretches that begin at these slots, ascending, the first of which nothing is before.
  init(_ starts: [Int64]) { self.starts = starts }

  mutating func number(of slot: Int64) -> Int {
    let isSame = starts[latest] <= slot && (latest + 1 == starts.count || slot < starts[latest + 1])
    if isSame { return latest }
    var low = 0
    var high = starts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= slot { low = middle } else { high = middle }
    }
    latest = low
    return low
  }
}
