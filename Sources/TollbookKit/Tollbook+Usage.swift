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
  public var basis: Valuation.Basis

  /// A question.
  public init(
    by keys: [GroupKey] = [], period: Period = .always, basis: Valuation.Basis = .then
  ) {
    self.keys = keys
    self.period = period
    self.basis = basis
  }
}

extension Tollbook {
  /// Recorded usage in groups, with what it cost.
  public func usage(_ question: UsageQuestion) throws -> GroupedUsage {
    try withLedger(.readOnly) { ledger in try grouped(question, in: ledger) }
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
    try withLedger(.readOnly) { ledger in
      ledger.keepIfPossible(book, digest: bookDigest, at: now)
      let usage = try grouped(question, in: ledger)
      return (.cost(usage, scope: try scope(of: usage, question, in: ledger)), usage)
    }
  }

  private func grouped(_ question: UsageQuestion, in ledger: Ledger) throws -> GroupedUsage {
    let rows = try ledger.rollupRows(
      in: question.period, thresholds: book.contextThresholds,
      byUser: question.keys.contains(.user))
    return GroupedUsage(
      rows, by: question.keys, zone: zone,
      valuation: Valuation(book: book, basis: question.basis))
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
    counts.quarantined = Int(files.quarantined + files.unrecognized)
    counts.duplicates = Int(files.duplicates)
    counts.withoutUsage = Int(files.withoutUsage)
    counts.errorBodies = Int(files.errorBodies)
    return ReportScope(
      period: try covered(question.period, in: ledger), zone: zone,
      prices: prices(question.basis), counts: counts)
  }

  /// The prices that a report used.
  func prices(_ basis: Valuation.Basis) -> ReportScope.Prices {
    ReportScope.Prices(
      version: book.version, digest: bookDigest, asOf: book.asOf, valuation: basis,
      contracts: book.contractNames)
  }

  /// The period asked for; an open end is the ledger's own.
  private func covered(_ period: Period, in ledger: Ledger) throws -> Period {
    guard period.from == nil || period.until == nil, let extent = try ledger.extent() else {
      return period
    }
    return Period(from: period.from ?? extent.first, until: period.until ?? extent.end)
  }
}
