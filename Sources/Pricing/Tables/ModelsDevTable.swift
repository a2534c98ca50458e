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
        if let cost = value["cost"] { read(cost, provider, into: &reading) }
        for (mode, _, value) in value["experimental"]?["modes"]?.members ?? [] {
          guard let cost = value["cost"] else { continue }
          reading.leave(
            cost, "experimental.modes.\(mode).cost", .conditional("in the mode \(mode)"))
        }
      }
    }
    return reading
  }

  private static func read(
    _ cost: JSONValue, _ provider: Provider, into reading: inout TableReading
  ) {
    let steps = cost["tiers"].map(\.elements) ?? []
    take(cost, "cost", provider, over: 0, into: &reading)
    if steps.isEmpty, let step = cost["context_over_200k"] {
      take(step, "cost.context_over_200k", provider, over: 200_000, into: &reading)
    }
    for (index, step) in steps.enumerated() {
      let key = "cost.tiers[\(index)]"
      let tier = step["tier"]
      guard tier?["type"]?.string ?? "context" == "context", let size = tier?["size"]?.int64,
        size > 0
      else {
        reading.leave(step, key, .conditional("beyond some step"))
        continue
      }
      take(step, key, provider, over: TokenCount(size), into: &reading)
    }
  }

  private static func take(
    _ cost: JSONValue, _ path: String, _ provider: Provider, over: TokenCount,
    into reading: inout TableReading
  ) {
    let structure = ["tiers", "tier", "context_over_200k"]
    for (name, _, value) in cost.members where !structure.contains(name) {
      let key = "\(path).\(name)"
      let write = name == "cache_write" ? provider.defaultCacheWrite?.rawValue : nil
      if let meter = meters[name] ?? write {
        reading.take(value, key, for: meter, TableSlot(over: over))
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
