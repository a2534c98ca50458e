import JSONText
import Quantities
import Usage

/// Reads litellm's `model_prices_and_context_window.json`: an object of models, dollars per token.
///
/// A model's name carries its seller's (`gemini/gemini-2.5-pro`); `litellm_provider` says it again,
/// with a shelf where the seller has several. A step (`_above_200k_tokens`) is for requests whose
/// whole prompt is longer, cached tokens included, and prices all of the request: our context band.
enum LiteLLMTable {
  static func read(_ root: JSONValue) -> TableReading {
    var reading = TableReading()
    let members = root.members.filter { $0.name != "sample_spec" && $0.value.kind == .object }
    let values = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    for (name, _, value) in members {
      let entry = LiteLLMEntry(name, value)
      guard let target = value["alias_of"]?.string else {
        entry?.read(into: &reading)
        continue
      }
      if let value = values[target], let target = LiteLLMEntry(target, value) {
        target.read(as: name, into: &reading)
      } else if let end = name.firstIndex(of: "/"),
        let provider = TableSellers.litellm(String(name[..<end]))
      {
        reading.begin(TableEntry(provider: provider, model: name, name: name))
        reading.leave(value, "alias_of", .aliasOfNothing(target))
      }
    }
    return reading
  }
}

/// One model of the table.
struct LiteLLMEntry {
  let name: String
  let provider: Provider
  private let shelf: String
  private let fields: [(name: String, key: JSONValue, value: JSONValue)]
  let mode: String?
  /// Which keys there are, a null being none.
  let keys: Set<String>

  /// Nil for an entry that names no seller: rules, aliases.
  init?(_ name: String, _ value: JSONValue) {
    let members = value.members
    func text(_ key: String) -> String? { members.first { $0.name == key }?.value.string }
    guard let shelf = text("litellm_provider"), let provider = TableSellers.litellm(shelf) else {
      return nil
    }
    self.name = name
    self.shelf = shelf
    self.provider = provider
    fields = members
    mode = text("mode")
    keys = Set(members.filter { $0.value.kind != .null }.map(\.name))
  }

  /// Reads the entry, as the model of another name where that name stands for it.
  func read(as alias: String? = nil, into reading: inout TableReading) {
    let name = alias ?? name
    reading.begin(
      TableEntry(
        provider: provider, model: model(name), name: name, isOtherName: alias != nil))
    // A list of steps prices all of a request: what stands beside it is for other programs.
    let inSteps = Set(
      fields.filter { $0.name == "tiered_pricing" }
        .flatMap { $0.value.elements.flatMap { $0.members.map(\.name) } })
    let prices = fields.filter { field in
      LiteLLMEntry.speaksOfMoney(field.name) && !inSteps.contains(field.name)
        && !isOfNothing(field)
    }
    if let reason = reasonAgainst(name) {
      // The name is no model's, so that none of its prices can be anybody's.
      for field in prices { reading.leave(field.value, field.name, reason) }
      return
    }
    for field in prices { read(field.name, field.value, into: &reading) }
  }

  /// Whether a field is the price, nothing, of an output that there is none of.
  private func isOfNothing(_ field: (name: String, key: JSONValue, value: JSONValue)) -> Bool {
    let generatesNothing = ["embedding", "rerank", "moderation"].contains(mode ?? "")
    return generatesNothing && field.name.hasPrefix("output_cost")
      && field.value.decimal?.whole == 0
  }

  /// The rest of the table is limits and abilities.
  private static func speaksOfMoney(_ key: String) -> Bool {
    key.contains("cost") || key.hasSuffix("pricing") || key.hasSuffix("multiplier")
      || key.contains("_multiplier_") || key == "provider_specific_entry"
      || key == "search_free_requests"
  }

  /// The model without its seller: requests carry `gemini-2.5-pro`.
  private func model(_ name: String) -> String {
    let prefix = name.prefix { $0 != "/" }
    let seller = shelf.hasSuffix("models") ? shelf.prefix { $0 != "-" } : shelf[...]
    guard prefix == shelf || prefix == seller, prefix.count < name.count else { return name }
    return String(name.dropFirst(prefix.count + 1))
  }

