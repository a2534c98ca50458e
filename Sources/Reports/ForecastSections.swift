import Analysis
import Pricing
import Quantities

/// The events of a forecast: what makes unchanged code cost something else, and from which day.
enum ForecastEvents {
  /// One row an event, in order of time.
  ///
  /// An effect is that of the event's own month and of nothing later, so effects are not summed: a
  /// price that doubles in January goes on to be double in February, in that month's cost.
  static func report(_ forecast: Forecast) -> Report {
    let events = forecast.months.flatMap(\.events)
    return Report(
      title: "What changes prices, and its effect in that month",
      columns: [
        Column("day", "day", .prose), Column("provider", "provider", .label, isShown: false),
        Column("model", "model", .label, isShown: false),
        Column("event", "what happens", .prose),
        Column("kind", "kind", .label, isShown: false),
        Column("priced_before", "priced before", .label, isShown: false),
        Column("priced_after", "priced after", .label, isShown: false),
        Column("earliest_only", "earliest only", isShown: false),
        Column("effect_usd", "effect USD"),
        Column("at", "at", .label, isShown: false),
      ],
      rows: events.map { event in
        [
          .day(event.day), .text(event.provider.name), .text(event.model),
          .text(event.description), .code(event.kind.code), .text(event.pricedBefore),
          .text(event.pricedAfter), .flag(event.isEarliestOnly),
          event.effect.map { .change($0) } ?? .unknown,
          .instant(event.at),
        ]
      },
      notes: events.isEmpty ? [none(forecast.basis.valuation)] : [])
  }

  private static func none(_ valuation: PriceTime) -> String {
    switch valuation {
    case .then: "no price of a model in use is known to change"
    case .day: "nothing: all days are valued at \(valuation.inWords)"
    }
  }
}

extension PriceChange.Kind {
  /// The name by which programs know it; unlike the words of an event it never changes.
  var code: String {
    switch self {
    case .introductoryEnds: "introductory_ends"
    case .announcedPrice: "announced_price"
    case .priceChange: "price_change"
    case .reroute: "reroute"
    case .shutdown: "shutdown"
    case .aliasMoved: "alias_moved"
    case .contractBegins: "contract_begins"
    case .contractChanges: "contract_changes"
    case .contractEnds: "contract_ends"
    }
  }
}

/// The features of a scenario: which part of the bill is whose.
enum ForecastFeatures {
  /// One row a feature, over all months; every month by itself is in the JSON.
  static func report(_ forecast: Forecast) -> Report {
    let hasContract = !forecast.basis.contracts.isEmpty
    // Every month has the features of the file, in the order of the file.
    let first = forecast.months.first?.features ?? []
    let rows = first.indices.map { index -> [Cell] in
      let parts = forecast.months.compactMap { month in
        month.features.indices.contains(index) ? month.features[index] : nil
      }
      // Nothing priced at all is unknown here too, and a part without a price is counted beside it.
      let tokens = parts.reduce(TokenCount.zero) { $0 + $1.usage.tokens }
      let unpriced = parts.reduce(TokenCount.zero) { $0 + $1.unpriced.tokens }
      let cost = parts.reduce(Money.zero) { $0 + $1.cost }
      let list = parts.reduce(Money.zero) { $0 + $1.list.cost }
      let unlisted = parts.reduce(unpriced) { $0 + $1.list.unlistedTokens }
      return [
        .text(first[index].name), .text(first[index].model),
        .count(parts.reduce(0) { $0 + $1.usage.requests }), .count(tokens),
        unpriced != 0 && unpriced == tokens ? .unknown : .money(cost),
      ] + (hasContract ? [ContractColumns.list(list, without: unlisted)] : []) + [.count(unpriced)]
    }
    let hasGaps = forecast.months.contains { month in
      month.features.contains { $0.unpriced.tokens != 0 }
    }
    return Report(
      title: "By feature",
      columns: [
        Column("feature", "feature", .label), Column("model", "model", .label),
        Column("requests", "requests"), Column("total_tokens", "total tokens"),
        Column("cost_usd", ContractColumns.costTitle(forecast.basis.contracts)),
      ] + (hasContract ? [ContractColumns.listCost] : []) + [
        Column("unpriced_tokens", "unpriced tokens", isShown: hasGaps)
      ],
      // Features add up to the months, so the total is the forecast's own and not summed again.
      rows: rows,
      total: [nil, nil, nil, nil, .money(forecast.total)]
        + (hasContract ? [.money(forecast.list.cost)] : []) + [nil],
      extras: [
        JSONMember(
          "months", .array(forecast.months.flatMap { months($0, hasContract: hasContract) }))
      ])
  }

  /// A month's features under the same names, for whoever plots them over time.
  private static func months(_ month: ForecastMonth, hasContract: Bool) -> [JSONOutput] {
    month.features.map { feature in
      var members = [
        JSONMember("month", .string(month.month.description)),
        JSONMember("feature", .string(feature.name)), JSONMember("model", .string(feature.model)),
        JSONMember("requests", .integer(feature.usage.requests)),
        JSONMember("total_tokens", .integer(feature.usage.tokens.value)),
        JSONMember("cost_usd", .string(feature.cost.decimal)),
        JSONMember("unpriced_tokens", .integer(feature.unpriced.tokens.value)),
      ]
      if hasContract {
        members.append(JSONMember("list_cost_usd", .string(feature.list.cost.decimal)))
      }
      return .object(members)
    }
  }
}
