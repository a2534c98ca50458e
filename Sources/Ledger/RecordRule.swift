import SQLite
import Usage

/// Which recorded requests belong together, for sums that the rollup cannot give.
///
/// What a request says of itself (its size, its user) is asked of each record; what it shares with
/// others (models, labels) is asked once for each series, of the caller.
package struct RecordRule: Sendable {
  /// The tokens of the whole prompt; nil for any.
  package var prompt: ClosedRange<Int64>?
  /// The tokens of the answer without thinking; nil for any.
  package var output: ClosedRange<Int64>?
  /// Whether a series may match.
  package var series: @Sendable (UsageSeries) -> Bool
  /// Whether a user matches; nil for all, and for requests without a user.
  package var users: (@Sendable (String) -> Bool)?

  /// A rule that every request follows, unless something is asked of it.
  package init(
    prompt: ClosedRange<Int64>? = nil, output: ClosedRange<Int64>? = nil,
    series: @escaping @Sendable (UsageSeries) -> Bool = { _ in true },
    users: (@Sendable (String) -> Bool)? = nil
  ) {
    self.prompt = prompt
    self.output = output
    self.series = series
    self.users = users
  }
}

extension RecordRule {
  /// The condition in SQL, of columns of `usage_records`.
  ///
  /// - Parameters:
  ///   - series: Every series of the ledger by its number.
  ///   - parameter: The name of a parameter that holds the numbers of the rule's users as a JSON array.
  /// - Returns: An expression that is true or false, never null.
  func condition(series: [Int64: UsageSeries], users parameter: String) -> String {
    var terms: [String] = []
    let matching = series.filter { self.series($0.value) }.keys.sorted()
    if matching.count < series.count {
      terms.append("series_id IN (\(matching.map(String.init).joined(separator: ", ")))")
    }
    // The size of one request is lost in a sum of several.
    if prompt != nil || output != nil { terms.append("NOT \(RecordRule.isSum)") }
    if let prompt { terms.append(RecordRule.isWithin(prompt, MeterColumns.prompt)) }
    if let output { terms.append(RecordRule.isWithin(output, RecordRule.output)) }
    if users != nil {
      terms.append(
        "coalesce(user_id, 0) IN (SELECT value FROM json_each(\(parameter)))")
    }
    return terms.isEmpty ? "1" : terms.joined(separator: " AND ")
  }

  /// Whether a record holds the tokens of several prompts.
  static let isSum = "(flags & \(RecordFlags.promptIsSum.rawValue) <> 0 OR requests > 1)"

  /// The tokens of an answer, thinking left out.
  private static let output =
    [Meter.textOutput, .imageOutput, .audioOutput, .videoOutput].map(\.rawValue)
    .joined(separator: " + ")

  private static func isWithin(_ range: ClosedRange<Int64>, _ sum: String) -> String {
    "(\(sum)) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
  }
}
