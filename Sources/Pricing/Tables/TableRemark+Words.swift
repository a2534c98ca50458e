import Quantities

/// The words of what did not become a price, and the codes by which programs know it.
extension TableRemark {
  /// Why, in one line, lower case.
  public var explanation: String {
    switch reason {
    case .noMeter: "no meter counts this"
    case .noTier(let word): "there is no service tier \(word)"
    case .noUnit(let unit): "there is no price per \(unit)"
    case .cacheLifetimeUnknown: "how long what is written stays cached is not said"
    case .storageNotWrites: "the seller asks for storage by the hour, not for writing to a cache"
    case .conditional(let condition): "holds only \(condition)"
    case .restatesTokens: "tokens have a price too: the same use would be charged twice"
    case .inexactName(let rule): "meant for \(rule); only whole names are matched"
    case .stepWithoutModel(let model): "a step of \(model), which the table does not have"
    case .aliasOfNothing(let name): "another name for \(name), which the table does not have"
    case .aliasInBook(let model): "in the book this is another name for \(model)"
    case .apartInBook(let meter): "\(meter) is left to the book, which has it apart"
    case .tierWithoutStep(let over): "no price for prompts over \(over), which standard has"
    case .tooFine(let nearest, let unit): TableRemark.tooFine(nearest, unit)
    case .notANumber: "not a number"
    case .negative: "less than nothing"
    case .zero: "zero: a gap or a gift? The book knows of no such price"
    case .outOfRange(let low, let high): "no seller asks this: prices are from \(low) to \(high)"
    case .aboveInput(let input): "cached input for more than fresh input, \(quoted(input))"
    case .farFromBook(let price, let unit):
      "a thousandfold apart from the book's \(price.decimal(perUnits: unit.quantity))"
    case .farApart(let other): "input and output a thousandfold apart: \(quoted(other))"
    case .belowLowerStep(let lower): "a longer prompt for less than \(quoted(lower))"
    case .tierOutOfOrder(let standard): "on the wrong side of standard, \(quoted(standard))"
    case .contradicted(let other): "the table says \(other) too"
    case .badDay(let text): "\(text) is no day, or no day before the next"
    }
  }

  /// The name by which programs know the reason; it does not change with the words.
  public var code: String {
    switch reason {
    case .noMeter: "no_meter"
    case .noTier: "no_tier"
    case .noUnit: "no_unit"
    case .cacheLifetimeUnknown: "cache_lifetime_unknown"
    case .storageNotWrites: "storage_not_writes"
    case .conditional: "conditional"
    case .restatesTokens: "restates_tokens"
    case .inexactName: "inexact_name"
    case .stepWithoutModel: "step_without_model"
    case .aliasOfNothing: "alias_of_nothing"
    case .aliasInBook: "alias_in_book"
    case .apartInBook: "apart_in_book"
    case .tierWithoutStep: "tier_without_step"
    case .tooFine: "too_fine"
    case .notANumber: "not_a_number"
    case .negative: "negative"
    case .zero: "zero"
    case .outOfRange: "out_of_range"
    case .aboveInput: "above_input"
    case .farFromBook: "far_from_book"
    case .farApart: "far_apart"
    case .belowLowerStep: "below_lower_step"
    case .tierOutOfOrder: "tier_out_of_order"
    case .contradicted: "contradicted"
    case .badDay: "bad_day"
    }
  }

  /// The reasons that take a price of tokens are quoted as sellers do, per million.
  private func quoted(_ price: UnitPrice) -> String {
    price.decimal(perUnits: PriceUnit.millionTokens.quantity)
  }

  private static func tooFine(_ nearest: UnitPrice?, _ unit: PriceUnit) -> String {
    let near = nearest.map { ", nearest \($0.decimal(perUnits: unit.quantity))" } ?? ""
    return "not a whole number of 10^-12 USD a unit\(near)"
  }
}
