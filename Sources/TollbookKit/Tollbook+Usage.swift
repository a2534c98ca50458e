import Analysis
import Ledger
import Pricing
import Quantities
import Reports
import Usage

/// What is asked of the recorded usage.
public struct UsageQuestion: Sendable {
  /// What to group by.
  public var keys: [GroupKey]
  /// When.
  public var period: Period
  /// At which time's prices.
  public var valuation: PriceTime

  /// A question.
  public init(
    by keys: [GroupKey] = [], period: Period = .always, valuation: PriceTime = .then
  ) {
    self.keys = keys
    self.period = period
    self.valuation = valuation
  }
}

extension ReportScope.Prices {
  /// The prices of a book, of which the digest covers everything, whatever was known of it when.
  init(_ book: PriceBook, digest: String, valuation: PriceTime) {
    self.init(
      version: book.version, digest: digest, asOf: book.asOf, knownOn: book.knownOn,
      valuation: valuation, contracts: book.contractNames)
  }
}

extension Tollbook {
  /// Recorded usage in groups, with what it cost.
  public func usage(_ question: UsageQuestion) throws -> GroupedUsage {
    try pricingLedger { ledger in try grouped(question, in: ledger) }
  }

  /// Tokens, as a report of schema `tollbook.usage/1`.
  package func usageReport(_ question: UsageQuestion) throws -> Report {
    try withLedger(.readOnly) { ledger in
      let usage = try grouped(question, in: ledger)
      var scope = try scope(of: usage, question, in: ledger)
      // Tokens are the same at any price.
      scope.prices = nil
      return .usage(usage, scope: scope)
    }
  }

  /// Money, as a report of schema `tollbook.cost/1`, with the usage behind it.
  package func costReport(_ question: UsageQuestion) throws -> (report: Report, usage: GroupedUsage)
  {
    try pricingLedger { ledger in
      let usage = try grouped(question, in: ledger)
      return (.cost(usage, scope: try scope(of: usage, question, in: ledger)), usage)
    }
  }

  private func grouped(_ question: UsageQuestion, in ledger: Ledger) throws -> GroupedUsage {
    let rows = try rows(of: question, in: ledger)
    return GroupedUsage(
      rows, by: question.keys, zone: zone,
      valuation: Valuation(book: book, basis: question.valuation.basis))
  }

  /// The usage that is asked for, summed as far as the groups and the prices allow.
  private func rows(of question: UsageQuestion, in ledger: Ledger) throws -> [RollupRow] {
    guard let span = try used(question.period, in: ledger) else { return [] }
    let starts = starts(of: question.keys, in: span)
    guard question.keys.contains(.user) else {
      return try sums(in: question.period, cutAt: starts, of: ledger)
    }
    let sums = try ledger.userSums(
      in: question.period, cutAt: try priceCuts(in: span, of: ledger).union(starts),
      thresholds: book.contextThresholds)
    return Array(sums)
  }

  /// The starts of the days, weeks and months that are grouped by.
  private func starts(of keys: [GroupKey], in span: Range<Instant>) -> [Instant] {
    let end = zone.day(of: span.upperBound)
    return keys.flatMap { key in
      var starts: [Instant] = []
      var day = zone.day(of: span.lowerBound)
      while day <= end, let next = key.next(after: day) {
        starts.append(zone.start(of: next))
        day = next
      }
      return starts
    }
  }

  /// What a report covers, and what it leaves out.
  func scope(
    of usage: GroupedUsage, _ question: UsageQuestion, in ledger: Ledger
  ) throws -> ReportScope {
    var counts = ReportScope.Counts()
    counts.requests = usage.total.requests
    counts.unpricedRequests = usage.total.unpricedRequests
    counts.unpricedTokens = usage.total.unpricedTokens
    counts.incomplete = try ledger.incompleteRequests(in: question.period)
    let files = try ledger.sourceTotals().counts
    counts.quarantined = try ledger.placesSetAside()
    counts.duplicates = Int(files.duplicates)
    counts.withoutUsage = Int(files.withoutUsage)
    counts.errorBodies = Int(files.errorBodies)
    return ReportScope(
      period: try covered(question.period, in: ledger), zone: zone,
      prices: prices(question.valuation), counts: counts)
  }

  /// The prices that a report used.
  func prices(_ valuation: PriceTime) -> ReportScope.Prices {
    ReportScope.Prices(book, digest: bookDigest, valuation: valuation)
  }

  /// The period asked for; an open end is the ledger's own.
  private func covered(_ period: Period, in ledger: Ledger) throws -> Period {
    guard period.from == nil || period.until == nil, let extent = try ledger.extent() else {
      return period
    }
    return Period(from: period.from ?? extent.first, until: period.until ?? extent.end)
  }
}

extension GroupKey {
  /// The first day after one that is in another group; nil for keys that no day changes.
  fileprivate func next(after day: Day) -> Day? {
    switch self {
    case .day: day.adding(days: 1)
    case .week: day.weekStart.adding(days: 7)
    case .month: day.month.next.firstDay
    default: nil
    }
  }
}
