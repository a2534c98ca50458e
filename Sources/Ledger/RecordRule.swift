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
