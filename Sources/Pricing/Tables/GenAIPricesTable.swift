import JSONText
import Quantities
import Usage

/// Reads genai-prices' `data.json`: a list of sellers, dollars per million tokens, some dated.
///
/// A model has prices, or a list of prices each with a condition, of which the last that is met
/// counts (and the first where none is). `price_variants` replace single prices of that for a
/// batch or a service tier. Names are matched by rules; only those that name one model whole can
/// be expressed.
enum GenAIPricesTable {
  static func read(_ root: JSONValue) -> TableReading {
    var reading = TableReading()
    for seller in (root["providers"] ?? root).elements {
      guard let name = seller["id"]?.string, let provider = TableSellers.common(name) else {
        continue
      }
      for model in seller["models"]?.elements ?? [] {
        guard let id = model["id"]?.string else { continue }
        let rules = model["match"].map(GenAIPricesMatch.init)
        // Every whole name gets the prices itself; an alias of ours would displace the book's.
        for name in [id] + (rules?.names ?? []).filter({ $0 != id }) {
          reading.begin(
            TableEntry(provider: provider, model: name, name: id, isOtherName: name != id))
          GenAIPricesModel(model, provider).read(into: &reading)
        }
        reading.begin(TableEntry(provider: provider, model: id, name: id))
        for rule in rules?.rules ?? [] { reading.leave(model, "match", .inexactName(rule)) }
      }
    }
    return reading
  }
}

/// Which names a model goes by.
private struct GenAIPricesMatch {
  /// The whole names.
  private(set) var names: [String] = []
  /// The other rules, in words.
  private(set) var rules: [String] = []

  init(_ clause: JSONValue) {
    for (word, _, value) in clause.members {
      switch word {
      case "equals":
        if let name = value.string { names.append(name) }
      case "or":
        for element in value.elements {
          let match = GenAIPricesMatch(element)
          names += match.names
          rules += match.rules
        }
      case "and":
        let parts = value.elements.map(GenAIPricesMatch.init).flatMap { match in
          match.names + match.rules
        }
        rules.append(parts.joined(separator: " and "))
      case "starts_with": rules.append("names that begin with \(value.string ?? "?")")
      case "ends_with": rules.append("names that end with \(value.string ?? "?")")
      case "contains": rules.append("names that contain \(value.string ?? "?")")
      default: rules.append("names like \(value.string ?? word)")
      }
    }
  }
}
