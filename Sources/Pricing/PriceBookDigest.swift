import Quantities
import Usage

/// The fingerprint of a book: equal prices have equal ones, however their files are written.
///
/// It covers what can change a figure (statements, aliases, re-routes, shutdowns, contracts) and leaves out
/// what cannot (notes, sources, the order of rows), so that a corrected remark does not look like
/// another price.
extension PriceBook {
  /// SHA-256 over the normal form, in hexadecimal.
  ///
  /// It is computed at each call, so whoever needs it often should keep it.
  public var digest: String { SHA256.hexDigest(of: Array(normalForm.utf8)) }

  /// One line a fact, in an order of its own.
  var normalForm: String {
    var lines = knownOn.map { ["known on \($0)"] } ?? []
    for seller in sellers.values {
      lines += PriceBook.lines(forContractsOf: seller)
      for model in seller.models.values {
        lines.append("model \(seller.provider) \(model.name)")
        lines += model.statements.filter { $0.status != .withdrawn }.map(PriceBook.line)
        lines += model.lifecycles.filter(\.isCurrent).compactMap { lifecycle in
          PriceBook.line(for: lifecycle, of: model.name, at: seller.provider)
        }
      }
      for alias in seller.aliases.values.joined() {
        lines.append("alias \(seller.provider) \(alias.name) \(alias.period) \(alias.model)")
      }
    }
    return lines.sorted().joined(separator: "\n")
  }

  /// A contract's name is among them, since results say under which contract they hold.
  private static func lines(forContractsOf seller: Seller) -> [String] {
    var lines = seller.contracts.map { "contract \($0.provider) \($0.name)" }
    let statements = seller.contractPrices.values.joined().filter { $0.status != .withdrawn }
    lines += statements.map { "contract " + line(for: $0) }
    lines += seller.contracts.flatMap(\.discounts).map { discount in
      let tiers = discount.serviceTiers?.map(\.rawValue)
      let scope = [discount.models, tiers].map { $0?.sorted().joined(separator: " ") ?? "*" }
      return "discount \(discount.provider) \(discount.period) \(discount.percentOff.millionths) "
        + "\(discount.meterMask) \(scope.joined(separator: " / "))"
    }
    return lines
  }

  private static func line(for statement: PriceStatement) -> String {
    let prices =
      statement.unit == .millionTokens
      ? Meter.all.map { meter in
        guard let price = statement.price(of: meter) else {
          return statement.speaks(of: meter) ? "?" : "-"
        }
        return String(price.picodollars)
      }
      : statement.amounts.map { amount in
        "\(amount.name)=\(amount.price.map { String($0.picodollars) } ?? "?")"
      }.sorted()
    let head = "price \(statement.provider) \(statement.model) \(statement.serviceTier.rawValue)"
    return "\(head) \(statement.overPromptTokens) \(statement.period) \(statement.unit.rawValue) "
      + "\(statement.status.rawValue) \(prices.joined(separator: " "))"
  }

  private static func line(
    for lifecycle: Lifecycle, of model: String, at provider: Provider
  ) -> String? {
    guard let start = lifecycle.takesEffect else { return nil }
    let successor = lifecycle.successor ?? "-"
    return "end \(provider) \(model) \(lifecycle.mode.rawValue) \(start) \(successor)"
  }
}
