import Quantities
import SQLite
import Usage

/// How long requests took, where the log says.
extension Ledger {
  /// How many requests of a model took how many milliseconds.
  package struct LatencyCount {
    /// Who sells the model, and the model.
    package let series: UsageSeries
    /// The milliseconds.
    package let milliseconds: Int64
    /// How many requests.
    package let requests: Int
  }

  /// The times of a period's requests, counted by series and millisecond.
  ///
  /// This reads every record of the ledger. A record that stands for several requests, or for a part
  /// of one, has no time of a single request and is left out.
  ///
  /// - Parameter period: Half-open.
  /// - Returns: Counts, in order of series and time.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func latencies(in period: Period) throws -> [LatencyCount] {
    let series = try knownSeries()
    let statement = try connection.prepare(
      """
      SELECT series_id, latency_ms, COUNT(*)
      FROM usage_records
      WHERE latency_ms IS NOT NULL AND requests = 1
        AND occurred_at >= :from AND occurred_at < :until
      GROUP BY series_id, latency_ms
      ORDER BY series_id, latency_ms
      """)
    try statement.bind(":from", period.from?.microseconds ?? .min)
    try statement.bind(":until", period.until?.microseconds ?? .max)
    var counts: [LatencyCount] = []
    while try statement.step() {
      guard let series = series[statement.int64(0)] else { continue }
      counts.append(
        LatencyCount(
          series: series, milliseconds: statement.int64(1), requests: Int(statement.int64(2))))
    }
    return counts
  }
}
