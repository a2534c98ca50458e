import Quantities

/// Batches without what happened too long ago.
extension UsageBatch {
  /// The batch without what happened before an instant, and how many requests that was; nil where
  /// nothing did.
  ///
  /// Series and users of which nothing is left are not in it either: the ledger would keep the names
  /// of people of whom it was told to forget everything.
  package func leavingOut(before instant: Instant) -> (kept: UsageBatch, requests: Int)? {
    guard rows.contains(where: { $0.occurredAt < instant }) else { return nil }
    var kept = UsageBatch()
    kept.linesBefore = linesBefore
    var requests = 0
    for var row in rows {
      guard row.occurredAt >= instant else {
        requests += row.requests
        continue
      }
      row.series = kept.position(of: series[Int(row.series)])
      if row.user >= 0 { row.user = kept.position(ofUser: users[Int(row.user)]) }
      kept.append(row)
    }
    return (kept, requests)
  }
}
