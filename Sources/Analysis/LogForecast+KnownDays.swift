import Quantities
import Usage

/// What it means for a window that some of its days are not known: the log is shorter than a month,
/// or they are a gap, or left out.
///
/// Usage of the days that are known stands for that of all days, by weight. Users do not scale with
/// days: most of those of one day are those of the next. So the users of the known days are
/// extrapolated by how fast they add up within them, and of fewer than `fewestDays` known days,
/// which do not show how fast, nothing is taken.
extension LogForecast {
  /// How many days of a range are known.
  func knownDays(_ days: Range<Day>) -> Int {
    removed.isEmpty ? days.count : days.count { !removed.contains($0) }
  }

  /// The ranges of which enough days are known for what they say of users.
  mutating func knownRanges(_ ranges: [Range<Day>]) throws(ForecastRefusal) -> [Range<Day>] {
    let fewest = ForecastRefusal.fewestDays
    let known = ranges.filter { knownDays($0) >= min(fewest, $0.count) }
    guard known.count < ranges.count else { return ranges }
    guard !known.isEmpty else {
      let most = ranges.map { knownDays($0) }.max() ?? 0
      // Where no day is known at all, what leaves them out is named instead.
      try refuse(most > 0 ? .tooFewDays(most) : nil)
      return ranges
    }
    for days in ranges where knownDays(days) < min(fewest, days.count) {
      warnOnce(.unknownWindow(days, known: knownDays(days)))
    }
    return known
  }

  /// Says that users were extrapolated: always of a short log, and of days that were left out where
  /// it makes a difference.
  mutating func warnIfShort(_ windows: UserWindows, _ factors: ArraySlice<Exact>) {
    let short = zip(windows.windows, factors).filter { window, factor in
      window.days.count < windows.monthLength || factor != .one
    }
    guard let days = short.map({ knownDays($0.0.days) }).min() else { return }
    warnOnce(.shortLog(days: days, month: windows.monthLength))
  }

  /// How many times the users of a window's known days a whole month has: distinct users still add
  /// up.
  func accumulation(_ windows: UserWindows, _ window: UserWindows.Window) -> Exact {
    let known = window.days.filter { !removed.contains($0) }
    guard known.count < windows.monthLength else { return .one }
    let length = known.count
    // A log whose second half is empty has no second half to compare with.
    guard length > 1 else { return .one }
    let half = known[length - length / 2]
    let late = Set(
      usage.cells.filter { cell in
        let day = usage.day(of: cell)
        return cell.user >= 0 && day >= half && day < window.days.upperBound
          && !removed.contains(day)
      }.map(\.user))
    guard !late.isEmpty else { return .one }
    let growth = Elementary.ln(Double(window.activeUsers) / Double(late.count))
    let exponent = max(
      0, min(1, growth / Elementary.ln(Double(length) / Double(length / 2))))
    return .trillionths(
      Elementary.power(Double(windows.monthLength) / Double(length), exponent))
  }
}
