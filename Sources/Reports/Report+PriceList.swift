import Pricing
import Quantities
import Usage

/// `tollbook prices list`: what each model costs on a day, per million tokens.
extension Report {
  /// The list prices in force, as `tollbook.price-list/1`; what a contract makes of a model's price
  /// is told by `priceStatements`.
  ///
  /// The base band of the standard tier; which other tiers and bands a model has stands beside it. A
  /// model without a standard price in force is listed with `–`, unless it has ended.
  ///
  /// - Parameters:
  ///   - book: The prices.
  ///   - instant: The time whose prices are listed.
  ///   - provider: Whose models; nil for all.
  ///   - scope: The book and the day, for the last line.
  /// - Returns: One row a model, in the order of the book.
  package static func priceList(
    _ book: PriceBook, at instant: Instant, provider: Provider? = nil, scope: ReportScope
  ) -> Report {
    let providers = provider.map { [$0] } ?? book.providers
    let entries = providers.flatMap { provider in
      book.models(of: provider).compactMap { model in
        ListedModel(model, of: provider, in: book, at: instant)
      }
    }
    return Report(
      schema: "tollbook.price-list/1", title: "List prices per million tokens",
      columns: columns(severalSellers: providers.count > 1), rows: entries.map(\.cells),
      scope: scope,
      notes: (entries.isEmpty ? ["no model has a price at that time"] : [])
        + (book.contractNames.isEmpty
          ? []
          : ["list prices: `tollbook prices show MODEL` has those of the contract too"]))
  }

  private static func columns(severalSellers: Bool) -> [Column] {
    [
      Column("provider", "provider", .label, isShown: severalSellers),
      Column("model", "model", .label), Column("input_usd", "input USD"),
      Column("audio_input_usd", "audio input USD", isShown: false),
      Column("cached_input_usd", "cached USD"), Column("output_usd", "output USD"),
      Column("image_output_usd", "image output USD", isShown: false),
      Column("audio_output_usd", "audio output USD", isShown: false),
      Column("tiers", "other tiers", .label), Column("bands_over", "prompts over", .label),
      Column("end_day", "ends", .prose), Column("end_mode", "how", .label, isShown: false),
      Column("end_is_earliest", "earliest only", isShown: false),
    ]
  }
}

/// A model of the list.
private struct ListedModel {
  let cells: [Cell]

  /// Nil for a model that has ended by then.
  init?(_ model: BookModel, of provider: Provider, in book: PriceBook, at instant: Instant) {
    let end = book.currentLifecycle(provider: provider, model: model.name)
    if let end, end.mode != .limitedAccess, let day = end.takesEffect, day <= instant { return nil }
    // Through the engine, so that the list never says anything else than a charge would.
    let rates = book.rates(provider: provider, model: model.name, at: instant)
    // Families are spread over their meters there, so one meter stands for each family.
    func price(_ meter: Meter) -> Cell {
      rates.listPrice(of: meter).map { .price($0, per: .millionTokens) } ?? .unknown
    }
    let offered = model.statements.filter { statement in
      statement.unit == .millionTokens && statement.status != .withdrawn
        && statement.period.contains(instant)
    }
    let tiers = ServiceTier.allCases.filter { tier in
      tier != .standard && offered.contains { $0.serviceTier == tier }
    }
    let bands = Set(offered.map(\.overPromptTokens)).filter { $0 > 0 }.sorted()
    cells = [
      .text(provider.name), .text(model.name), price(.textInput), price(.audioInput),
      price(.cachedTextInput), price(.textOutput), price(.imageOutput), price(.audioOutput),
      .text(tiers.map(\.rawValue).joined(separator: ", ")),
      .text(bands.map { Phrase.number(Int($0.value)) }.joined(separator: ", ")),
      end.map(\.cell) ?? .unknown, .code(end?.mode.rawValue),
      .flag(end?.isEarliestOnly),
    ]
  }
}

extension Lifecycle {
  /// Its day as a cell.
  var cell: Cell {
    guard let day else { return .unknown }
    return isEarliestOnly ? .earliestDay(day) : .day(day)
  }
}
