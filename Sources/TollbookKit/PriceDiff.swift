import Analysis
import Pricing
import Quantities
import Reports
import Usage

/// Two price books held against each other: what differs, and what that does to a ledger.
public struct PriceDiff: Sendable {
  /// The ledger priced by the older book.
  private let old: Tollbook
  /// The same ledger priced by the newer one.
  private let new: Tollbook

  /// How far ahead the effect is forecast.
  private static let monthsAhead = 12

  /// Two questions that differ in nothing but their price book.
  public init(old: Tollbook, new: Tollbook) {
    self.old = old
    self.new = new
  }

  /// What differs.
  public var difference: BookDifference { BookDifference(from: old.book, to: new.book) }

  /// The differences and their effect, as a report of schema `tollbook.price-diff/1`.
  ///
  /// With a seller only its differences are listed; the effect is that of all.
  package func report(provider: Provider? = nil) throws -> Report {
    let hasLedger = Files.isThere(new.ledgerPath)
    let effects = hasLedger ? try [lastMonth(), ahead()].compactMap(\.self) : []
    var notes = contractNotes
    if !hasLedger {
      notes.append("there is no ledger at \(new.ledgerPath), so what this costs is left out")
    }
    let changes = difference.changes.filter { provider == nil || $0.provider == provider }
    return .priceDiff(
      changes, names: (old.bookName, new.bookName), effects: effects, notes: notes,
      scope: ReportScope(zone: new.zone, prices: new.prices(.then)))
  }

  /// Contracts are not part of the list that is compared, but of what it costs.
  private var contractNotes: [String] {
    let (was, now) = (old.book.contractNames, new.book.contractNames)
    guard was != now else { return [] }
    func words(_ names: [String]) -> String {
      names.isEmpty ? "no contract" : names.joined(separator: ", ")
    }
    return ["contracts: \(words(was)) → \(words(now))"]
  }

  /// The last month that is over, by model.
  private func lastMonth() throws -> Report.Section? {
    guard let month = try new.lastFullMonth() else { return nil }
    let question = UsageQuestion(by: [.model], period: new.zone.period(of: month))
    let (before, after) = (try old.usage(question), try new.usage(question))
    let figures = zip(before.groups, after.groups).map { before, after in
      PricedTwice(
        name: .text(after.values.first ?? nil), old: before.pricedCost, new: after.pricedCost,
        unpricedOld: before.unpricedRequests, unpricedNew: after.unpricedRequests)
    }
    let naming = Column("model", "model", .label)
    return Report.Section(
      key: "last_month",
      report: .pricedTwice(
        "What \(month) costs", naming: naming, figures,
        notes: figures.isEmpty ? ["no requests in this month"] : []))
  }

  /// The months to come, with as many users as now.
  private func ahead() throws -> Report.Section {
    let title = "What the next \(Self.monthsAhead) months cost, with as many users as now"
    do {
      let (before, after, note) = try forecasts()
      let figures = zip(before.months, after.months).map { before, after in
        PricedTwice(
          name: .month(after.month), old: before.pricedCost, new: after.pricedCost,
          unpricedOld: Int(before.unpriced.requests), unpricedNew: Int(after.unpriced.requests))
      }
      let naming = Column("month", "month", .label)
      return Report.Section(
        key: "months_ahead",
        report: .pricedTwice(title, naming: naming, figures, notes: note.map { [$0] } ?? []))
    } catch let refusal as ForecastRefusal {
      return Report.Section(
        key: "months_ahead",
        report: Report(title: title, notes: [refusal.explanation, refusal.remedy]))
    }
  }

  /// Both forecasts; where a model ends without a successor, its usage is left out of both.
  private func forecasts() throws -> (old: Forecast, new: Forecast, note: String?) {
    func forecasts(dropRetired: Bool) throws -> (Forecast, Forecast) {
      let forecasts = try [old, new].map { book in
        try book.forecast(
          months: Self.monthsAhead, users: .observed, dropRetired: dropRetired, isForced: true)
      }
      return (forecasts[0], forecasts[1])
    }
    do {
      let (old, new) = try forecasts(dropRetired: false)
      return (old, new, nil)
    } catch ForecastRefusal.retiredWithoutSuccessor {
      let (old, new) = try forecasts(dropRetired: true)
      let note = "usage of models that end without a successor is left out from then on"
      return (old, new, note)
    }
  }
}

extension Tollbook {
  /// How people name the price book: by version and digest.
  fileprivate var bookName: String {
    let known = book.knownOn.map { " as known on \($0)" } ?? ""
    return "\(book.version) (\(bookDigest.prefix(8)))\(known)"
  }

  /// The newest month of the ledger that is over; nil for a ledger without one.
  fileprivate func lastFullMonth() throws -> Month? {
    try withLedger(.readOnly) { ledger in
      guard let extent = try ledger.extent() else { return nil }
      let lastSlot = Instant(microseconds: extent.end.microseconds - 1)
      let month = min(zone.day(of: lastSlot).month, today.month.adding(months: -1))
      return month < zone.day(of: extent.first).month ? nil : month
    }
  }
}

extension UsageGroup {
  /// What it costs; nil where nothing of it has a price, which is not a cost of zero.
  fileprivate var pricedCost: Money? {
    unpricedTokens != 0 && unpricedTokens == tokens.total ? nil : cost
  }
}

extension ForecastMonth {
  /// What it costs; nil where nothing of it has a price.
  fileprivate var pricedCost: Money? {
    unpriced.tokens != 0 && unpriced.tokens == usage.tokens && monthToDate == nil ? nil : cost
  }
}
