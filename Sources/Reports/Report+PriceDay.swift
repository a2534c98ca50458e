import Analysis
import Pricing
import Quantities
import Usage

/// `tollbook prices show MODEL --on DAY`: what a name costs on one day, and how that is known.
extension Report {
  /// What holds on a day, as `tollbook.price-day/1`.
  package static func priceDay(_ found: ModelOnDay, book: PriceBook, scope: ReportScope) -> Report {
    let conflicts = book.conflicts(provider: found.provider, model: found.model.name)
    var sections = ContractHistory.sections(
      found.model, found.provider, book, at: found.day.priceInstant)
    sections.append(Section(key: "lifecycle", report: StatementTable.lifecycle(of: found.model)))
    if !conflicts.isEmpty {
      sections.append(Section(key: "conflicts", report: ConflictTable.report(conflicts, book)))
    }
    let references =
      found.prices.flatMap { book.references(of: $0.statement) }
      + found.model.lifecycles.flatMap { book.references(of: $0) }
    sections.append(Section(key: "sources", report: SourceTable.report(references)))
    return Report(
      schema: "tollbook.price-day/1",
      title: "\(found.name) on \(found.day), \(found.provider)",
      columns: PriceDayTable.columns(found), rows: found.prices.flatMap(PriceDayTable.rows),
      scope: scope, notes: PriceDayNotes.lines(found),
      extras: [
        JSONMember("day", .string(found.day.description)),
        JSONMember("provider", .string(found.provider.name)),
        JSONMember("billed_as", .string(found.model.name)),
        JSONMember("steps", .array(found.resolution.steps.map(PriceDayNotes.json))),
      ], sections: sections)
  }
}

/// The prices of a day as rows.
private enum PriceDayTable {
  /// The columns; those that say the same in every row are left to JSON and CSV.
  static func columns(_ found: ModelOnDay) -> [Column] {
    let statements = found.prices.map(\.statement)
    return [
      Column("service_tier", "tier", .label),
      Column(
        "over_prompt_tokens", "prompts over",
        isShown: statements.contains { $0.overPromptTokens != 0 }),
      Column("meter", "what", .label), Column("price_usd", "USD"),
      Column(
        "then_usd", "then USD", isShown: found.prices.contains { $0.follower != nil }),
      Column("per", "per", .label), Column("from", "from", .prose),
      Column("until", "until", .prose),
      Column("status", "status", .label, isShown: statements.contains { $0.status != .inForce }),
      Column("introductory", "introductory", .label, isShown: false),
      Column("known", "known since", .prose), Column("id", "statement", .label),
      Column("confidence", "confidence", .label), Column("sources", "source", .label),
      Column("other_usd", "else USD", isShown: found.prices.contains { $0.uncertain != nil }),
      Column("note", "note", .label, isShown: false),
    ]
  }

  /// One row a price, under the seller's own names.
  static func rows(_ price: PriceOnDay) -> [[Cell]] {
    let statement = price.statement
    return statement.amounts.map { amount in
      [
        .text(statement.serviceTier.rawValue), .count(statement.overPromptTokens),
        .text(amount.name), cell(amount.price, statement),
        cell(price.follower?.steps.first { $0.name == amount.name }?.after, statement),
        .code(statement.unit.rawValue), .instant(statement.period.from),
        .instant(statement.period.until), .code(statement.status.rawValue),
        .flag(statement.isIntroductory), .day(statement.knownSince), .text(statement.id),
        .text(statement.confidence.rawValue), .list(statement.sources),
        cell(price.otherwise.first { $0.name == amount.name }?.after, statement),
        .text(statement.note),
      ]
    }
  }

  private static func cell(_ price: UnitPrice?, _ statement: PriceStatement) -> Cell {
    price.map { .price($0, per: statement.unit) } ?? .unknown
  }
}

/// What has to be said about a name on a day.
private enum PriceDayNotes {
  static func lines(_ found: ModelOnDay) -> [String] {
    var lines = found.resolution.steps.map(step)
    if lines.isEmpty { lines.append("\(found.name) is a model's own name") }
    if let shutdown = found.resolution.shutdown, let day = shutdown.day {
      lines.append(
        "\(found.model.name) was shut down on \(day)\(shutdown.isEarliestOnly ? " or later" : "")"
          + "; what is served all the same is priced as before")
    }
    if let released = found.model.released {
      lines.append("\(found.model.name) exists since \(released)")
    }
    if found.prices.isEmpty { lines.append("no price is in force on that day") }
    return lines + followers(found.prices) + found.prices.compactMap(uncertainty)
  }

  private static func step(_ step: Resolution.Step) -> String {
    let since = step.since.map { " since \(PriceWords.time($0))" } ?? ""
    let isEarliest = step.lifecycle?.isEarliestOnly == true
    return switch step.kind {
    case .alias: "\(step.from) stands for \(step.to)\(since)"
    case .reroute, .shutdown:
      "\(step.from) is answered and billed as \(step.to)\(since)"
        + (isEarliest ? " (the earliest possible day)" : "")
    }
  }

  static func json(_ step: Resolution.Step) -> JSONOutput {
    .object([
      JSONMember("kind", .string(step.kind.rawValue)), JSONMember("from", .string(step.from)),
      JSONMember("to", .string(step.to)), JSONMember("since", .string(step.since?.description)),
    ])
  }

  /// Until when the prices hold, where that is known; a model's usually end together.
  private static func followers(_ prices: [PriceOnDay]) -> [String] {
    let followed = prices.filter { $0.follower != nil }
    let ends = Set(followed.compactMap(\.statement.period.until)).sorted()
    return ends.flatMap { end in
      [true, false].compactMap { isIntroductory in
        let prices = followed.filter {
          $0.statement.period.until == end && $0.statement.isIntroductory == isIntroductory
        }
        guard !prices.isEmpty else { return nil }
        var offers: [String] = []
        for price in prices.map(\.statement) {
          let offer = PriceWords.offer(price) + PriceWords.per(price.unit)
          if !offers.contains(offer) { offers.append(offer) }
        }
        let begins = prices.flatMap { $0.follower?.begins ?? [] }
        let known = begins.compactMap(\.known).max().map { ", known since \($0)" } ?? ""
        return "\(isIntroductory ? "introductory " : "")until \(PriceWords.time(end)): "
          + "\(Phrase.list(offers, "and")); \"then USD\" is what follows, by statement "
          + begins.map(\.id).joined(separator: ", ") + known
      }
    }
  }

  /// A day that nobody wrote down.
  private static func uncertainty(_ price: PriceOnDay) -> String? {
    guard let statement = price.uncertain, let span = statement.fromBetween else { return nil }
    let other = price.otherwise.isEmpty ? "" : "; else " + PriceWords.steps(price.otherwise)
    return
      "\(PriceWords.offer(price.statement)) is not certain on this day: its price changed on one "
      + "of the days \(span), and \(statement.period.from.map(PriceWords.time) ?? "?") is assumed"
      + other
  }
}
