import Pricing
import Quantities
import Usage

/// `tollbook prices compare`: where somebody else's table does not agree with the book.
extension Report {
  /// The disagreements, as `tollbook.price-comparison/1`.
  ///
  /// One row a price: what a request pays by the book and by the table, and where each has it from.
  /// What only the table has a price for is no difference, and stands in a table of its own.
  ///
  /// - Parameters:
  ///   - comparison: What was found.
  ///   - table: The name of the table's file.
  ///   - day: The day whose prices were compared.
  ///   - scope: The book, for the last line.
  /// - Returns: The report.
  package static func priceComparison(
    _ comparison: PriceComparison, with table: String, on day: Day, scope: ReportScope
  ) -> Report {
    let (rows, additions) = (comparison.differences, comparison.additions)
    return Report(
      schema: "tollbook.price-comparison/1",
      title: "Where \(table) and the price book do not agree, \(day)",
      columns: ComparedPrice.columns(rows), rows: rows.map(ComparedPrice.cells), scope: scope,
      notes: ComparedPrice.notes(comparison),
      extras: [
        JSONMember("differences", .integer(rows.count)),
        JSONMember("agreements", .integer(comparison.agreementCount)),
        JSONMember("models", .integer(comparison.modelCount)),
        JSONMember("only_in_table", .array(comparison.onlyListed.map(\.json))),
        JSONMember("only_in_book", .array(comparison.onlyBooked.map(\.json))),
      ],
      sections: [
        Section(
          key: "additions",
          report: Report(
            title: "Prices that only the table has", columns: ComparedPrice.columns(additions),
            rows: additions.map(ComparedPrice.cells),
            notes: additions.isEmpty ? ["none, of the models that both know"] : [])),
        Section(
          key: "sources",
          report: SourceTable.report(rows.flatMap { $0.bookSources + $0.tableSources })),
      ])
  }
}

/// A disagreement as a row.
private enum ComparedPrice {
  /// The columns; those that say the same in every row are left to JSON and CSV.
  static func columns(_ rows: [PriceDisagreement]) -> [Column] {
    let hasBook = rows.contains { $0.booked != nil }
    return [
      Column(
        "provider", "provider", .label, isShown: Set(rows.map(\.provider)).count > 1),
      Column("model", "model", .label),
      Column(
        "billed_as", "billed as", .label, isShown: rows.contains { $0.billedAs != nil }),
      Column("service_tier", "tier", .label),
      Column(
        "over_prompt_tokens", "prompts over",
        isShown: rows.contains { $0.overPromptTokens != 0 }),
      Column("meter", "what", .label), Column("book_usd", "book USD", isShown: hasBook),
      Column("table_usd", "table USD"), Column("times", "table / book", isShown: hasBook),
      Column("per", "per", .label, isShown: rows.contains { $0.unit != .millionTokens }),
      Column("book_sources", "source in the book", .label, isShown: hasBook),
      Column("table_sources", "in the table", .label),
    ]
  }

  static func cells(_ row: PriceDisagreement) -> [Cell] {
    let times = row.booked.flatMap { booked in
      Fraction(Int128(row.listed.picodollars), over: Int128(booked.picodollars))
    }
    return [
      .text(row.provider.name), .text(row.model), .text(row.billedAs),
      .text(row.serviceTier.rawValue), .count(row.overPromptTokens), .text(row.name),
      row.booked.map { .price($0, per: row.unit) } ?? .unknown, .price(row.listed, per: row.unit),
      times.map { .ratio($0) } ?? .unknown, .code(row.unit.rawValue),
      .list(row.bookSources.map(\.id)),
      row.entry.map { .text($0) } ?? .list(row.tableSources.map(\.id)),
    ]
  }

  static func notes(_ comparison: PriceComparison) -> [String] {
    guard !comparison.providers.isEmpty else {
      return ["the table has no price of any seller that the book has"]
    }
    let models = Phrase.counted(comparison.modelCount, "model")
    let (agreeing, differing) = (comparison.agreementCount, comparison.differences.count)
    var notes = [
      "\(Phrase.counted(agreeing, "price")) of \(models) that both know "
        + "\(agreeing == 1 ? "agrees" : "agree"), \(Phrase.number(differing)) "
        + "\(differing == 1 ? "differs" : "differ")"
    ]
    notes += list(comparison.onlyListed, "only in the table")
    notes += list(comparison.onlyBooked, "only in the book")
    if !comparison.remarks.isEmpty {
      notes.append(
        "\(Phrase.counted(comparison.remarks.count, "figure")) of the table could not be "
          + "compared; `tollbook prices import` lists them")
    }
    return notes
  }

  /// How many models there are, and the first of them; JSON has all.
  private static func list(_ models: [PriceComparison.Model], _ place: String) -> [String] {
    guard !models.isEmpty else { return [] }
    let names = models.prefix(3).map(\.name).joined(separator: ", ")
    let more = models.count > 3 ? ", …" : ""
    return ["\(Phrase.counted(models.count, "model")) \(place): \(names)\(more)"]
  }
}

extension PriceComparison.Model {
  fileprivate var json: JSONOutput {
    .object([
      JSONMember("provider", .string(provider.name)), JSONMember("model", .string(name)),
    ])
  }
}
