import Pricing
import Quantities

/// What the method would have said at each past month start of a log, beside what happened.
///
/// Only what the log held at that time is used. Prices are those of the book as it is now, each day
/// at its own: what is tried is the forecast of use, not the knowledge of price lists.
public struct Backtest: Sendable {
  /// Every month that was forecast from every past month start, in order of origin and then of month.
  public let cases: [Case]
  /// How well it went, by how many months ahead.
  public let summaries: [Summary]
  /// Past month starts at which the log did not support a forecast, and why.
  public let refused: [Refused]
  /// Whether the users of each month were given, as somebody who plans them would have.
  public let givesUsers: Bool
  /// The levels of the ranges, in percent.
  public let levels: [Int]

  /// One month that was forecast, and happened.
  public struct Case: Sendable {
    /// The first day that was not known.
    public let origin: Day
    /// Which month.
    public let month: Month
    /// How many months ahead; 1 for the one that began on the origin.
    public let ahead: Int
    /// The users there were in the month; nil where they are not known.
    public let users: Int?
    /// What it cost, at the prices of each day; nil where some of its usage has no price.
    public let actual: Money?
    /// What of the month has no price.
    public let unpriced: UnpricedUsage
    /// What would have been said; nil where some of what was forecast has no price.
    public let forecast: Money?
    /// What of the forecast has no price.
    public let forecastUnpriced: UnpricedUsage
    /// The range that would have been given; nil where there was none.
    public let range: ForecastRange?
    /// The month before the origin times the change of users; nil where the log lacks that
    /// month, or a price in it.
    public let lastMonth: Money?
    /// The newest 28 days by weekday, over the month's weekdays; nil where the log lacks a day,
    /// or a price on one.
    public let weekdayMean: Money?

    /// What was said less what happened; nil where one of them is not known.
    public var error: Money? {
      guard let actual, let forecast else { return nil }
      return forecast - actual
    }

    /// Whether a range held what happened; nil without a range, or without a cost.
    public func isInside(percent: Int) -> Bool? {
      guard let actual else { return nil }
      return range?.bounds(percent: percent).map { $0.low <= actual && actual <= $0.high }
    }
  }

  /// All months forecast so many months ahead.
  public struct Summary: Sendable {
    /// How many months ahead.
    public let ahead: Int
    /// How many there are that have a price, both as they were and as forecast: no others count.
    public let cases: Int
    /// The sum of the errors' sizes over what it cost; nil where that is nothing.
    public let error: ExactRatio?
    /// The sum of the errors over what it cost: above zero where too much was said.
    public let bias: ExactRatio?
    /// By level, the share of ranges that held what happened; nil where there were none.
    public let coverage: [ExactRatio?]
    /// How many of the months "last month × users" has a figure for.
    public let lastMonthCases: Int
    /// How many of the months "28 days by weekday" has a figure for.
    public let weekdayMeanCases: Int
    /// How many months the methods are compared over: those that all of them have, a plain method
    /// that has none left aside.
    public let compared: Int
    /// The first error over the months compared.
    public let comparedError: ExactRatio?
    /// The same for "last month × users".
    public let lastMonthError: ExactRatio?
    /// The same for "28 days by weekday".
    public let weekdayMeanError: ExactRatio?
  }

  /// A past month start without a forecast.
  public struct Refused: Sendable {
    /// The first day that was not known.
    public let origin: Day
    /// Why.
    public let refusal: ForecastRefusal
  }
}

extension Backtest.Summary {
  init(_ all: [Backtest.Case], ahead: Int, levels: [Int]) {
    // A part that has no price would count as free, and the method as too dear.
    let cases = all.filter { $0.error != nil }
    self.ahead = ahead
    self.cases = cases.count
    let actual = cases.compactMap(\.actual).reduce(.zero, +)
    error = Self.relativeError(cases, of: \.forecast)
    bias = ExactRatio(cases.compactMap(\.error).reduce(.zero, +), to: actual)
    coverage = levels.map { percent in
      let answers = cases.compactMap { $0.isInside(percent: percent) }
      return ExactRatio(answers.count { $0 }, to: answers.count)
    }
    lastMonthCases = cases.count { $0.lastMonth != nil }
    weekdayMeanCases = cases.count { $0.weekdayMean != nil }
    let common = Self.common(cases)
    compared = common.count
    comparedError = Self.relativeError(common, of: \.forecast)
    lastMonthError = Self.relativeError(common, of: \.lastMonth)
    weekdayMeanError = Self.relativeError(common, of: \.weekdayMean)
  }

  /// The months of every method: a log's first one is often hard, and no plain method has it.
  private static func common(_ cases: [Backtest.Case]) -> [Backtest.Case] {
    let plain: [(Backtest.Case) -> Money?] = [{ $0.lastMonth }, { $0.weekdayMean }]
    let known = plain.filter { method in cases.contains { method($0) != nil } }
    guard !known.isEmpty else { return [] }
    return cases.filter { one in known.allSatisfy { $0(one) != nil } }
  }

  private static func relativeError(
    _ cases: [Backtest.Case], of forecast: (Backtest.Case) -> Money?
  ) -> ExactRatio? {
    var (missed, actual) = (Money.zero, Money.zero)
    for one in cases {
      guard let forecast = forecast(one), let cost = one.actual else { continue }
      missed += forecast < cost ? cost - forecast : forecast - cost
      actual += cost
    }
    return ExactRatio(missed, to: actual)
  }
}
