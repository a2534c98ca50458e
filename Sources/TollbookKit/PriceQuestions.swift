import Pricing
import Quantities
import Reports
import Usage

/// What can be asked of a price book; no ledger is needed.
public struct PriceQuestions: Sendable {
  /// The prices.
  public let book: PriceBook
  /// What counts as now.
  public let now: Instant
  /// The time zone in which today is cut.
  public let zone: TimeZoneRules

  /// Questions about a book.
  public init(book: PriceBook, now: Instant, zone: TimeZoneRules) {
    self.book = book
    self.now = now
    self.zone = zone
  }

  /// Every model's price now.
  package func list(provider: Provider?) -> Report {
    .priceList(book, at: today.priceInstant, provider: provider, scope: scope)
  }

  /// Everything the book says of a model; of several sellers' models of that name, the first.
  package func show(_ name: String, provider: Provider?) throws(TollbookError) -> Report {
    for seller in provider.map({ [$0] }) ?? book.providers {
      let report = Report.priceHistory(
        of: name, provider: seller, in: book, at: today.priceInstant, scope: scope)
      if let report { return report }
    }
    throw TollbookError(
      .usage, "\(name): the price book knows no such model",
      next: "`tollbook prices list` shows those it knows; --prices FILE adds others.")
  }

  /// What in the book deserves a second look, and how much of it there is.
  ///
  /// - Parameter files: Only what is found in these files; empty for the whole book.
  /// - Returns: The report, and the number of findings.
  package func check(only files: [String] = []) -> (report: Report, findings: Int) {
    let findings = book.check(today: today).filter { finding in
      files.isEmpty || files.contains(finding.file)
    }
    return (.priceFindings(findings, scope: scope), findings.count)
  }

  private var today: Day { zone.day(of: now) }

  private var scope: ReportScope {
    ReportScope(
      zone: zone,
      prices: ReportScope.Prices(book, digest: book.whole.digest, valuation: .day(today)))
  }
}
