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
    let first = max(slot(extent.first), period.from.map { slot($0) } ?? .min)
    let starts = [first] + Set(cuts.map { slot($0) }).filter { $0 > first }.sorted()
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

  /// How many requests the days of a period have, or the most that is asked about.
  private func requestsAtMost(in period: Period, _ most: Int) throws -> Int {
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

  /// The names of all users by their numbers.
  func userNames() throws -> [Int64: String] {
    let names = try connection.prepare("SELECT user_id, name FROM users")
    var nameOf: [Int64: String] = [:]
    while try names.step() { nameOf[names.int64(0)] = names.text(1) }
    return nameOf
  }

  /// Reads the records of a period in one pass, each with its quarter of an hour.
  func eachRecord(
    in period: Period, _ body: (_ row: KnownRecords.Row, _ slot: Int64) -> Void
  ) throws {
    let find = try connection.prepare(
      """
      SELECT \(KnownRecords.columns)
      FROM records
      WHERE occurred_at >= ? AND occurred_at < ?
      """)
    try find.bind(1, period.from.map { slot($0) * Instant.slotMicroseconds } ?? .min)
    try find.bind(2, period.until.map { slot($0) * Instant.slotMicroseconds } ?? .max)
    var kinds = try KnownKinds(connection)
    while try find.step() {
      let row = try KnownRecords.row(of: RequestKey(high: 0, low: 0), find, from: 0, &kinds)
      let time = row.record.occurredAt.microseconds
      body(row, RollupSpan.floor(time, Instant.slotMicroseconds) / Instant.slotMicroseconds)
    }
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
