import Analysis
import Pricing
import Quantities
import Usage

/// Prices and what is said about models, in words that `history`, `show` and `diff` share.
enum PriceWords {
  /// A code of the book as people read it: `cached input`.
  static func spaced(_ code: String) -> String { String(code.map { $0 == "_" ? " " : $0 }) }

  /// Which requests pay: `standard`, `batch, prompts over 200,000`.
  static func offer(_ tier: ServiceTier, over: TokenCount) -> String {
    tier.rawValue + (over == 0 ? "" : ", prompts over \(Phrase.number(Int(over.value)))")
  }

  /// Which requests pay a statement.
  static func offer(_ statement: PriceStatement) -> String {
    offer(statement.serviceTier, over: statement.overPromptTokens)
  }

  /// What a unit is, after the prices: ` per image`; nothing for the usual million tokens.
  static func per(_ unit: PriceUnit) -> String {
    unit == .millionTokens ? "" : " per \(spaced(unit.rawValue))"
  }

  /// A price as its seller quotes it, with two decimals at least.
  static func price(_ price: UnitPrice?, per unit: PriceUnit) -> String {
    price.map { CellText.text(of: .price($0, per: unit), moneyPlaces: 2) } ?? "not known"
  }

  /// The amounts of a statement: `input 0.30, output 2.50`.
  static func amounts(_ statement: PriceStatement) -> String {
    statement.amounts.map { amount in
      "\(spaced(amount.name)) \(price(amount.price, per: statement.unit))"
    }.joined(separator: ", ") + per(statement.unit)
  }

  /// Prices that change: `input 0.75 → 1.50 (+100.0 %)`.
  static func steps(_ steps: [PriceStep]) -> String {
    let unit = steps.first.map(\.unit) ?? .millionTokens
    return steps.map { step in
      let name = spaced(step.name)
      let after = price(step.after, per: step.unit)
      guard let before = step.before else { return "\(name) \(after)" }
      let old = price(before, per: step.unit)
      guard step.after != nil else { return "\(name) \(old) → none" }
      return "\(name) \(old) → \(after)" + (change(step).map { " (\($0))" } ?? "")
    }.joined(separator: ", ") + per(unit)
  }

  /// A change in percent, with its sign; nil beside nothing.
  static func change(_ step: PriceStep) -> String? {
    Fraction(step.change).map(CellText.signed)
  }

  /// When something begins: `from 2027-01-01`, `from the beginning`.
  static func from(_ instant: Instant?) -> String {
    instant.map { "from \(time($0))" } ?? "from the beginning"
  }

  /// A day where it begins one in UTC, else the time.
  static func time(_ instant: Instant) -> String {
    CellText.text(of: .instant(instant), moneyPlaces: 2)
  }

  /// What was said about a model's end: `shutdown on 2026-10-16 or later, then pro`.
  static func end(_ lifecycle: Lifecycle) -> String {
    let day = lifecycle.day.map { " on \($0)\(lifecycle.isEarliestOnly ? " or later" : "")" }
    switch lifecycle.mode {
    case .error:
      let successor = lifecycle.successor.map { ", successor \($0)" } ?? ""
      return (day.map { "shutdown\($0)" } ?? "no day for its shutdown") + successor
    case .reroute:
      return "re-routed to \(lifecycle.successor ?? "another model")" + (day ?? ", no day named")
    case .limitedAccess:
      return "limited to those who used it before" + (lifecycle.day.map { ", from \($0)" } ?? "")
    }
  }
}
