import Analysis
import Ledger
import Pricing
import Quantities
import Reports
import Usage

/// Levers on what a ledger holds.
extension Tollbook {
  /// What each lever would save on the recorded usage, as a report of schema `tollbook.whatif/1`.
  package func whatIfReport(
    _ scenario: Scenario? = nil, period asked: Period = .always, at day: Day? = nil
  ) throws -> Report {
    let (whatIf, span) = try tried(scenario, period: asked, at: day)
    let scope = ReportScope(period: span.period, zone: zone, prices: prices(.day(whatIf.at)))
    var report = Report.whatIf(whatIf, scope: scope)
    report.notes = [span.remark].compactMap(\.self) + report.notes
    return report
  }

  /// What each lever would save on the recorded usage, alone and all together.
  ///
  /// - Parameters:
  ///   - scenario: The levers to try; nil for one of each name at its documented setting.
  ///   - asked: The usage to take, days or quarters of an hour; where an end is open, the newest
  ///     30 days of the log. Nothing from today on is taken.
  ///   - day: The day whose prices count; nil for today.
  /// - Returns: The levers' effects, and the period they were tried on.
  /// - Throws: `TollbookError` for an empty ledger, and for usage of which nothing has a price.
  public func whatIf(
    _ scenario: Scenario? = nil, period asked: Period = .always, at day: Day? = nil
  ) throws -> (whatIf: WhatIf, period: Period) {
    let (whatIf, span) = try tried(scenario, period: asked, at: day)
    return (whatIf, span.period)
  }

  private func tried(
    _ scenario: Scenario?, period asked: Period, at day: Day?
  ) throws -> (whatIf: WhatIf, span: UsageSpan) {
    if let scenario, scenario.levers.isEmpty {
      throw TollbookError(
        .inputData, "\(scenario.file): the scenario has no levers",
        next: "Add \"levers\" to it, or leave --scenario out to try one of each kind.")
    }
    if let scenario, !scenario.features.isEmpty {
      throw TollbookError(
        .usage, "\(scenario.file): the scenario stands alone: its features are no recorded usage",
        next: "Leave \"features\" out of it, or use it with `tollbook forecast --scenario`.")
    }
    return try pricingLedger { ledger in
      let span = try usageSpan(asked, in: ledger)
      let period = span.period
      let rows = try ledger.rollupRows(in: period, thresholds: book.contextThresholds)
      guard !rows.isEmpty else { throw span.withoutUsage }
      let input = WhatIfInput(
        book: book, rows: rows, days: span.days, at: day ?? today,
        evidence: try evidence(WhatIf.questions(scenario?.levers), in: period, ledger),
        levers: scenario?.levers)
      do throws(LeverRefusal) {
        return (try WhatIf(input), span)
      } catch {
        throw TollbookError(.usage, error.explanation, next: error.remedy)
      }
    }
  }

  /// Usage as it would be under a scenario's levers.
  ///
  /// - Parameters:
  ///   - rows: All rows of a period, by user or not.
  ///   - levers: What is changed.
  ///   - period: The same period, for what single requests say.
  ///   - day: When prices have to be there.
  ///   - ledger: Where the requests are.
  ///   - skipsIdle: Whether a lever that finds nothing to move is passed over; else it is refused.
  ///   - byUser: Whether each row is one user's.
  /// - Returns: The changed rows and what has to be said of them.
  /// - Throws: `TollbookError` where a lever cannot be moved, or where all of them leave nothing.
  func levered(
    _ rows: [RollupRow], _ levers: [Lever], in period: Period, at day: Day, _ ledger: Ledger,
    skipsIdle: Bool = false, byUser: Bool = false
  ) throws -> LeveredUsage {
    let evidence = try evidence(Lever.questions(of: levers), in: period, ledger)
    let usage: LeveredUsage
    do throws(LeverRefusal) {
      usage = try LeveredUsage(
        rows, levers: levers, evidence: evidence, book: book, at: day.priceInstant,
        skipsIdle: skipsIdle, byUser: byUser)
    } catch {
      throw TollbookError(.inputData, error.explanation, next: error.remedy)
    }
    // A part of the period, for which idle levers are passed over, may well be left without any.
    guard skipsIdle || !usage.isNothing else {
      let place = usage.emptiedAt.map { "\($0): " } ?? ""
      throw TollbookError(
        .inputData, place + "the levers take all of the usage away, and nothing is left to look at",
        next: "Lower their shares or raise their caps; `tollbook whatif --scenario` says what each "
          + "of them does.")
    }
    return usage
  }

