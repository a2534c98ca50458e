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
    case .stepInBook(let over): "prompts over \(over) are left to the book, which has a step there"
    case .tierWithoutStep(let over): "no price for prompts over \(over), which standard has"
    case .tooFine(let nearest, let unit): TableRemark.tooFine(nearest, unit)
    case .notANumber: "not a number"
    case .negative: "less than nothing"
    case .zero: "zero: a gap or a gift? The book knows of no such price"
    case .tooLarge: "more than nine million dollars for one"
    case .outOfRange(let low, let high, let unit):
      "no seller asks this: prices are from \(quoted(low, unit)) to \(quoted(high, unit))"
    case .outOfProportion(let name, let other):
      "out of proportion to \(name), \(quoted(other, .millionTokens))"
    case .farFromBook(let price, let unit):
      "a thousandfold apart from the book's \(quoted(price, unit))"
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
    case .stepInBook: "step_in_book"
    case .tierWithoutStep: "tier_without_step"
    case .tooFine: "too_fine"
    case .notANumber: "not_a_number"
    case .negative: "negative"
    case .zero: "zero"
    case .tooLarge: "too_large"
    case .outOfRange: "out_of_range"
    case .outOfProportion: "out_of_proportion"
    case .farFromBook: "far_from_book"
    case .contradicted: "contradicted"
    case .badDay: "bad_day"
    }
  }

  /// A price as its seller quotes it.
  private func quoted(_ price: UnitPrice?, _ unit: PriceUnit) -> String {
    price?.decimal(perUnits: unit.quantity) ?? "nothing"
  }

  private static func tooFine(_ nearest: UnitPrice?, _ unit: PriceUnit) -> String {
    let near = nearest.map { ", nearest \($0.decimal(perUnits: unit.quantity))" } ?? ""
    return "not a whole number of 10^-12 USD a unit\(near)"
  }
}
