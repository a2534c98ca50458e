import Pricing

/// The words of an event.
extension PriceEvent: CustomStringConvertible {
  /// The event in a few words, without day and effect: `gemini-3.8-flash: introductory price ends`.
  public var description: String {
    "\(model): \(what)\(isEarliestOnly ? " (earliest day)" : "")"
  }

  private var what: String {
    switch kind {
    case .introductoryEnds: "introductory price ends"
    case .announcedPrice: "announced price begins"
    case .priceChange where effect == nil && pricedAfter == nil:
      "price ends, unpriced from then"
    case .priceChange where effect == nil && pricedBefore == nil:
      "price begins, unpriced until then"
    case .priceChange: "price changes"
    case .reroute(let successor): "re-routed to \(successor)"
    case .shutdown(let successor?): "shut down, moves to \(successor)"
    case .shutdown(nil): "shut down, no successor"
    case .aliasMoved(let model): "now stands for \(model)"
    case .contractBegins(let name): "contract \(name) begins"
    case .contractChanges(let name): "price of contract \(name) changes"
    case .contractEnds(let name): "contract \(name) ends, list price again"
    }
  }
}
