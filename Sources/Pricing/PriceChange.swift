import Quantities
import Usage

/// An instant at which an unchanged model name begins to cost something else, or loses its model.
///
/// The two things that surprise a bill: the code did not change, the price did.
public struct PriceChange: Sendable {
  /// When.
  public let at: Instant
  /// What happens.
  public let kind: Kind
  /// The prices until then.
  public let before: Rates
  /// The prices from then on; the same as before where a model is shut down and keeps its price.
  public let after: Rates
  /// What the seller said about a re-route or a shutdown, `isEarliestOnly` included.
  public let lifecycle: Lifecycle?

  /// What happens to a price.
  public enum Kind: Hashable, Sendable {
    /// An introductory price ends.
    case introductoryEnds
    /// A price begins that the seller has announced and not yet put in force.
    case announcedPrice
    /// The price changes.
    case priceChange
    /// The model is answered and billed as another one.
    case reroute(to: String)
    /// The model is shut down.
    case shutdown(successor: String?)
    /// The name is an alias that from now on stands for another model.
    case aliasMoved(to: String)
    /// A contract begins to change what is paid.
    case contractBegins(String)
    /// One term of a contract takes the place of another.
    case contractChanges(String)
    /// A contract ends, and the list price is paid again.
    case contractEnds(String)
  }
}

extension PriceBook {
  /// What happens to the price of a model name in a period, in order of time.
  ///
  /// What happens at the very start of the period is part of what the period starts with, and not
  /// listed. A period without an end lists everything the book knows of.
  public func priceChanges(
    provider: Provider, model: String, tier: ServiceTier = .standard, contextOver: TokenCount = 0,
    in period: Period, shutdowns: ShutdownRule = .keepsItsPrice
  ) -> [PriceChange] {
    func rates(at instant: Instant) -> Rates {
      self.rates(
        provider: provider, model: model, tier: tier, contextOver: contextOver, at: instant,
        shutdowns: shutdowns)
    }
    var changes: [PriceChange] = []
    var before = rates(at: period.from ?? Instant(microseconds: .min))
    while let next = before.validity.until, Period(until: period.until).contains(next) {
      let after = rates(at: next)
      changes += PriceBook.changes(at: next, before: before, after: after)
      before = after
    }
    return changes
  }

  /// What happens between two answers, the second beginning where the first ends.
  private static func changes(at instant: Instant, before: Rates, after: Rates) -> [PriceChange] {
    func change(_ kind: PriceChange.Kind, _ lifecycle: Lifecycle? = nil) -> PriceChange {
      PriceChange(at: instant, kind: kind, before: before, after: after, lifecycle: lifecycle)
    }
    let moved = after.resolution?.model != before.resolution?.model
    if moved, let step = after.resolution?.steps.last(where: { $0.since == instant }) {
      switch step.kind {
      case .alias: return [change(.aliasMoved(to: step.to))]
      case .reroute: return [change(.reroute(to: step.to), step.lifecycle)]
      case .shutdown: return [change(.shutdown(successor: step.to), step.lifecycle)]
      }
    }
    if let shutdown = after.resolution?.shutdown, shutdown.takesEffect == instant {
      return [change(.shutdown(successor: shutdown.successor), shutdown)]
    }
    guard !after.charges(like: before) else { return [] }
    if let kind = PriceChange.Kind.ofContract(at: instant, before: before, after: after) {
      return [change(kind)]
    }
    if before.statements.contains(where: { $0.isIntroductory && $0.period.until == instant }) {
      return [change(.introductoryEnds)]
    }
    let begins = after.statements.filter { $0.period.from == instant }
    return [change(begins.contains { $0.status == .announced } ? .announcedPrice : .priceChange)]
  }
}
