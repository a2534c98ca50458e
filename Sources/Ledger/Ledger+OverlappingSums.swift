import Quantities
import SQLite
import Usage

/// Sums of a vendor's statistics that sum the same usage, cut in two ways.
extension Ledger {
  /// A seller whose usage of some time was told in two ways.
  package struct OverlappingSums: Hashable, Sendable {
    package let provider: String
    /// The names of the two ways.
    package let ways: [String]
    /// The time that both tell of; in between may be time of which one does.
    package let first: Instant
    package let end: Instant
  }

  private static let overlapping = "overlapping_sums"

  /// One bucket of one model.
  private struct Bucket {
    let model: String?
    let start: Int64
    let end: Int64
    let way: String
  }

  /// What was told in two ways, as of the last import.
  package func overlappingSums() throws -> [OverlappingSums] {
    try (setting(Ledger.overlapping) ?? "").split(separator: "\n").compactMap { line in
      let words = line.split(separator: "\t").map(String.init)
      guard words.count == 5, let first = Int64(words[1]), let end = Int64(words[2]) else {
        return nil
      }
      return OverlappingSums(
        provider: words[0], ways: [words[3], words[4]], first: Instant(microseconds: first),
        end: Instant(microseconds: end))
    }
  }

  /// Looks for what was told in two ways, and keeps what there is for those who ask.
  func noteOverlappingSums() throws {
    let found = try buckets().sorted { $0.key < $1.key }
      .flatMap { Ledger.overlaps(of: $0.value, $0.key) }
    guard try found != overlappingSums() else { return }
    let lines = found.map {
      "\($0.provider)\t\($0.first.microseconds)\t\($0.end.microseconds)\t"
        + $0.ways.joined(separator: "\t")
    }
    try setSetting(Ledger.overlapping, lines.joined(separator: "\n"))
  }

  /// The buckets of each seller, in order of time.
  private func buckets() throws -> [String: [Bucket]] {
    let statement = try connection.prepare(
      """
      SELECT DISTINCT provider, coalesce(reported_model, requested_model), occurred_at,
        json_extract(labels, '$.usage_page')
      FROM usage_series
      JOIN usage_records USING (series_id)
      WHERE json_extract(labels, '$.usage_page') IS NOT NULL
      ORDER BY occurred_at
      """)
    var buckets: [String: [Bucket]] = [:]
    while try statement.step() {
      guard let way = statement.optionalText(3), let width = Ledger.width(way) else { continue }
      let start = statement.int64(2)
      buckets[statement.text(0), default: []].append(
        Bucket(model: statement.optionalText(1), start: start, end: start + width, way: way))
    }
    return buckets
  }

  /// How long the buckets are in microseconds, from the name that the importer gives a way; nil for a
  /// label of somebody's own.
  private static func width(_ way: String) -> Int64? {
    let word = way.prefix { $0 != " " }
    // Some 2,700 years of days; what is longer nobody fetched.
    guard let number = Int64(word.dropLast()), 1...1_000_000 ~= number else { return nil }
    let seconds: Int64? =
      switch word.last {
      case "d": 86_400
      case "h": 3600
      case "m": 60
      case "s": 1
      default: nil
      }
    return seconds.map { $0 * number * 1_000_000 }
  }

  /// The ways of which two tell of the same time and model; a bucket of no model is of all.
  private static func overlaps(of buckets: [Bucket], _ provider: String) -> [OverlappingSums] {
    var found: [[String]: (first: Int64, end: Int64)] = [:]
    var open: [Bucket] = []
    for bucket in buckets {
      open.removeAll { $0.end <= bucket.start }
      for other in open where other.way != bucket.way {
        guard other.model == nil || bucket.model == nil || other.model == bucket.model else {
          continue
        }
        let ways = [other.way, bucket.way].sorted()
        let end = min(other.end, bucket.end)
        let before = found[ways]
        found[ways] = (before?.first ?? bucket.start, max(before?.end ?? end, end))
      }
      open.append(bucket)
    }
    return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      OverlappingSums(
        provider: provider, ways: $0.key, first: Instant(microseconds: $0.value.first),
        end: Instant(microseconds: $0.value.end))
    }
  }
}
