import JSONText
import Quantities
import Usage

/// What litellm prices by other units than tokens: images, seconds, searches.
extension LiteLLMEntry {
  func readOther(
    _ value: JSONValue, _ name: String, _ base: String, _ slot: TableSlot,
    into reading: inout TableReading
  ) {
    if base == "google_maps_grounding_cost_per_query" {
      return reading.take(
        value, name, per: 1, for: "google_maps", slot.of(searchUnit))
    }
    guard let (unit, medium) = unit(of: base) else {
      return reading.leave(value, name, LiteLLMEntry.reason(against: base))
    }
    guard !restatesTokens(base) else { return reading.leave(value, name, .restatesTokens) }
    reading.take(value, name, per: 1, for: medium, slot.of(unit))
  }

  /// The fee for a search, quoted for three sizes of what it finds.
  func readSearch(_ value: JSONValue, _ name: String, into reading: inout TableReading) {
    let sizes = value.members.map(\.value)
    guard let first = sizes.first, let price = first.decimal,
      sizes.allSatisfy({ $0.decimal == price })
    else {
      return reading.leave(value, name, .conditional("for one size of what is found"))
    }
    let isGoogle = provider == .googleGeminiAPI || provider == .googleVertex
    reading.take(
      first, name, per: 1, for: isGoogle ? "google_search" : "web_search",
      TableSlot(unit: isGoogle ? searchUnit : .thousandSearchQueries))
  }

  /// Google charged its older models by the prompt and charges the newer ones by the query.
  private var searchUnit: PriceUnit {
    keys.contains("web_search_billing_unit") ? .thousandSearchQueries : .thousandGroundedPrompts
  }

  /// The unit of a key and what is measured in it, a size behind it where the key has one.
  private func unit(of base: String) -> (PriceUnit, name: String)? {
    switch base {
    case "input_cost_per_image": return (.image, "image_input")
    case "input_cost_per_video_per_second": return (.second, "video_input")
    case "input_cost_per_audio_per_second": return (.second, "audio_input")
    case "output_cost_per_video_per_second": return (.second, "video_output")
    case "input_cost_per_second":
      return mode == "audio_transcription" ? (.second, "audio_input") : nil
    default: break
    }
    if base.hasPrefix("output_cost_per_image") {
      return (.image, "image_output" + LiteLLMEntry.size(base.dropFirst(21)))
    }
    guard base.hasPrefix("output_cost_per_second") else { return nil }
    let medium =
      switch mode {
      case "video_generation": "video_output"
      case "audio_speech": "audio_output"
      default: ""
      }
    let size = LiteLLMEntry.size(base.dropFirst(22))
    return medium.isEmpty ? nil : (.second, medium + size)
  }

  /// `_1K` as names of ours have it: lower case, no points.
  private static func size(_ suffix: Substring) -> String {
    String(suffix.lowercased().map { $0 == "." ? "_" : $0 })
  }

  /// Whether the entry prices the tokens of the same medium: Google quotes both, and rounds one.
  private func restatesTokens(_ base: String) -> Bool {
    let medium = ["image", "video", "audio"].first(where: base.contains) ?? ""
    let direction = base.hasPrefix("input") ? "input" : "output"
    return keys.contains("\(direction)_cost_per_\(medium)_token")
      || direction == "input" && keys.contains("input_cost_per_token")
  }

  private static func reason(against base: String) -> TableRemark.Reason {
    let units = [
      "pixel", "character", "page", "session", "credit", "query", "request", "image", "second",
      "gb_per_day", "unit", "text_message",
    ]
    if base.contains("dbu") { return .noUnit("DBU") }
    return units.first { base.contains("per_\($0)") }.map { .noUnit($0) } ?? .noMeter
  }
}

extension TableSlot {
  /// The same tier and band, in another unit.
  fileprivate func of(_ unit: PriceUnit) -> TableSlot {
    var slot = self
    slot.unit = unit
    return slot
  }
}
