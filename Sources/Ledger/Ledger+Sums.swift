import Quantities
import SQLite
import Usage

extension Ledger {
  /// The usage of a period, summed between the instants at which something changes for the reader.
  ///
  /// What may be summed is the reader's to say: a day begins, a price changes. Between two such cuts
  /// there is one row for each series, context band and set of meters, with the start of its stretch
  /// for a slot. It is read from sums of days and hours as far as the cuts allow, so that the time it
  /// takes follows from the number of cuts and series, hardly from the length of the period and not
  /// at all from the number of requests.
  ///
  /// - Parameters:
  ///   - period: Half-open; a quarter of an hour belongs to it that begins in it.
  ///   - cuts: In any order; a quarter of an hour lies after a cut if it begins at or after it.
  ///   - thresholds: The context thresholds that must be kept apart. If the rollup does not, the
  ///     rows are those of `rollupRows`, with a row for each quarter of an hour.
  /// - Returns: The rows, in order of time.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func sums(
    in period: Period, cutAt cuts: some Sequence<Instant>, thresholds: ContextThresholds
  ) throws -> [RollupRow] {
    guard keepsApart(thresholds) else {
      return try rollupRows(in: period, thresholds: thresholds)
    }
    return try connection.reading { try readSums(in: period, cutAt: Set(cuts.map { slot($0) })) }
  }

  private func readSums(in period: Period, cutAt cuts: Set<Int64>) throws -> [RollupRow] {
    guard let extent = try extent() else { return [] }
    let first = max(slot(extent.first), period.from.map { slot($0) } ?? .min)
    let end = min(slot(extent.end), period.until.map { slot($0) } ?? .max)
    guard first < end else { return [] }
    return try SpanReader(connection).rows(
      in: first..<end, cutAt: cuts.sorted(), series: try knownSeries())
  }

  /// The usage of some days, each day's by itself: `sums` with a cut wherever a day begins.
  ///
  /// - Parameters:
  ///   - days: The days, in the calendar of the zone.
  ///   - zone: The zone.
  ///   - cuts: More instants at which rows are cut: where prices change.
  ///   - thresholds: The context thresholds that must be kept apart.
  /// - Returns: As many lists of rows as there are days, in their order.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func sumsByDay(
    _ days: Range<Day>, zone: TimeZoneRules, cutAt cuts: some Sequence<Instant>,
    thresholds: ContextThresholds
  ) throws -> [[RollupRow]] {
    let starts = (days.lowerBound.number...days.upperBound.number).map {
      zone.start(of: Day(number: $0))
    }
    guard let first = starts.first, let end = starts.last else { return [] }
    let rows = try sums(
      in: Period(from: first, until: end), cutAt: starts + cuts, thresholds: thresholds)
    var result = [[RollupRow]](repeating: [], count: starts.count - 1)
    var day = 0
    for row in rows {
      while day + 1 < result.count, starts[day + 1] <= row.slot { day += 1 }
      result[day].append(row)
    }
    return result
  }

  /// The first slot that begins at or after an instant, in quarters of an hour since 1970.
  func slot(_ instant: Instant) -> Int64 {
    let length = Instant.slotMicroseconds
    let quotient = instant.microseconds / length
    return instant.microseconds % length > 0 ? quotient + 1 : quotient
  }
}
