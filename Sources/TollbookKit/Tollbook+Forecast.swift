import Analysis
import Ledger
import Pricing
import Quantities
import Reports
import Usage

/// What a forecast is asked for, in the front door's words: the rest is the ledger's and the book's.
public struct ForecastQuestion: Sendable {
  /// How many months, the one of `asOf` included.
  public var months = 12
  /// How many active users there will be.
  public var users = MAUPlan.observed
  /// The days to learn from; nil for the newest ones, as long as each target month.
  public var window: Range<Day>?
  /// The first day that is not known yet; nil for the day after the log's last day.
  public var asOf: Day?
  /// At which prices: each future day at its own, or all at one day's.
  public var valuation = PriceTime.then
  /// Whether usage of models that end without a successor is left out.
  public var dropRetired = false
  /// Tokens of a successor for one of its predecessor, by model.
  public var tokenRatios: [String: DecimalFactor] = [:]
  /// What is changed about the recorded usage before it is learned from.
  public var levers: [Lever] = []
  /// Sets whatever else an input has: levels, constants, exclusions, fees.
  public var refine: @Sendable (inout ForecastInput) -> Void = { _ in }

  /// Twelve months with as many users as now.
  public init() {}
}

extension Tollbook {
  /// What the recorded usage will cost; see `Forecast`.
  ///
  /// - Parameter question: What is asked for.
  /// - Returns: The forecast.
  /// - Throws: `ForecastRefusal` where the log does not support one.
  public func forecast(_ question: ForecastQuestion) throws -> Forecast {
    try pricingLedger { ledger in
      guard let extent = try ledger.extent() else { throw ForecastRefusal.noUsage(nil) }
      let firstDay = zone.day(of: extent.first)
      let lastSlot = Instant(microseconds: extent.end.microseconds - 1)
      let asOf = question.asOf ?? min(today, zone.day(of: lastSlot).adding(days: 1))
      var input = input(question, asOf: asOf)
      let plan = WindowPlan(
        asOf: asOf, months: question.months, firstDay: firstDay, chosen: question.window,
        most: input.constants.keptWindows)
      let monthToDate =
        try plan.monthToDate.isEmpty ? [] : sums(in: period(plan.monthToDate), of: ledger)
      let usage = try userUsage(
        of: plan.days ?? asOf..<asOf, under: question.levers, for: &input, in: ledger)
      return try Forecast(
        from: UsageHistory(
          usage: usage, firstDay: firstDay, monthToDate: monthToDate, chosen: question.window),
        input)
    }
  }

  /// The same for what is asked most often.
  ///
  /// - Parameters:
  ///   - months: How many months, the current one included.
  ///   - users: How many active users there will be.
  ///   - valuation: At which prices: each future day at its own, or all at one day's.
  ///   - dropRetired: Whether usage of models that end without a successor is left out.
  ///   - isForced: Whether a log that is too short is forecast all the same, without a range.
  /// - Returns: The forecast.
  /// - Throws: `ForecastRefusal` where the log does not support one.
  public func forecast(
    months: Int, users: MAUPlan, valuation: PriceTime = .then, dropRetired: Bool = false,
    isForced: Bool = false
  ) throws -> Forecast {
    var question = ForecastQuestion()
    question.months = months
    question.users = users
    question.valuation = valuation
    question.dropRetired = dropRetired
    question.refine = { $0.isForced = isForced }
    return try forecast(question)
  }

  /// What a scenario would cost; no ledger is needed.
  ///
  /// - Throws: `TollbookError` for a lever that cannot be moved, as on a log; `ForecastRefusal` for
  ///   what else stands against a forecast.
  public func forecast(of scenario: Scenario, _ question: ForecastQuestion) throws -> Forecast {
    do {
      return try Forecast(of: scenario, input(question, asOf: today))
    } catch ForecastRefusal.lever(let refusal) {
      throw TollbookError(.inputData, refusal.explanation, next: refusal.remedy)
    }
  }

  func input(_ question: ForecastQuestion, asOf: Day) -> ForecastInput {
    var input = ForecastInput(
      book: book, asOf: asOf, zone: zone, months: question.months, users: question.users,
      valuation: question.valuation, dropRetired: question.dropRetired,
      tokenRatios: question.tokenRatios)
    question.refine(&input)
    return input
  }

  /// The instants of days, first to last.
  func period(_ days: Range<Day>) -> Period {
    Period(from: zone.start(of: days.lowerBound), until: zone.start(of: days.upperBound))
  }
}
