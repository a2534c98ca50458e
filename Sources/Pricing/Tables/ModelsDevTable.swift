import JSONText
import Quantities
import Usage

/// Reads models.dev's `api.json`: sellers, their models, dollars per million tokens.
///
/// A step (`tiers`, or `context_over_200k` in older files) is for prompts longer than its size and
/// states all of its prices. Newer files write the old key too, for any size of step: beside
/// `tiers` it says nothing of its own.
enum ModelsDevTable {
  static func read(_ root: JSONValue) -> TableReading {
    var reading = TableReading()
    for (seller, _, value) in (root["providers"] ?? root).members {
      guard let provider = TableSellers.common(seller) else { continue }
      for (model, _, value) in value["models"]?.members ?? [] {
        reading.begin(TableEntry(provider: provider, model: model, name: "\(seller)/\(model)"))
        if let cost = value["cost"] { read(cost, provider, "cost", .standard, into: &reading) }
        for (mode, _, value) in value["experimental"]?["modes"]?.members ?? [] {
          guard let cost = value["cost"] else { continue }
          let path = "experimental.modes.\(mode).cost"
          guard let tier = tier(of: value), tier != .standard else {
            reading.leave(cost, path, .conditional("in the mode \(mode)"))
            continue
          }
          read(cost, provider, path, tier, into: &reading)
        }
      }
    }
    return reading
  }

  /// The service tier that a mode's requests ask for, by the very words they send.
  private static func tier(of mode: JSONValue) -> ServiceTier? {
    guard let body = mode["provider"]?["body"] ?? mode["body"] else { return nil }
    if let word = body["service_tier"]?.string { return ServiceTier(vendorWord: word) }
    return (body["speed"]?.string).flatMap(ServiceTier.init(rawValue:))
  }

  private static func read(
    _ cost: JSONValue, _ provider: Provider, _ path: String, _ tier: ServiceTier,
    into reading: inout TableReading
  ) {
    var slot = TableSlot(tier: tier)
    let steps = cost["tiers"].map(\.elements) ?? []
    take(cost, path, provider, slot, into: &reading)
    if steps.isEmpty, let step = cost["context_over_200k"] {
      slot.over = 200_000
      take(step, "\(path).context_over_200k", provider, slot, into: &reading)
    }
    for (index, step) in steps.enumerated() {
      let key = "\(path).tiers[\(index)]"
      let tier = step["tier"]
      guard tier?["type"]?.string ?? "context" == "context", let size = tier?["size"]?.int64,
        size > 0
      else {
        reading.leave(step, key, .conditional("beyond some step"))
        continue
      }
      slot.over = TokenCount(size)
      take(step, key, provider, slot, into: &reading)
    }
  }

  private static func take(
    _ cost: JSONValue, _ path: String, _ provider: Provider, _ slot: TableSlot,
    into reading: inout TableReading
  ) {
    let structure = ["tiers", "tier", "context_over_200k"]
    for (name, _, value) in cost.members where !structure.contains(name) {
      let key = "\(path).\(name)"
      let write = name == "cache_write" ? provider.defaultCacheWrite?.rawValue : nil
      if let meter = meters[name] ?? write {
        reading.take(value, key, for: meter, slot)
      } else if name == "cache_write" {
        // For Google's models it has been the price of storage for an hour.
        let isGoogle = provider == .googleGeminiAPI
        reading.leave(value, key, isGoogle ? .storageNotWrites : .cacheLifetimeUnknown)
      } else {
        reading.leave(value, key, .noMeter)
      }
    }
  }

  private static let meters: [String: String] = [
    "input": "input", "output": "output", "reasoning": "thinking", "cache_read": "cached_input",
    "input_audio": "audio_input", "output_audio": "audio_output",
  ]
}
