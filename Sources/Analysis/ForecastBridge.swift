import Pricing
import Quantities

/// The steps from one month's cost to the next one's: one thing changes at a time, in this order, and
/// they add up to the difference exactly.
public struct ForecastBridge: Hashable, Sendable {
  /// A month that has begun gives way to a whole one like its days ahead; zero for a whole month.
  public let wholeMonth: Money
  /// The users change.
  public let users: Money
  /// The number of days and their weekdays change.
  public let days: Money
  /// Prices change.
  public let prices: Money
  /// Models end, are re-routed, or a name stands for another one.
  public let retirements: Money
  /// Whether both months have usage with a price; otherwise no step means anything.
  public let isPriced: Bool
  /// Whether `prices` means anything: no price ends or begins in one of the months.
  public let knowsPrices: Bool
  /// Whether `retirements` does: no usage moves to, or from, a model without a price.
  public let knowsRetirements: Bool

  /// All steps.
  public var sum: Money { wholeMonth + users + days + prices + retirements }
}

extension LogForecast {
  /// For each month, the steps from the one before it; nil for the first.
  func bridges(_ months: [LogMonth]) throws(ForecastRefusal) -> [ForecastBridge?] {
    var bridges: [ForecastBridge?] = [nil]
    for (before, after) in zip(months, months.dropFirst()) {
      bridges.append(try bridge(from: before, to: after))
    }
    return bridges
  }

  /// Evaluates the month anew with one more thing taken from the next month each time.
  private func bridge(from old: LogMonth, to new: LogMonth) throws(ForecastRefusal)
    -> ForecastBridge
  {
    let clock = forecaster.clock
    let oldDays = clock.days(from: old.start, until: old.end)
    let oldWhole = clock.days(
      from: input.zone.start(of: old.result.month.firstDay), until: old.end)
    let newDays = clock.days(from: new.start, until: new.end)
    let fee = input.fixedFee

    let oldSums = old.sums.map(\.cost)
    let whole = try money(old.base.pool.value(of: oldSums, times: old.users) * oldWhole / oldDays)
    let users = try money(old.base.pool.value(of: oldSums, times: new.users) * oldWhole / oldDays)
    // The new month's windows and days at the mean prices of the old one's days.
    let pool = new.base.pool
    let atOld = forecaster.sums(
      new.base.loads, parts: new.base.pooled, from: old.start, until: old.end
    ).map(\.cost)
    let days = pool.value(of: atOld, times: new.users) * newDays / oldDays
    // What prices alone make of it, changes of both months counted for the days they hold.
    let inOld = changes(new.base, from: old.start, until: old.end)
    let inNew = changes(new.base, from: new.start, until: new.end)
    let priced =
      days + pool.value(of: inNew, times: new.users)
      + pool.value(of: fullMonth(new.base, old), times: new.users) * newDays / oldDays
      + pool.value(of: inOld.map { -$0 }, times: new.users) * newDays / oldDays
    let (atDays, atPrices) = (try money(days), try money(priced))
    let unknown = (old.result.events + new.result.events).filter { $0.effect == nil }
    return ForecastBridge(
      wholeMonth: whole + fee - old.result.cost, users: users - whole, days: atDays - users,
      prices: atPrices - atDays, retirements: new.result.cost - fee - atPrices,
      isPriced: old.result.hasPrice && new.result.hasPrice,
      knowsPrices: unknown.allSatisfy(\.kind.movesUsage),
      knowsRetirements: !unknown.contains(where: \.kind.movesUsage))
  }

  /// What changes of price in some days make of those days, by window.
  private func changes(_ base: LogBase, from start: Instant, until end: Instant) -> [Exact] {
    effects(base, from: start, until: end) { forecaster.clock.days(from: $0, until: end) }
  }

  /// What changes of price in the old month make of all of its days.
  private func fullMonth(_ base: LogBase, _ old: LogMonth) -> [Exact] {
    effects(base, from: old.start, until: old.end) { _ in
      forecaster.clock.days(from: old.start, until: old.end)
    }
  }

  private func effects(
    _ base: LogBase, from start: Instant, until end: Instant, days: (Instant) -> Exact
  ) -> [Exact] {
    var sums = [Exact](repeating: .zero, count: base.pooled)
    for priced in base.loads {
      for event in priced.timeline.events
      where (start..<end).contains(event.change.at) && !event.change.kind.movesUsage {
        sums[priced.load.part] += priced.effect(of: event, days: days(event.change.at))
      }
    }
    return sums
  }

  private func money(_ value: WideRatio) throws(ForecastRefusal) -> Money {
    guard let picodollars = value.rounded else { throw .outOfRange }
    return Money(picodollars: picodollars)
  }
}

extension ForecastMonth {
  /// Whether some of what was used, and of what is forecast, has a price.
  fileprivate var hasPrice: Bool {
    !unpriced.isAll(of: usage) && monthToDate.map { $0.unpriced.isAll(of: $0.usage) } != true
  }
}

extension PriceChange.Kind {
  /// Whether usage goes to another model, or nowhere, rather than to another price.
  fileprivate var movesUsage: Bool {
    switch self {
    case .reroute, .shutdown, .aliasMoved: true
    case .introductoryEnds, .announcedPrice, .priceChange, .contractBegins, .contractChanges,
      .contractEnds:
      false
    }
  }
}
