import Quantities
import Usage

/// Which model a name stands for at an instant, and by which steps.
///
/// Names are matched whole or not at all: `gemini-2.5-flash-lite` is not a kind of
/// `gemini-2.5-flash`. Aliases and re-routes are data of the price book, with days of their own.
public struct Resolution: Hashable, Sendable {
  /// The model that is billed.
  public let model: String
  /// How the name led there; empty where the name is the model's own.
  public let steps: [Step]
  /// The shutdown that the model has passed, if it has; its prices hold all the same.
  public let shutdown: Lifecycle?
  /// The instants around the one asked for at which this very answer holds.
  public let validity: Period

  /// One step from a name to another.
  public struct Step: Hashable, Sendable {
    /// Why the next name answers.
    public let kind: Kind
    /// The name that was asked for.
    public let from: String
    /// The name that answers.
    public let to: String
    /// Since when; nil for as long as is known.
    public let since: Instant?
    /// What the seller said about it; nil for an alias.
    public let lifecycle: Lifecycle?

    /// Why another name answers.
    public enum Kind: String, Hashable, Sendable {
      /// The name is an alias.
      case alias
      /// The seller serves and bills the successor without an error.
      case reroute
      /// The model is shut down, and its users have moved to the successor it suggests.
      case shutdown
    }
  }
}

/// What becomes of a model after its shutdown.
public enum ShutdownRule: Hashable, Sendable {
  /// It stays what it was: usage that was recorded was also served, whatever the plan had been.
  case keepsItsPrice
  /// Its users move to the successor that the seller suggests: for looking ahead.
  case movesToSuccessor
}

extension PriceBook {
  /// The model that a name stands for; nil for a seller or a name that the book does not know.
  public func resolve(
    provider: Provider, model name: String, at instant: Instant,
    shutdowns: ShutdownRule = .keepsItsPrice
  ) -> Resolution? {
    sellers[provider]?.trace(name, at: instant, shutdowns: shutdowns).resolution
  }
}

/// The way of a name through aliases and re-routes, whether or not it arrives at a model.
struct Trace {
  var name: String
  var steps: [Resolution.Step] = []
  var shutdown: Lifecycle?
  var validity = Period.always
  var isKnown = false

  var resolution: Resolution? {
    guard isKnown else { return nil }
    return Resolution(model: name, steps: steps, shutdown: shutdown, validity: validity)
  }
}

extension Seller {
  /// More steps than any honest chain has; a book with a circle is refused before it gets here.
  static let stepLimit = 64

  /// Follows a name until nothing in force at the instant leads further.
  func trace(_ name: String, at instant: Instant, shutdowns: ShutdownRule) -> Trace {
    var trace = Trace(name: name)
    while trace.steps.count < Seller.stepLimit {
      if let step = alias(of: &trace, at: instant) {
        trace.steps.append(step)
        trace.name = step.to
        continue
      }
      guard let step = successor(of: &trace, at: instant, shutdowns: shutdowns) else { break }
      trace.steps.append(step)
      trace.name = step.to
    }
    trace.isKnown = models.has(trace.name)
    return trace
  }

  /// The alias in force; it goes before a model of the same name, which it has replaced.
  private func alias(of trace: inout Trace, at instant: Instant) -> Resolution.Step? {
    var step: Resolution.Step?
    for alias in aliases[trace.name] ?? [] {
      trace.validity = trace.validity.narrowed(by: alias.period, around: instant)
      guard alias.period.contains(instant) else { continue }
      step = Resolution.Step(
        kind: .alias, from: alias.name, to: alias.model, since: alias.period.from, lifecycle: nil)
    }
    return step
  }

  /// The re-route in force, else the shutdown where that leads on.
  private func successor(
    of trace: inout Trace, at instant: Instant, shutdowns: ShutdownRule
  ) -> Resolution.Step? {
    var step: Resolution.Step?
    for lifecycle in models[trace.name]?.lifecycles ?? [] where lifecycle.isCurrent {
      guard lifecycle.mode != .limitedAccess, let day = lifecycle.takesEffect else { continue }
      trace.validity = trace.validity.narrowed(by: Period(from: day), around: instant)
      guard day <= instant else { continue }
      if lifecycle.mode == .error { trace.shutdown = lifecycle }
      guard let successor = lifecycle.successor else { continue }
      let isReroute = lifecycle.mode == .reroute
      guard isReroute || (shutdowns == .movesToSuccessor && step == nil) else { continue }
      step = Resolution.Step(
        kind: isReroute ? .reroute : .shutdown, from: trace.name, to: successor, since: day,
        lifecycle: lifecycle)
    }
    if step != nil { trace.shutdown = nil }
    return step
  }
}
