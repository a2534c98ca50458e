import Quantities

/// The name of a way to cut an organization's usage into sums: how long the buckets are, and by what
/// they are grouped.
///
/// The same usage can be asked for in several ways, and each answer has sums of its own. It becomes the
/// label `usage_page`, by which they can be told apart.
enum UsageBucket {
  /// The label.
  static let label = "usage_page"

  /// The name; nil where nothing says when a bucket ends.
  static func name(start: Instant?, end: Instant?, grouping: [String]) -> String? {
    guard let start, let end, end > start else { return nil }
    let seconds = (end.microseconds - start.microseconds) / 1_000_000
    let width =
      switch seconds {
      case 86_400: "1d"
      case 3600: "1h"
      case 60: "1m"
      default: "\(seconds)s"
      }
    return grouping.isEmpty ? width : "\(width) by \(grouping.sorted().joined(separator: ","))"
  }
}
