import Analysis
import Ledger
import Pricing
import Quantities
import Reports
import Usage

extension Tollbook {
  /// What the recorded usage would cost on other models, as a report of schema
  /// `tollbook.comparison/1`.
  package func compare(_ question: ComparisonQuestion) throws -> Report {
    let answer = try comparison(question)
    let scope = ReportScope(
      period: answer.period, zone: zone,
      prices: prices(answer.comparison.at.first ?? .day(today)))
    var report = Report.comparison(
      answer.comparison, latencies: answer.latencies, scope: scope)
    report.notes =
      Lever.remarks(question.levers).map(\.description) + [answer.remark].compactMap(\.self)
      + report.notes
    return report
  }

  /// What the recorded usage would cost on other models.
  ///
  /// - Parameters:
  ///   - candidates: Models, or mixes of them.
  ///   - asked: The usage to take, days or quarters of an hour; where an end is open, the newest
  ///     30 days of the log. Nothing from today on is taken.
  ///   - valuation: At which prices; nil for today's.
  ///   - days: At which days' prices beside that.
  ///   - tokenRatios: Tokens that a model needs for one of today's, by model.
  /// - Returns: The comparison, and the period it covers.
  /// - Throws: `TollbookError` for a model that the price book does not know, or an empty ledger.
  public func comparison(
    _ candidates: [ComparisonCandidate], period asked: Period = .always,
    valuation: PriceTime? = nil, on days: [Day] = [], tokenRatios: [String: DecimalFactor] = [:]
  ) throws -> (comparison: Comparison, period: Period) {
    var question = ComparisonQuestion(candidates)
    question.period = asked
    question.valuation = valuation
    question.days = days
    question.tokenRatios = tokenRatios
    let answer = try comparison(question)
    return (answer.comparison, answer.period)
  }

  /// What the recorded usage would cost on other models, or by the rules of a route.
  ///
  /// - Parameter question: What is compared with what.
  /// - Returns: The comparison, with what was read beside it.
  /// - Throws: `TollbookError` for a model that the price book does not know, or an empty ledger.
  public func comparison(_ question: ComparisonQuestion) throws -> ComparisonAnswer {
    try pricingLedger { ledger in
      let span = try usageSpan(question.period, in: ledger)
      let reading = ComparisonReading(
        tollbook: self, ledger: ledger, question: question, span: span)
      let (input, latencies) = try reading.read()
      let comparison: Comparison
      do throws(ComparisonRefusal) {
        comparison = try Comparison(input)
      } catch {
        if case .noUsage = error { throw span.withoutUsage }
        throw TollbookError(error.kind, error.explanation, next: error.remedy)
      }
      return ComparisonAnswer(
        comparison: comparison, period: span.period, remark: span.remark, latencies: latencies)
    }
  }

  /// Which models are about to go.
  ///
  /// - Parameters:
  ///   - lastDays: How many days of usage, up to today, are looked through.
  ///   - names: Models to report on, used or not. With names, a ledger is not needed.
  ///   - within: Only models that end within so many days, have ended, or are unknown.
  /// - Returns: One warning a model.
  /// - Throws: `TollbookError` where there is neither a ledger nor a name.
  public func retirements(
    lastDays: Int = 30, named names: [RetirementInput.Name] = [], within: Int? = nil
  ) throws -> RetirementReport {
    let days = today.adding(days: -lastDays)..<today.adding(days: 1)
    let rows: [RollupRow]
    do {
      rows = try pricingLedger { ledger in
        try sums(of: days, in: ledger)
      }
    } catch let error as TollbookError where error.kind == .noInput && !names.isEmpty {
      rows = []
    }
    let report = RetirementReport(
      RetirementInput(book: book, asOf: today, zone: zone, rows: rows, named: names))
    return within.map { report.within(days: $0) } ?? report
  }

  /// Retirements, as a report of schema `tollbook.retirements/1`.
  package func report(_ retirements: RetirementReport) -> Report {
    .retirements(
      retirements,
      scope: ReportScope(zone: zone, prices: prices(.day(today))))
  }

  /// A forecast, as a report of schema `tollbook.forecast/1`.
  package func report(_ forecast: Forecast, explains: Bool = false) -> Report {
    .forecast(
      forecast, scope: ReportScope(zone: zone, prices: prices(forecast.basis.valuation)),
      explains: explains)
  }
}

extension ComparisonRefusal {
  /// No usage is the log's matter, as it is of every other command; a mistake in a file the file's.
  fileprivate var kind: TollbookError.Kind {
    if case .noUsage = self { return .noInput }
    return place == nil ? .usage : .inputData
  }
}
