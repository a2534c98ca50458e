import Pricing
import Quantities
import Reports
import Usage

/// Comparing the price book with other people's tables.
extension PriceQuestions {
  /// Where a table does not agree with the book on a day.
  ///
  /// - Parameters:
  ///   - source: The table's file, or a price file of our own.
  ///   - kind: Whose table it is; nil to find out by its shape.
  ///   - provider: Only this seller's prices.
  ///   - day: The day; nil for today.
  /// - Returns: The report, and how many prices differ that both have.
  /// - Throws: An error about the file, with its place.
  package func compare(
    with source: PriceBookSource, as kind: PriceTableKind?, provider: Provider?, on day: Day?
  ) throws(TollbookError) -> (report: Report, differences: Int) {
    let today = zone.day(of: now)
    let day = day ?? today
    do {
      let comparison = try book.compare(
        with: source, as: kind, provider: provider, at: day.priceInstant, today: today)
      let report = Report.priceComparison(
        comparison, with: source.name, on: day, scope: scope(on: day))
      return (report, comparison.differences.count)
    } catch let error as PriceTableError {
      throw TollbookError(error)
    } catch let error as PriceBookError {
      let lines = error.description.split(separator: "\n", maxSplits: 1).map(String.init)
      throw TollbookError(
        .inputData, lines.first ?? source.name, next: lines.dropFirst().first ?? "")
    } catch {
      throw TollbookError(
        .internalFault, "\(source.name): \(error)", next: "Please report it with the table.")
    }
  }

  /// The scope of what is said about today.
  var scopeToday: ReportScope { scope(on: zone.day(of: now)) }
}

extension TollbookError {
  /// The error for a table that cannot be read.
  init(_ error: PriceTableError) {
    self.init(
      .inputData, "\(error.file):\(error.line): \(error.explanation)", next: error.remedy)
  }
}
