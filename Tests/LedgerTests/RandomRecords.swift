import Quantities
import TestSupport
import Usage

/// Records drawn at random around the places where sums go wrong.
///
/// Times gather at the edges of days, of quarters of an hour, of daylight saving time and of 1970;
/// prompts at the thresholds of context bands; keys repeat, and some streams are cut. A few records
/// stand for many requests or for none, and a few prompts are sums.
struct RandomRecords {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let anchors: [Int64] = [
    0,  // 1970-01-01T00:00:00Z
    -86_400, -900, -2_208_988_800,  // 1969-12-31, a quarter before 1970, 1900-01-01
    1_774_746_000,  // 2026-03-29T01:00:00Z: Europe's clocks go forward
    1_792_890_000,  // 2026-10-25T01:00:00Z: and back
    1_793_512_800,  // 2026-11-01T06:00:00Z: New York's clocks go back
    1_798_761_600,  // 2027-01-01T00:00:00Z
    1_798_761_600 - 9 * 3600,  // 2027-01-01 in Tokyo
  ]

  private static let prompts: [Int64] = [
    0, 1, 199_999, 200_000, 200_001, 272_000, 272_001, 900_000,
  ]

  /// `count` requests of different keys, all of them whole.
  mutating func records(_ count: Int) -> [UsageRecord] {
    (0..<count).map { record(Int64($0)) }
  }

  private mutating func record(_ number: Int64) -> UsageRecord {
    var tokens = MeteredTokens()
    tokens[pick([.textInput, .imageInput, .cachedTextInput])] = TokenCount(pick(Self.prompts))
    for meter in Meter.allCases where random.next() % 6 == 0 {
      tokens[meter] = TokenCount(Int64(random.next() % 5000))
    }
    let feature: String? = pick([nil, "chat", "summary"])
    let model = pick(["gemini-2.5-flash", "gemini-2.5-pro", "gemini-9-imaginary"])
    let series = Fixture.series(model, tier: pick([.standard, .batch, .flex]), feature: feature)
    let high: Int64 = random.next() % 2 == 0 ? -1 - number % 7 : 1_790_000_000 + number % 5
    return UsageRecord(
      key: RequestKey(high: high, low: number), occurredAt: time(), series: series,
      user: pick([nil, "ann", "bob", "Ωmega", "o'neil"]), tokens: tokens,
      flags: pick([[], [], .promptIsSum]), requests: tokens.isEmpty ? 1 : pick([1, 1, 1, 270, 0]))
  }

  private mutating func time() -> Instant {
    let edge = pick(Self.anchors) * 1_000_000
    let offsets: [Int64] = [
      0, -1, 1, 899_999_999, 900_000_000, -900_000_001, Int64(random.next() % 86_400_000_000),
    ]
    return Instant(microseconds: edge + pick(offsets))
  }

  /// The records with some told twice, and some told cut before, after or beside the whole.
  mutating func retold(_ records: [UsageRecord]) -> [UsageRecord] {
    var told = records
    for record in records {
      switch random.next() % 5 {
      case 0: told.append(record)
      case 1:
        var cut = record
        cut.flags.insert(.incomplete)
        cut.tokens = MeteredTokens()
        cut.tokens[.textInput] = record.tokens.prompt
        // Written down later, it moves the whole nowhere, and is moved where it was read first.
        cut.occurredAt = max(record.occurredAt, time())
        cut.user = pick([nil, "ann", "zoe"])
        told.append(cut)
      default: break
      }
    }
    return told.shuffled(using: &random)
  }

  /// A list in consecutive parts of random length, some of them empty.
  mutating func split(_ records: [UsageRecord]) -> [[UsageRecord]] {
    var parts: [[UsageRecord]] = []
    var rest = records[...]
    while !rest.isEmpty {
      let length = Int(random.next() % 40)
      parts.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return parts
  }

  /// A number below `bound`.
  mutating func number(below bound: Int64) -> Int64 { Int64(random.next() % UInt64(bound)) }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(random.next() % UInt64(choices.count))]
  }
}
