import Pricing
import Quantities
import Usage

extension Backtest {
  /// Tries the method on a log's own past.
  ///
  /// - Parameters:
  ///   - usage: All of the log, by user and day.
  ///   - rows: All of the log, at its own times.
  ///   - horizon: How many months ahead are looked at.
  ///   - givesUsers: Whether each month's users are given.
  ///   - input: The book, the zone and the method; its `asOf` is the first day that is not known.
  /// - Throws: `noPastMonth` where no month can be tried.
  public init(
    _ usage: UserUsage, rows: [RollupRow], horizon: Int, givesUsers: Bool, _ input: ForecastInput
  ) throws(ForecastRefusal) {
    let past = PastMonths(usage, rows: rows, input)
    var cases: [Case] = []
    var refused: [Refused] = []
    var origin = past.firstDay.month.next
    while origin.next.firstDay <= input.asOf {
      do throws(ForecastRefusal) {
        cases += try past.cases(
          from: origin, horizon: horizon, givesUsers: givesUsers, input)
      } catch {
        // What is wrong with the question is no matter of one month.
        guard error.isOfTheLog else { throw error }
        refused.append(Refused(origin: origin.firstDay, refusal: error))
        // After the log's end there is nothing to learn from, in any later month either.
        if error.isOfNoUsage, past.lastDay.map({ $0 < origin.firstDay }) ?? true { break }
      }
      origin = origin.next
    }
    guard !cases.isEmpty else { throw refused.first?.refusal.ofThePast ?? .noPastMonth }
    self.cases = cases
    self.refused = refused
    self.givesUsers = givesUsers
    levels = input.levels
    summaries = Set(cases.map(\.ahead)).sorted().map { ahead in
      Summary(cases.filter { $0.ahead == ahead }, ahead: ahead, levels: input.levels)
    }
  }
}

/// What happened, day by day and month by month.
private struct PastMonths {
  let usage: UserUsage
  let firstDay: Day
  /// What each day cost, from the first one on.
  private let daily: [Money]
  /// What of each day has no price; days with prices throughout are left out.
  private let unpriced: [Day: UnpricedUsage]
  private let users: [Month: Int]
  /// The last day with usage; nil where there is none.
  let lastDay: Day?

  init(_ usage: UserUsage, rows: [RollupRow], _ input: ForecastInput) {
    self.usage = usage
    firstDay = usage.days.lowerBound
    var daily = [Money](repeating: .zero, count: usage.days.count)
    var valuation = Valuation(book: input.book)
    var unpriced: [Day: UnpricedUsage] = [:]
    for row in rows {
      let day = input.zone.day(of: row.slot)
      let place = firstDay.days(until: day)
      guard daily.indices.contains(place) else { continue }
      let charge = valuation.charge(for: row)
      daily[place] += charge.cost
      guard !charge.reasons.isEmpty else { continue }
      unpriced[day, default: .none] += UnpricedUsage(
        requests: Int64(charge.unpricedRequests), tokens: charge.unpricedTokens,
        reasons: charge.reasons)
    }
    self.daily = daily
    self.unpriced = unpriced
    lastDay = usage.cells.map(\.day).max().map { usage.days.lowerBound.adding(days: Int($0)) }
    var seen: [Month: Set<Int32>] = [:]
    for cell in usage.cells where cell.user >= 0 {
      seen[usage.day(of: cell).month, default: []].insert(cell.user)
    }
    users = seen.mapValues(\.count)
  }

  /// Whether the log holds all of some days.
  private func holds(_ days: Range<Day>) -> Bool {
    days.lowerBound >= firstDay && days.upperBound <= usage.days.upperBound
  }

  /// What of some days has no price.
  private func unpriced(in days: Range<Day>) -> UnpricedUsage {
    var sum = UnpricedUsage.none
    for day in days { unpriced[day].map { sum += $0 } }
    return sum
  }

  /// What some days cost; nil where the log does not hold all of them, or a price is missing.
  private func cost(of days: Range<Day>) -> Money? {
    guard holds(days), unpriced(in: days).isEmpty else { return nil }
    return days.reduce(.zero) { $0 + daily[firstDay.days(until: $1)] }
  }

  func cases(
    from origin: Month, horizon: Int, givesUsers: Bool, _ input: ForecastInput
  ) throws(ForecastRefusal) -> [Backtest.Case] {
    var months: [Month] = []
    while months.count < horizon, origin.adding(months: months.count + 1).firstDay <= input.asOf {
      months.append(origin.adding(months: months.count))
    }
    var then = input
    then.asOf = origin.firstDay
    then.months = months.count
    let known = users.filter { months.contains($0.key) }
    then.users = givesUsers && !known.isEmpty ? .path(known) : .observed
    let forecast = try Forecast(
      from: UsageHistory(usage: usage.before(origin.firstDay), firstDay: firstDay), then)
    return zip(months, forecast.months).enumerated().compactMap { index, pair in
      guard holds(pair.0.days) else { return nil }
      let isPriced = pair.1.unpriced.isEmpty
      return Backtest.Case(
        origin: origin.firstDay, month: pair.0, ahead: index + 1, users: users[pair.0],
        actual: cost(of: pair.0.days), unpriced: unpriced(in: pair.0.days),
        forecast: isPriced ? pair.1.cost : nil, forecastUnpriced: pair.1.unpriced,
        range: isPriced ? pair.1.range : nil,
        lastMonth: lastMonth(origin.previous, pair.0),
        weekdayMean: weekdayMean(before: origin.firstDay, pair.0))
    }
  }

  /// The month before, times the users then over the users now where both are known.
  private func lastMonth(_ month: Month, _ target: Month) -> Money? {
    guard let cost = cost(of: month.days) else { return nil }
    guard let before = users[month], let now = users[target] else { return cost }
    return cost.scaled(by: Int128(now), over: Int128(before))
  }

  /// The mean of each weekday over 28 days, over the weekdays of the target month.
  private func weekdayMean(before day: Day, _ target: Month) -> Money? {
    let days = day.adding(days: -28)..<day
    guard holds(days), unpriced(in: days).isEmpty else { return nil }
    var sums = [Money](repeating: .zero, count: 7)
    for day in days { sums[day.weekday] += daily[firstDay.days(until: day)] }
    let sum = target.days.reduce(Money.zero) { $0 + sums[$1.weekday] }
    return sum.scaled(by: 1, over: 4)
  }
}
