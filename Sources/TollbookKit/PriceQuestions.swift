import Analysis
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
    .priceList(book, at: today.priceInstant, provider: provider, scope: scope(on: today))
  }

  /// Everything the book says of a model; of several sellers' models of that name, the first.
  package func show(_ name: String, provider: Provider?) throws(TollbookError) -> Report {
    try first(name, provider) { seller in
      .priceStatements(
        of: name, provider: seller, in: book, at: today.priceInstant, scope: scope(on: today))
    }
  }

  /// What a name costs on a day, which model it stands for, and how all that is known.
  package func show(
    _ name: String, on day: Day, provider: Provider?
  ) throws(TollbookError) -> Report {
    try first(name, provider) { seller in
      ModelOnDay(of: name, provider: seller, in: book, on: day).map {
        .priceDay($0, book: book, scope: scope(on: day))
      }
    }
  }

  /// One model's life: its prices, what was said about it, where its users went.
  package func history(_ name: String, provider: Provider?) throws(TollbookError) -> Report {
    try first(name, provider) { seller in
      ModelLife(of: name, provider: seller, in: book, today: today).map {
        .priceLife($0, book: book, scope: scope(on: today))
      }
    }
  }

  /// The report of the first seller that knows a name, with a note on the others that do.
  private func first(
    _ name: String, _ provider: Provider?, _ report: (Provider) -> Report?
  ) throws(TollbookError) -> Report {
    let sellers = provider.map { [$0] } ?? book.providers
    let found = sellers.compactMap { seller in report(seller).map { (seller, $0) } }
    if var first = found.first?.1 {
      first.notes += found.dropFirst().map { seller, _ in
        "\(seller) has it too: --provider \(seller)"
      }
      return first
    }
    throw TollbookError(
      .usage, "\(name): the price book knows no such model",
      next: "`tollbook prices list` shows those it knows; --prices FILE adds others.")
  }

  /// What in the book deserves a second look.
  ///
  /// - Parameters:
  ///   - files: Only what is found in these files; empty for the whole book.
  ///   - list: Statements that were frozen and have to be in the book as they were; nil to leave that
  ///     out.
  ///   - notes: What else has to be said.
  /// - Returns: The report, and what was found.
  /// - Throws: `TollbookError` where the list is none.
  package func check(
    only files: [String] = [], frozen list: PriceBookSource? = nil, notes: [String] = []
  ) throws(TollbookError) -> (report: Report, findings: [PriceBookFinding]) {
    var findings = book.check(today: today).filter { finding in
      files.isEmpty || files.contains(finding.file)
    }
    if let list {
      do throws(PriceBookError) { findings += try book.check(frozen: list) } catch {
        throw TollbookError(error)
      }
    }
    return (.priceFindings(findings, notes: notes, scope: scope(on: today)), findings)
  }

  /// Adds to a list of frozen statements whatever has begun or ended and is not in it yet.
  ///
  /// - Parameter path: The list; it is made if it is not there.
  /// - Returns: The list as it is now, and how many lines were added.
  /// - Throws: `TollbookError` where the list is none, or cannot be written.
  package func freeze(
    _ path: String
  ) throws(TollbookError) -> (list: PriceBookSource, added: Int) {
    let bytes = Files.isThere(path) ? try Files.read(path) : []
    let text: String
    do throws(PriceBookError) {
      text = try book.freezing(PriceBookSource(name: path, bytes: bytes))
    } catch {
      throw TollbookError(error)
    }
    let longer = Array(text.utf8)
    if longer != bytes { try Files.write(text, to: path) }
    let added = longer.count { $0 == 0x0A } - bytes.count { $0 == 0x0A }
    return (PriceBookSource(name: path, bytes: longer), max(0, added))
  }

  private var today: Day { zone.day(of: now) }

  func scope(on day: Day) -> ReportScope {
    ReportScope(
      zone: zone,
      prices: ReportScope.Prices(book, digest: book.whole.digest, valuation: .day(day)))
  }
}
