/// The constants under the names by which JSON shows them and `--constant` sets them.
extension ForecastConstants {
  /// Every constant, in order.
  public var named: [(name: String, value: Double)] {
    [
      ("pooled_windows", Double(pooledWindows)), ("kept_windows", Double(keptWindows)),
      ("pooled_without_users", Double(pooledWithoutUsers)),
      ("weekday_weeks", Double(weekdayWeeks)), ("weekday_shrink", Double(weekdayShrink)),
      ("weekday_floor_over", Double(weekdayFloorOver)), ("common_weight", Double(commonWeight)),
      ("common_deviation", commonDeviation), ("spread_weight", Double(spreadWeight)),
      ("spread_variation", spreadVariation), ("tail_inflation", tailInflation), ("drift", drift),
      ("users_weight", Double(usersWeight)), ("users_deviation", usersDeviation),
      ("volume_deviation", volumeDeviation), ("largest_deviation", largestDeviation),
      ("error_windows", Double(errorWindows)), ("spread_windows", Double(spreadWindows)),
      ("assumed_return", assumedReturn), ("least_month_share", leastMonthShare),
      ("mix_break_points", Double(mixBreakPoints)),
    ]
  }

  /// Sets a constant; false where there is none of this name, or the value cannot be.
  ///
  /// Counts are whole numbers from 1 to 1000, all others 0 to 1000.
  public mutating func set(_ name: String, to value: Double) -> Bool {
    guard value >= 0, value <= 1000 else { return false }
    if let place = real(name) {
      self[keyPath: place] = value
      return true
    }
    guard let place = whole(name), value >= 1, let count = Int(exactly: value) else { return false }
    self[keyPath: place] = count
    return true
  }

  private func real(_ name: String) -> WritableKeyPath<ForecastConstants, Double>? {
    switch name {
    case "common_deviation": \.commonDeviation
    case "spread_variation": \.spreadVariation
    case "tail_inflation": \.tailInflation
    case "drift": \.drift
    case "users_deviation": \.usersDeviation
    case "volume_deviation": \.volumeDeviation
    case "largest_deviation": \.largestDeviation
    case "assumed_return": \.assumedReturn
    case "least_month_share": \.leastMonthShare
    default: nil
    }
  }

  private func whole(_ name: String) -> WritableKeyPath<ForecastConstants, Int>? {
    switch name {
    case "pooled_windows": \.pooledWindows
    case "kept_windows": \.keptWindows
    case "pooled_without_users": \.pooledWithoutUsers
    case "weekday_weeks": \.weekdayWeeks
    case "weekday_shrink": \.weekdayShrink
    case "weekday_floor_over": \.weekdayFloorOver
    case "common_weight": \.commonWeight
    case "spread_weight": \.spreadWeight
    case "users_weight": \.usersWeight
    case "error_windows": \.errorWindows
    case "spread_windows": \.spreadWindows
    case "mix_break_points": \.mixBreakPoints
    default: nil
    }
  }
}
