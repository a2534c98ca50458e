import JSONText
import Quantities
import Usage

/// The prices of one model of genai-prices, laid out in time.
///
/// Each day at which a condition begins cuts time; in each piece the rules say which price counts.
struct GenAIPricesModel {
  private let prices: [Conditional]
  private let variants: [Variant]
  private let provider: Provider

  /// Prices and since when they count; nil for those of some hours of the day.
  private struct Conditional {
    let key: String
    let prices: JSONValue
    /// Nil for always.
    let start: Instant?
    let isOfHours: Bool

    init(_ value: JSONValue, key: String, isConditional: Bool = true) {
      self.key = key
      prices = isConditional ? value["prices"] ?? value : value
      let constraint = isConditional ? value["constraint"] : nil
      start = (constraint?["start_date"]?.string).flatMap(Day.init)?.startUTC
      // A day that is none is a condition that cannot be met, like an hour of the day.
      isOfHours = constraint.map { $0.kind != .null } == true && start == nil
    }

    /// Whether it counts from an instant on; nil stands for the beginning of time.
    func counts(at instant: Instant?) -> Bool {
      guard let start else { return !isOfHours }
      return instant.map { start <= $0 } ?? false
    }
  }

  private struct Variant {
    /// Nil for a condition that is no service tier.
    let tier: ServiceTier?
    let words: String
    let conditional: Conditional

    /// A variant for the standard tier would be another standard price: there is one already.
    var isInexpressible: Bool {
      let isEmpty = conditional.prices.members.isEmpty
      return tier == nil || conditional.isOfHours || tier == .standard && !isEmpty
    }
  }

  init(_ model: JSONValue, _ provider: Provider) {
    self.provider = provider
    let value = model["prices"]
    if let list = value, list.kind == .array {
      prices = list.elements.enumerated().map { Conditional($1, key: "prices[\($0)]") }
    } else {
      prices = value.map { [Conditional($0, key: "prices", isConditional: false)] } ?? []
    }
    variants = (model["price_variants"]?.elements ?? []).enumerated().map { index, value in
      let when = (value["when"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
      return Variant(
        tier: when.count == 1 ? GenAIPricesModel.tier(when[0]) : nil,
        words: when.map { "\($0)=\($1)" }.joined(separator: ", "),
        conditional: Conditional(value, key: "price_variants[\(index)]"))
    }
  }

  private static func tier(_ condition: (name: String, word: String)) -> ServiceTier? {
    switch condition.name {
    case "processing": condition.word == "batch" ? .batch : nil
    case "service_tier": ServiceTier(vendorWord: condition.word)
    // Anthropic's fast is a tier of its own, and no other word for priority.
    case "speed": ServiceTier(rawValue: condition.word)
    default: nil
    }
  }

  func read(into reading: inout TableReading) {
    for conditional in prices where conditional.isOfHours {
      reading.leave(conditional.prices, conditional.key, .conditional("at some hours of the day"))
    }
    for variant in variants where variant.isInexpressible {
      let condition = variant.conditional.isOfHours ? "at some hours" : "where \(variant.words)"
      reading.leave(
        variant.conditional.prices, variant.conditional.key, .conditional(condition))
    }
    guard let first = prices.first(where: { !$0.isOfHours }) else { return }
    func standard(at instant: Instant?) -> Conditional {
      prices.last { $0.counts(at: instant) } ?? first
    }
    for period in periods(of: prices) {
      let base = standard(at: period.from)
      take(base.prices, base.key, TableSlot(period: period), into: &reading)
    }
    for tier in ServiceTier.allCases where tier != .standard {
      let variants = variants.filter { $0.tier == tier }.map(\.conditional)
      guard !variants.isEmpty else { continue }
      for period in periods(of: prices + variants) {
        let active = variants.filter { $0.counts(at: period.from) }
        let slot = TableSlot(tier: tier, period: period)
        read(active, over: standard(at: period.from), slot, into: &reading)
      }
    }
  }

  /// Time, cut at each day on which something begins to count; all of it where nothing does.
  private func periods(of prices: [Conditional]) -> [Period] {
    let starts = Set(prices.compactMap(\.start)).sorted()
    let bounds: [Instant?] = [nil] + starts.map(Optional.some)
    return bounds.indices.map { index in
      Period(from: bounds[index], until: index + 1 < bounds.count ? bounds[index + 1] : nil)
    }
  }

  /// The first variant that has a price wins; what none has stays as it is at standard.
  private func read(
    _ variants: [Conditional], over base: Conditional, _ slot: TableSlot,
    into reading: inout TableReading
  ) {
    guard !variants.isEmpty else { return }
    var replaced: Set<String> = []
    for variant in variants {
      take(variant.prices, variant.key, slot, except: replaced, into: &reading)
      replaced.formUnion(variant.prices.members.map(\.name))
    }
    take(base.prices, base.key, slot, except: replaced, into: &reading)
  }

  private func take(
    _ prices: JSONValue, _ path: String, _ slot: TableSlot, except replaced: Set<String> = [],
    into reading: inout TableReading
  ) {
    for (name, _, value) in prices.members where !replaced.contains(name) && value.kind != .null {
      let price = GenAIPricesKey(name, provider)
      let key = "\(path).\(name)"
      guard let (meter, unit, quantity) = price.meaning else {
        reading.leave(value, key, price.reason)
        continue
      }
      var slot = slot
      slot.unit = unit
      guard value.kind == .object else {
        reading.take(value, key, per: quantity, for: meter, slot)
        continue
      }
      if let base = value["base"] { reading.take(base, key, per: quantity, for: meter, slot) }
      for (index, step) in (value["tiers"]?.elements ?? []).enumerated() {
        guard let start = step["start"]?.int64, start > 0, let value = step["price"] else {
          reading.leave(step, "\(key).tiers[\(index)]", .conditional("beyond some step"))
          continue
        }
        slot.over = TokenCount(start)
        reading.take(value, "\(key).tiers[\(index)]", per: quantity, for: meter, slot)
      }
    }
  }
}
