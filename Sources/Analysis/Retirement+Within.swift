extension RetirementReport {
  /// The report with only those models that end within so many days, have ended already, or are
  /// not known to the price book.
  public func within(days: Int) -> RetirementReport {
    let near = warnings.filter { warning in
      switch warning.status {
      case .unknownModel, .passed: true
      case .noneAnnounced, .limitedAccess: false
      case .scheduled: warning.daysLeft.map { $0 <= days } ?? false
      }
    }
    return RetirementReport(
      asOf: asOf, warnings: near, oldBooks: oldBooks, bookVersion: bookVersion)
  }
}
