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
    let stretches = StretchFinder(starts)
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
  ///   - head: Takes a row of one of the records of a stretch, series, band and set of meters, and
  ///     gives a number to what they share; asked once for each. Nil leaves them out.
  ///   - add: Takes a record: the number of what it shares, its user's id or 0 for nobody, its requests
  ///     and its tokens.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func eachRecord(
    in period: Period, cutAt cuts: some Sequence<Instant>, thresholds: ContextThresholds,
    head: (RollupRow) -> Int?,
    add: (_ head: Int, _ user: Int64, _ requests: Int64, _ tokens: MeteredTokens) -> Void
  ) throws {
    guard let extent = try extent() else { return }
    let series = try knownSeries()
    let starts = self.starts(of: cuts, in: period, since: extent.first)
    let stretches = StretchFinder(starts)
    var heads = HeadTable()
    try eachRecord(in: period) { row, slot in
      let record = row.record
      let requests = Int64(record.requests)
      let stretch = stretches.number(of: slot)
      let key = SumTable.Key(
        place: Int64(stretch), series: row.series,
        contextOver: thresholds.exceeded(by: record), meters: record.tokens.mask)
      let number = heads.number(of: key) {
        series[row.series].flatMap { series in
          head(
            RollupRow(
              slot: Instant(microseconds: starts[stretch] * Instant.slotMicroseconds),
              series: series, contextOver: TokenCount(key.contextOver), requests: record.requests,
              tokens: record.tokens))
        }
      }
      if let number { add(number, row.user, requests, record.tokens) }
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

/// Numbers by the keys of sums, given on first sight and looked up for each record.
private struct HeadTable {
  private var entries: [(key: SumTable.Key, number: Int?)] = []
  private var finder = SlotFinder()

  /// The number of a key; nil for one that has none.
  mutating func number(of key: SumTable.Key, give: () -> Int?) -> Int? {
    let hash = SumTable.hash(key)
    var probe = finder.probe(hash)
    while let index = finder.next(&probe) {
      if entries[index].key == key { return entries[index].number }
    }
    let number = give()
    finder.add(hash, entries.count)
    entries.append((key, number))
    return number
  }
}

/// Which of some stretches of time a slot lies in.
struct StretchFinder {
  private let starts: [Int64]
  /// The stretch of each slot from the first start to the last.
  private let numbers: [Int32]

  /// So many slots, more than a century, are looked up in a table of 16 MB at most.
  private static let mostSlots: Int64 = 1 << 22

  /// Stretches that begin at these slots, ascending, the first of which nothing is before.
  init(_ starts: [Int64]) {
    self.starts = starts
    guard let first = starts.first, let last = starts.last,
      last.subtractingReportingOverflow(first).overflow == false, last - first < Self.mostSlots
    else {
      numbers = []
      return
    }
    var numbers = [Int32](repeating: 0, count: Int(last - first) + 1)
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : last + 1
      for slot in start..<end { numbers[Int(slot - first)] = Int32(clamping: number) }
    }
    self.numbers = numbers
  }

  /// The number of the stretch; the last one has no end.
  func number(of slot: Int64) -> Int {
    if !numbers.isEmpty {
      return Int(numbers[max(0, min(Int(slot - starts[0]), numbers.count - 1))])
    }
    var low = 0
    var high = starts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= slot { low = middle } else { high = middle }
    }
    return low
  }
}
