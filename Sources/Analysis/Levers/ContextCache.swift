import Pricing
import Quantities
import Usage

/// A share of the prompts' text read from a context cache, and what it costs to keep that.
///
///     cached   = share × fresh text;  read = cached × (1 − written share), at the cached price
///     written  = cached × written share, at the price of cache writes, as fresh text where none is
///     a day    = caches × share × average fresh text × hours × price per token and hour
///
/// The averages are those of each model and feature. What a model would cache has to be as long as it
/// caches at all: 1,024 tokens on Gemini 2, 4,096 from Gemini 3 on.
struct ContextCache: Hashable, Sendable {
  /// The share of the fresh text that requests have in common.
  let share: DecimalFactor
  /// The share of it that is written rather than read.
  let writtenShare: DecimalFactor
  /// For how many hours of a day each cache is kept and paid for; none for caches that cost nothing.
  let storageHoursPerDay: DecimalFactor
  /// How many caches there are at a time, for each model and feature.
  let caches: Int64
}

/// A context cache that is kept: its price is per token and hour.
struct CacheStorage: Hashable, Sendable {
  let series: UsageSeries
  /// Tokens × hours of one day.
  let tokenHoursPerDay: PreciseCount
}

extension ContextCache: LeverRule {
  var setting: String {
    let text = "\(share.percentText) of the prompts' fresh text is read from a cache"
    guard storageHoursPerDay > .zero else { return text }
    return text + ", kept for \(storageHoursPerDay.counted("hour")) a day"
  }

  var assumptions: [String] {
    var lines = ["that much text is the same in all requests of a model and feature"]
    lines.append("\(writtenShare.percentText) of it is written each time, the rest is found")
    if storageHoursPerDay == .zero { lines.append("the cache is kept without a charge") }
    return lines
  }

  /// Keeps a cache for each model and feature that can have one.
  func prepare(_ run: inout LeverRun) {
    guard storageHoursPerDay > .zero else { return }
    let kinds = run.totals.sorted { $0.key.order < $1.key.order }
    for (_, total) in kinds where problem(total, run) == nil {
      guard run.book.storagePrice(for: total.series, at: run.instant) != nil else {
        run.note(.noStoragePrice(model: total.series.model ?? ""), total.requests)
        continue
      }
      let tokens = cachedText(of: total)
      run.store(
        CacheStorage(
          series: total.series,
          tokenHoursPerDay: tokens.scaled(by: Exact(storageHoursPerDay) * Exact(caches))))
    }
  }

  var changesNothing: Bool { share == .zero }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    guard row[.textInput] > .zero, share > .zero else { return [row] }
    let kind = LeverGroup(row.series)
    if let total = run.totals[kind], let problem = problem(total, run) {
      run.note(problem, row.requests)
      return [row]
    }
    let rates = run.rates(row.series, over: row.contextOver)
    var row = row
    let cached = row[.textInput].scaled(by: Exact(share))
    let written = cached.scaled(by: Exact(writtenShare))
    row[.textInput] = row[.textInput] - cached
    row[.cachedTextInput] += cached - written
    let write = Meter.writes.first { rates.price(of: $0) != nil } ?? .textInput
    row[write] += written
    run.move(row.requests)
    return [row]
  }

  /// Why usage cannot be cached; nil where it can.
  private func problem(_ total: ScaledRow, _ run: LeverRun) -> LeverNote.Kind? {
    let series = total.series
    let model = series.model ?? "a model without a name"
    guard run.rates(series, over: 0).price(of: .cachedTextInput) != nil else {
      return .noCachedPrice(model: model)
    }
    let name = run.book.resolve(
      provider: series.provider, model: series.model ?? "", at: run.instant)?.model
    let least = name.flatMap { ModelGeneration(model: $0) }?.leastCachedTokens
    let tokens = cachedText(of: total)
    guard let least, tokens < PreciseCount(least) else { return nil }
    // The bound is that of the model which answers, and a name may have moved on to another.
    let answering = name.flatMap { $0 == series.model ? nil : "\($0), which answers for \(model)," }
    return .tooShortToCache(model: answering ?? model, tokens: tokens.whole, least: least)
  }

  /// The cached text of an average request.
  private func cachedText(of total: ScaledRow) -> PreciseCount {
    guard let mean = total[.textInput].ratio(to: total.requests) else { return .zero }
    return PreciseCount(mean).scaled(by: Exact(share))
  }
}

extension Meter {
  /// What is written to a cache, the shortest life first.
  fileprivate static let writes: [Meter] = [
    .cacheWrite5m, .cacheWrite30m, .cacheWrite1h, .cacheWrite12h,
  ]
}

extension LeverGroup {
  /// In order of name.
  var order: (String, String, String, String) {
    (provider.name, model ?? "", tier.rawValue, feature ?? "")
  }
}

extension PriceBook {
  /// What a token in a cache costs an hour; nil where the book does not say.
  func storagePrice(for series: UsageSeries, at instant: Instant) -> UnitPrice? {
    guard let name = series.model,
      let model = resolve(
        provider: series.provider, model: name, at: instant, shutdowns: .movesToSuccessor)?.model
    else { return nil }
    let statements = unitPrices(provider: series.provider, model: model).filter {
      $0.unit == .millionTokenHours && $0.status == .inForce && $0.period.contains(instant)
    }
    let own = statements.first { $0.serviceTier == series.serviceTier } ?? statements.first
    return own?.amounts.first { $0.name == "cache_storage" }?.price
  }
}
