import Pricing
import Quantities
import Usage

/// `tollbook prices show MODEL`: every statement about one model, and where each comes from.
extension Report {
  /// A model's prices, its end and its other names, as `tollbook.price-statements/1`.
  ///
  /// - Parameters:
  ///   - name: The model, or an alias that stands for one at the instant.
  ///   - provider: Who sells it.
  ///   - book: The prices.
  ///   - instant: The time at which an alias is followed.
  ///   - scope: The book, for the last line.
  /// - Returns: The report; nil where the seller knows no such name.
  package static func priceStatements(
    of name: String, provider: Provider, in book: PriceBook, at instant: Instant,
    scope: ReportScope
  ) -> Report? {
    let resolution = book.resolve(provider: provider, model: name, at: instant)
    // A model of that name first: what it was re-routed to is told in its lifecycle.
    guard
      let model = book.model(name, of: provider)
        ?? resolution.flatMap({ book.model($0.model, of: provider) })
    else { return nil }
    var notes: [String] = []
    if model.name != name { notes.append("\(name) stands for \(model.name)") }
    if let released = model.released { notes.append("\(model.name) exists since \(released)") }
    return Report(
      schema: "tollbook.price-statements/1", title: "Prices of \(model.name), \(provider)",
      columns: StatementTable.priceColumns(model),
      rows: model.statements.flatMap(StatementTable.rows),
      scope: scope, notes: notes, sections: StatementTable.sections(model, provider, book))
  }
}

/// The tables of a model's statements.
enum StatementTable {
  /// The columns; those that say the same in every row are left to JSON and CSV.
  static func priceColumns(_ model: BookModel) -> [Column] {
    let hasBands = model.statements.contains { $0.overPromptTokens != 0 }
    let hasIntroductory = model.statements.contains(where: \.isIntroductory)
    return [
      Column("service_tier", "tier", .label),
      Column("over_prompt_tokens", "prompts over", isShown: hasBands),
      Column("meter", "what", .label), Column("price_usd", "USD"), Column("per", "per", .label),
      Column("from", "from", .prose), Column("until", "until", .prose),
      Column("status", "status", .label),
      Column("introductory", "introductory", .label, isShown: hasIntroductory),
      Column("known", "known since", .prose, isShown: false),
      Column("id", "statement", .label, isShown: false),
      Column("earliest_from", "from at the earliest", .prose, isShown: false),
      Column("latest_from", "from at the latest", .prose, isShown: false),
      Column("withdrawn_on", "withdrawn on", .prose, isShown: false),
      Column("corrects", "corrects", .label, isShown: false),
      Column("sources", "source", .label),
      Column("confidence", "confidence", .label, isShown: false),
      Column("note", "note", .label, isShown: false),
    ]
  }

  /// One row a price: families as the seller quotes them, not spread over their meters.
  static func rows(_ statement: PriceStatement) -> [[Cell]] {
    statement.amounts.map { amount in
      [
        .text(statement.serviceTier.rawValue), .count(statement.overPromptTokens),
        .text(amount.name), amount.price.map { Cell.price($0, per: statement.unit) } ?? .unknown,
        .code(statement.unit.rawValue), .instant(statement.period.from),
        .instant(statement.period.until), .code(statement.status.rawValue),
        .flag(statement.isIntroductory), .day(statement.knownSince), .text(statement.id),
        .day(statement.fromBetween?.earliest), .day(statement.fromBetween?.latest),
        .day(statement.withdrawnOn), .text(statement.corrects), .list(statement.sources),
        .text(statement.confidence.rawValue),
        .text(statement.note),
      ]
    }
  }

  /// Its end, its names and its sources; each is there even when empty, so that "nothing is said" can
  /// be told from "not looked at".
  static func sections(
    _ model: BookModel, _ provider: Provider, _ book: PriceBook
  ) -> [Report.Section] {
    let aliases = book.aliases(of: provider).filter { $0.model == model.name }
    var sections: [Report.Section] = [
      Report.Section(key: "lifecycle", report: lifecycle(of: model)),
      Report.Section(key: "aliases", report: names(aliases)),
    ]
    sections += ContractHistory.sections(model, provider, book)
    let references =
      model.statements.flatMap { book.references(of: $0) }
      + model.lifecycles.flatMap { book.references(of: $0) }
    let conflicts = book.conflicts(provider: provider, model: model.name)
    if !conflicts.isEmpty {
      sections.append(
        Report.Section(key: "conflicts", report: ConflictTable.report(conflicts, book)))
    }
    sections.append(Report.Section(key: "sources", report: SourceTable.report(references)))
    return sections
  }

  /// What was said about its end, superseded statements too: sellers move such days both ways.
  static func lifecycle(of model: BookModel) -> Report {
    Report(
      title: "Its end",
      columns: [
        Column("day", "day", .prose),
        Column("earliest_only", "earliest only", .label, isShown: false),
        Column("mode", "what happens", .label), Column("successor", "successor", .label),
        Column("current", "current", .label), Column("announced", "announced", .prose),
        Column("known", "known since", .prose, isShown: false),
        Column("superseded_on", "superseded on", .prose, isShown: false),
        Column("sources", "source", .label), Column("note", "note", .label, isShown: false),
      ],
      rows: model.lifecycles.map { end in
        [
          end.cell, .flag(end.isEarliestOnly), .code(end.mode.rawValue), .text(end.successor),
          .flag(end.isCurrent), .day(end.announced), .day(end.known), .day(end.supersededOn),
          .list(end.sources), .text(end.note),
        ]
      },
      notes: model.lifecycles.isEmpty ? ["the book says nothing about its end"] : [])
  }

  /// The aliases that lead straight to it.
  private static func names(_ aliases: [ModelAlias]) -> Report {
    Report(
      title: "Other names",
      columns: [
        Column("alias", "alias", .label), Column("from", "from", .prose),
        Column("until", "until", .prose), Column("sources", "source", .label),
      ],
      rows: aliases.map { alias in
        [
          .text(alias.name), .instant(alias.period.from), .instant(alias.period.until),
          .list(alias.sources),
        ]
      },
      notes: aliases.isEmpty ? ["no alias stands for it"] : [])
  }
}