  private func reasonAgainst(_ name: String) -> TableRemark.Reason? {
    if model(name).hasPrefix("ft:") { return .inexactName("models tuned from \(model(name))") }
    // low/1024-x-1024/gpt-image-1: a choice of size, put in front of a model's name.
    let isSized = name.contains("-x-") && name.contains("/")
    return isSized ? .conditional("for one size of image") : nil
  }

  private func read(_ name: String, _ value: JSONValue, into reading: inout TableReading) {
    if value.kind == .null { return }
    if name == "tiered_pricing" { return readSteps(value, into: &reading) }
    if name == "search_context_cost_per_query" { return readSearch(value, name, into: &reading) }
    if let condition = condition(name) {
      return reading.leave(value, name, .conditional(condition))
    }
    let key = LiteLLMKey(name)
    guard let tier = key.tier else {
      return reading.leave(value, name, .noTier(key.tierWord ?? ""))
    }
    if let condition = key.condition { return reading.leave(value, name, .conditional(condition)) }
    // xAI alone bills the higher step from its very number of tokens on.
    let over = provider.name == "xai" && key.over > 0 ? key.over - 1 : key.over
    let slot = TableSlot(tier: tier, over: TokenCount(over))
    if let meter = LiteLLMEntry.tokenPrices[key.base] {
      reading.take(value, name, per: 1, for: meter, slot)
    } else if key.base == "cache_creation_input_token_cost" {
      readCacheWrite(value, name, key.lifetime, slot, into: &reading)
    } else {
      readOther(value, name, key.base, slot, into: &reading)
    }
  }

  private func condition(_ name: String) -> String? {
    switch name {
    case "off_peak_pricing": "at some hours of the day"
    case "provider_specific_entry": "in some region or at some speed"
    case "search_free_requests": "for an account, until it is used up"
    default:
      name.contains("multiplier") ? "in some region" : nil
    }
  }

  private static let tokenPrices: [String: String] = [
    "input_cost_per_token": "input", "output_cost_per_token": "output",
    "cache_read_input_token_cost": "cached_input", "input_cost_per_token_cache_hit": "cached_input",
    "input_cost_per_audio_token": "audio_input", "input_cost_per_image_token": "image_input",
    "input_cost_per_video_token": "video_input", "output_cost_per_audio_token": "audio_output",
    "output_cost_per_image_token": "image_output", "output_cost_per_video_token": "video_output",
    "output_cost_per_reasoning_token": "thinking",
    "cache_read_input_audio_token_cost": "cached_audio_input",
    "cache_read_input_image_token_cost": "cached_image_input",
  ]

  /// The cache write that the table has no word for.
  ///
  /// Where there is a price for an hour, the plain one is for five minutes; beside twelve hours, for
  /// thirty minutes.
  private var usualCacheWrite: Meter? {
    if keys.contains("cache_creation_input_token_cost_above_1hr") { return .cacheWrite5m }
    if keys.contains("cache_creation_input_token_cost_above_12hr") { return .cacheWrite30m }
    return provider.defaultCacheWrite
  }

  private func readCacheWrite(
    _ value: JSONValue, _ name: String, _ lifetime: String?, _ slot: TableSlot,
    into reading: inout TableReading
  ) {
    let meter: Meter? =
      switch lifetime {
      case "1hr": .cacheWrite1h
      case "12hr": .cacheWrite12h
      default:
        usualCacheWrite
      }
    if let meter { return reading.take(value, name, per: 1, for: meter.rawValue, slot) }
    let isStorage = provider == .googleGeminiAPI
    reading.leave(value, name, isStorage ? .storageNotWrites : .cacheLifetimeUnknown)
  }

  /// Steps as a list: each range is open below and closed above, and prices all of a request.
  private func readSteps(_ value: JSONValue, into reading: inout TableReading) {
    for (index, step) in value.elements.enumerated() {
      let path = "tiered_pricing[\(index)]"
      guard let start = step["range"]?.elements.first?.decimal?.whole else {
        reading.leave(value, path, .conditional("for a range of tokens that cannot be read"))
        continue
      }
      let slot = TableSlot(over: TokenCount(start))
      for (name, _, value) in step.members where name != "range" {
        guard let meter = LiteLLMEntry.tokenPrices[name] else {
          if LiteLLMEntry.speaksOfMoney(name) { reading.leave(value, "\(path).\(name)", .noMeter) }
          continue
        }
        reading.take(value, "\(path).\(name)", per: 1, for: meter, slot)
      }
    }
  }
}