  /// What each user used on each day under some levers, for a forecast.
  ///
  /// - Parameters:
  ///   - days: Which days.
  ///   - levers: What is changed; where there are none, the usage is that of the ledger.
  ///   - input: Is told what the levers take for granted, and what the caches they keep cost in a
  ///     month of 30 days at the prices of its first day.
  ///   - ledger: Where the usage is recorded.
  /// - Returns: The usage by user, day and kind.
  /// - Throws: `TollbookError` where a lever cannot be moved.
  func userUsage(
    of days: Range<Day>, under levers: [Lever], for input: inout ForecastInput, in ledger: Ledger
  ) throws -> UserUsage {
    guard !levers.isEmpty, !days.isEmpty else { return try userUsage(of: days, in: ledger) }
    let rows = try ledger.rollupRows(
      in: period(days), thresholds: book.contextThresholds, byUser: true)
    guard !rows.isEmpty else { return .none(days) }
    let usage = try levered(rows, levers, in: period(days), at: input.asOf, ledger, byUser: true)
    input.remarks += Lever.remarks(levers) + usage.remarks
    let stored = usage.storagePerDay(book, at: input.asOf.priceInstant) ?? .zero
    input.fixedFee += stored * Int64(WhatIf.monthDays)
    return UserUsage(rows: usage.rows, days: days, zone: zone, book: book)
  }

  /// The answers to levers' questions, from the recorded requests.
  func evidence(
    _ questions: [LeverQuestion], in period: Period, _ ledger: Ledger
  ) throws -> LeverEvidence {
    var evidence = LeverEvidence()
    for question in questions {
      switch question {
      case .callsPerUserDay(let cap, let selection):
        let sums = try ledger.callsByUserDay(in: period) { selection.contains($0) }
        guard sums.contains(where: { !$0.byCallsOfDay.isEmpty }) else { continue }
        for calls in sums {
          evidence.addCalls(
            calls.byCallsOfDay, unnamed: calls.unnamed, under: cap, of: calls.series,
            among: selection)
        }
      case .refreshes(let hours, let selection):
        let sums = try ledger.refreshes(
          everyMicroseconds: hours.millionths * 3600, in: period
        ) { selection.contains($0) }
        for sum in sums {
          evidence.addRefreshes(
            hours: hours, among: selection, of: sum.series, due: sum.due, requests: sum.requests,
            inSums: sum.inSums)
        }
      case .outputs(let cap):
        let sums = try ledger.answers(
          under: cap.parts, partsOfToken: cap.partsOfToken, in: period,
          thresholds: book.contextThresholds)
        for answers in sums {
          evidence.addOutputs(
            cap: cap, of: answers.series, over: answers.contextOver,
            text: (answers.textLeft, answers.text),
            thinking: (answers.thinkingLeft, answers.thinking),
            cut: (answers.cutRequests, answers.requests), inSums: answers.requestsInSums)
        }
      case .incomplete(let selection):
        for sum in try ledger.incompleteRequests(bySeriesIn: period)
        where selection.contains(sum.series) {
          evidence.addIncomplete(
            among: selection, of: sum.series, incomplete: sum.incomplete, requests: sum.requests)
        }
      }
    }
    return evidence
  }
}
