import Analysis
import Quantities

/// What was priced on days on which a price changed that nobody wrote down.
///
/// Both readings are exact: the cost as it is summed above, and the cost at the other price.
enum UncertainNotes {
  static func lines(_ uncertain: [UncertainUsage]) -> [String] {
    uncertain.map { usage in
      let offer = PriceWords.offer(usage.statement)
      return
        "not certain: \(Phrase.counted(usage.requests, "request")), \(usage.cost.decimal) USD, fall "
        + "in days on one of which the price of \(usage.statement.model) (\(offer)) changed, "
        + "between \(usage.span.earliest) and \(usage.span.latest); "
        + other(usage)
    }
  }

  private static func other(_ usage: UncertainUsage) -> String {
    guard let cost = usage.otherCost else { return "what the other price was is not known" }
    return "the other price would give \(cost.decimal) USD"
  }

  static func json(_ uncertain: [UncertainUsage]) -> JSONOutput {
    .array(
      uncertain.map { usage in
        .object([
          JSONMember("provider", .string(usage.statement.provider.name)),
          JSONMember("model", .string(usage.statement.model)),
          JSONMember("service_tier", .string(usage.statement.serviceTier.rawValue)),
          JSONMember("over_prompt_tokens", .integer(usage.statement.overPromptTokens.value)),
          JSONMember("statement", .string(usage.statement.id)),
          JSONMember("earliest", .string(usage.span.earliest.description)),
          JSONMember("latest", .string(usage.span.latest.description)),
          JSONMember("requests", .integer(usage.requests)),
          JSONMember("cost_usd", .string(usage.cost.decimal)),
          JSONMember("other_cost_usd", .string(usage.otherCost?.decimal)),
        ])
      })
  }
}
