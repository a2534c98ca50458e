import Analysis
import Pricing
import Quantities
import Usage

/// `tollbook prices history MODEL`: one model's life as a timeline.
extension Report {
  /// A model's life, as `tollbook.price-history/1`.
  ///
  /// The timeline has a line for whatever happened or was said; `prices`, which only programs get,
  /// has a row for every single price with its change.
  package static func priceLife(_ life: ModelLife, book: PriceBook, scope: ReportScope) -> Report {
    let name = life.model.name
    var sections = [
      Section(key: "prices", report: LifePrices.report(life), isShown: false)
    ]
    let conflicts = book.conflicts(provider: life.provider, model: name)
    if !conflicts.isEmpty {
      sections.append(Section(key: "conflicts", report: ConflictTable.report(conflicts, book)))
    }
    let references =
      life.model.statements.flatMap { book.references(of: $0) }
      + life.model.lifecycles.flatMap { book.references(of: $0) }
    sections.append(Section(key: "sources", report: SourceTable.report(references)))
    return Report(
      schema: "tollbook.price-history/1", title: "The life of \(name), \(life.provider)",
      columns: LifeTable.columns, rows: life.events.map(LifeTable.cells), scope: scope,
      notes: [
        "● up to \(life.today), ○ ahead, ◇ said and standing, ✕ revoked; "
          + "prices in USD per million tokens unless they say otherwise"
      ], sections: sections)
  }
}

/// The events as rows.
private enum LifeTable {
  static let columns = [
    Column("day", "day", .prose), Column("phase", "", .label),
    Column("what", "what happens", .prose), Column("known", "known since", .prose),
    Column("sources", "source", .label), Column("event", "event", .label, isShown: false),
    Column("service_tier", "tier", .label, isShown: false),
    Column("over_prompt_tokens", "prompts over", isShown: false),
    Column("model", "other model", .label, isShown: false),
    Column("earliest_only", "earliest only", isShown: false),
    Column("at", "at", .label, isShown: false),
  ]

  static func cells(_ event: LifeEvent) -> [Cell] {
    [
      day(event), .symbol(event.phase.symbol, code: event.phase.rawValue),
      .text(LifeWords.what(event)), .day(event.known), .list(event.sources),
      .code(event.kind.code), .text(event.kind.offer?.tier.rawValue),
      .count(event.kind.offer.map { Int($0.over.value) }), .text(event.kind.otherModel),
      .flag(event.kind.isEarliestOnly), .instant(event.at),
    ]
  }

  private static func day(_ event: LifeEvent) -> Cell {
    guard let at = event.at else { return .unknown }
    let isEarliest = event.kind.isEarliestOnly == true && event.phase != .said
    return isEarliest && event.phase != .revoked ? .earliestDay(at.dayUTC) : .day(at.dayUTC)
  }
}

extension LifeEvent.Phase {
  fileprivate var symbol: String {
    switch self {
    case .past: "●"
    case .ahead: "○"
    case .said: "◇"
    case .revoked: "✕"
    }
  }
}

extension LifeEvent.Kind {
  /// The name by which programs know it; it does not change with the words.
  fileprivate var code: String {
    switch self {
    case .released: "released"
    case .prices(let turn): turn.isFirst ? "price" : turn.isLast ? "price_ends" : "price_change"
    case .priceSaid: "price_said"
    case .priceWithdrawn: "price_withdrawn"
    case .endSaid: "end_said"
    case .ends(let lifecycle): lifecycle.mode.rawValue
    case .takesOver: "takes_over"
    case .aliasComes: "alias_comes"
    case .aliasLeaves: "alias_leaves"
    }
  }

  fileprivate var offer: (tier: ServiceTier, over: TokenCount)? {
    switch self {
    case .prices(let turn): (turn.serviceTier, turn.overPromptTokens)
    case .priceSaid(let statement), .priceWithdrawn(let statement):
      (statement.serviceTier, statement.overPromptTokens)
    default: nil
    }
  }

  fileprivate var otherModel: String? {
    switch self {
    case .endSaid(let lifecycle), .ends(let lifecycle): lifecycle.successor
    case .takesOver(let model, _): model
    case .aliasLeaves(_, let model): model
    default: nil
    }
  }

  fileprivate var isEarliestOnly: Bool? {
    switch self {
    case .endSaid(let lifecycle), .ends(let lifecycle), .takesOver(_, let lifecycle):
      lifecycle.isEarliestOnly
    default: nil
    }
  }
}

/// Every price of a life, one a row.
private enum LifePrices {
  static func report(_ life: ModelLife) -> Report {
    Report(
      title: "Every price",
      columns: [
        Column("from", "from", .prose), Column("service_tier", "tier", .label),
        Column("over_prompt_tokens", "prompts over"), Column("meter", "what", .label),
        Column("per", "per", .label), Column("price_before_usd", "before USD"),
        Column("price_usd", "USD"), Column("change_percent", "change"),
        Column("ends_introductory", "ends an introductory price"), Column("ids", "ids", .label),
      ],
      rows: life.events.flatMap { event -> [[Cell]] in
        guard case .prices(let turn) = event.kind else { return [] }
        return turn.steps.filter { !$0.isLevel || turn.isFirst }.map { row($0, turn, event) }
      })
  }

  private static func row(_ step: PriceStep, _ turn: PriceTurn, _ event: LifeEvent) -> [Cell] {
    [
      .instant(event.at), .text(turn.serviceTier.rawValue), .count(turn.overPromptTokens),
      .text(step.name), .code(step.unit.rawValue), price(step.before, step),
      price(step.after, step), Fraction(step.change).map { .percent($0) } ?? .unknown,
      .flag(turn.endsIntroduction), .list(turn.begins.map(\.id)),
    ]
  }

  private static func price(_ price: UnitPrice?, _ step: PriceStep) -> Cell {
    price.map { .price($0, per: step.unit) } ?? .unknown
  }
}
