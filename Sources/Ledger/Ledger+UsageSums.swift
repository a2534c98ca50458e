import Quantities
import SQLite
import Usage

/// Sums of a vendor's statistics beside the responses that may be among what they sum.
extension Ledger {
  /// A seller of whom there are both for the same time.
  package struct SumsBesideResponses: Hashable, Sendable {
    package let provider: String
    /// The time of the sums, as far as it is known: a bucket is a day at most.
    package let first: Instant
    package let end: Instant
    /// How many responses there are in that time.
    package let responses: Int64
  }

  /// Whose usage APIs answer with sums; the sums that coding agents write are of nothing else.
  private static let providers: [Provider] = [.openAI, .anthropic]
  private static let setting = "usage_sums"
  private static let besides = "sums_beside_responses"
  private static let isSum = """
    flags & \(RecordFlags.promptIsSum.rawValue) <> 0 AND requests <> 1
    """

  /// Notes that there are sums: a ledger without any is not searched for them.
  package func noteSums() throws {
    guard try setting(Ledger.setting) == nil else { return }
    try setSetting(Ledger.setting, "1")
  }

  /// The sellers of whom there are sums and responses for the same time, as of the last import.
  ///
  /// To look for them takes a look at every record; each question asks.
  package func sumsBesideResponses() throws -> [SumsBesideResponses] {
    try (setting(Ledger.besides) ?? "").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 4, let first = Int64(words[1]), let end = Int64(words[2]),
        let responses = Int64(words[3])
      else { return nil }
      return SumsBesideResponses(
        provider: String(words[0]), first: Instant(microseconds: first),
        end: Instant(microseconds: end), responses: responses)
    }
  }

  /// Looks for sums and responses of the same time, and keeps what there is for those who ask.
  package func noteSumsBesideResponses() throws {
    guard try setting(Ledger.setting) != nil else { return }
    let found = try Ledger.providers.compactMap { try sumsBesideResponses(of: $0.name) }
    try noteOverlappingSums()
    guard try found != sumsBesideResponses() else { return }
    let lines = found.map {
      "\($0.provider) \($0.first.microseconds) \($0.end.microseconds) \($0.responses)"
    }
    try setSetting(Ledger.besides, lines.joined(separator: "\n"))
  }

  private func sumsBesideResponses(of provider: String) throws -> SumsBesideResponses? {
    let statement = try connection.prepare(
      """
      WITH own AS (
        SELECT occurred_at, \(Ledger.isSum) AS is_sum
        FROM usage_records
        WHERE series_id IN (SELECT series_id FROM usage_series WHERE provider = :provider)
      ),
      sums AS (
        SELECT MIN(occurred_at) AS first, MAX(occurred_at) + :day AS end
        FROM own
        WHERE is_sum
      )
      SELECT first, end, COUNT(*)
      FROM sums
      JOIN own ON NOT is_sum AND occurred_at >= first AND occurred_at < end
      GROUP BY 1, 2
      """)
    try statement.bind(":provider", provider)
    try statement.bind(":day", Int64(86_400_000_000))
    guard try statement.step() else { return nil }
    return SumsBesideResponses(
      provider: provider, first: Instant(microseconds: statement.int64(0)),
      end: Instant(microseconds: statement.int64(1)), responses: statement.int64(2))
  }
}
