import Usage

extension RollupRow {
  /// Labels that tell users apart where requests do not name them, the best first.
  private static let standIns = ["api_key_id", "api_key", "session_id", "session"]

  /// Whose row it is, as far as that can be told: the user, else the label that stands in for one.
  var userOrStandIn: String? { user ?? standIn }

  /// The label that stands in for a user where requests name none; nil where there is none.
  var standIn: String? {
    guard !series.labels.isEmpty else { return nil }
    for label in Self.standIns {
      if let value = series.labels[label] { return "\(label) \(value)" }
    }
    return nil
  }
}
