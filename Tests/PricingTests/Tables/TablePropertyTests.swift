import Pricing
import Quantities
import TestSupport
import Testing
import Usage

/// Whatever a table states, its price file gives it back to the last digit or the listing names it.
@Suite struct TablePropertyTests {
  /// One random litellm entry, and what each of its figures is the price of.
  private struct Entry {
    let name: String
    var fields: [String] = []
    /// The picodollars of one token by meter, tier and step.
    var prices: [Stated] = []

    /// The picodollars of one token, and the key that says so.
    struct Stated {
      let key: String
      let meter: Meter
      let tier: ServiceTier
      let over: TokenCount
      let price: Int64
    }

    init(_ name: String, _ random: inout SeededRandom) {
      self.name = name
      // Input from 0.05 to 5 dollars a million; everything else in proportion, as sellers ask.
      let input = Int64.random(in: 50_000...5_000_000, using: &random)
      let tiers: [(suffix: String, tier: ServiceTier, percent: Int64)] = [
        ("", .standard, 100), ("_batches", .batch, 50), ("_flex", .flex, 60),
        ("_priority", .priority, 180),
      ]
      let meters: [(base: String, meter: Meter, percent: Int64)] = [
        ("input_cost_per_token", .textInput, 100),
        ("input_cost_per_audio_token", .audioInput, 330),
        ("cache_read_input_token_cost", .cachedTextInput, 10),
        ("output_cost_per_token", .textOutput, 800),
        ("output_cost_per_reasoning_token", .thinking, 900),
      ]
      for (suffix, tier, tierPercent) in tiers {
        let isStated = tier == .standard || Bool.random(using: &random)
        for (step, over, factor) in Self.steps where isStated {
          for (base, meter, percent) in meters {
            // The base prices of standard are always there: a step or a tier follows from them.
            let isBase = tier == .standard && over == 0
            // A tier steps where standard does; nobody asks more for flex than for standard.
            let isLevel =
              tier == .standard || over == 0
              || prices.contains { $0.meter == meter && $0.tier == .standard && $0.over == over }
            guard isBase || isLevel && Bool.random(using: &random) else { continue }
            let price = input * percent * tierPercent * factor / 10_000
            add(base + step + suffix, meter, tier, over, price, &random)
          }
        }
      }
      fields.shuffle(using: &random)
    }

    private static let steps: [(suffix: String, over: TokenCount, factor: Int64)] = [
      ("", 0, 1), ("_above_200k_tokens", 200_000, 2),
    ]

    private mutating func add(
      _ key: String, _ meter: Meter, _ tier: ServiceTier, _ over: TokenCount, _ price: Int64,
      _ random: inout SeededRandom
    ) {
      fields.append("\"\(key)\": \(Notation.random(String(price), exponent: -12, &random))")
      prices.append(Stated(key: key, meter: meter, tier: tier, over: over, price: price))
    }

    /// What litellm asks: a step's price, where it has none the base price of the tier.
    func expected(_ meter: Meter, _ tier: ServiceTier, _ over: TokenCount) -> Int64? {
      let mine = prices.filter { $0.meter == meter && $0.tier == tier }
      return (mine.first { $0.over == over } ?? mine.first { $0.over == 0 })?.price
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `a price file gives the table's prices to the last digit`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let entries = (0..<10).map { Entry("model-\($0)", &random) }
    let members = entries.map { entry in
      "\"gemini/\(entry.name)\": {\"litellm_provider\": \"gemini\", \"mode\": \"chat\", "
        + entry.fields.joined(separator: ", ") + "}"
    }
    let text = "{" + members.joined(separator: ",\n") + "}"
    let refused = try TableWorld.overlay(text).remarks.filter(\.isRefusal)
    #expect(refused.isEmpty, "seed \(seed): \(refused)")
    let book = try TableWorld.laid(text)
    for entry in entries {
      for stated in entry.prices {
        let expected = try #require(entry.expected(stated.meter, stated.tier, stated.over))
        let price = try #require(UnitPrice(picodollars: expected)).decimal(perUnits: 1_000_000)
        let found = try book.millions(
          entry.name, [stated.meter], tier: stated.tier, over: stated.over)[0]
        #expect(found == price, "seed \(seed): \(entry.name) \(stated.key)")
      }
    }
  }

  /// Figures of every kind, most of them nonsense: each is in the file or in the listing.
  @Test(arguments: UInt64(1)...20)
  func `nothing that speaks of money vanishes`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let keys = [
      "input_cost_per_token", "output_cost_per_token", "cache_read_input_token_cost",
      "input_cost_per_audio_token", "output_cost_per_image_token", "input_cost_per_pixel",
      "input_cost_per_token_batches", "output_cost_per_token_flex", "cost_per_second",
      "cache_creation_input_token_cost", "input_cost_per_token_ultrafast",
      "regional_processing_uplift_multiplier_eu", "tool_cost_of_the_future",
    ]
    let figures = ["1e-06", "0", "-1", "\"x\"", "1e-20", "1e9", "1.00000000000000001e-06", "true"]
    var stated: [String] = []
    let picked = keys.filter { _ in Bool.random(using: &random) }
    for key in picked {
      stated.append("\"\(key)\": \(figures.randomElement(using: &random) ?? "0")")
    }
    stated.append("\"input_cost_per_token_priority\": 2e-06")
    let text = """
      {"gemini/new": {"litellm_provider": "gemini", "mode": "chat",
       \(stated.joined(separator: ", "))}}
      """
    let overlay = try TableWorld.overlay(text)
    let listed = Set(overlay.remarks.map(\.key))
    let file = try #require(overlay.text)
    for key in picked + ["input_cost_per_token_priority"] {
      // What is in the file is there under its meter; what is not is in the listing.
      #expect(listed.contains(key) || Self.isInFile(key, file), "seed \(seed): \(key) in\n\(text)")
    }
  }

  /// A family is written out where one of its members is lost: then its text stands for it.
  private static func isInFile(_ key: String, _ file: String) -> Bool {
    let names = [
      "input_cost_per_token": ["input", "text_input"],
      "output_cost_per_token": ["output", "text_output"],
      "cache_read_input_token_cost": ["cached_input", "cached_text_input"],
      "input_cost_per_audio_token": ["audio_input"],
      "output_cost_per_image_token": ["image_output"],
      "input_cost_per_token_batches": ["batch"], "output_cost_per_token_flex": ["flex"],
      "input_cost_per_token_priority": ["priority"],
    ]
    return (names[key] ?? []).contains { file.contains("\"\($0)\"") }
  }
}
