import Pricing
import Quantities
import TestSupport
import Testing
import Usage

/// What holds for every contract, over invented ones.
@Suite struct ContractPropertyTests {
  private typealias World = ContractFixture

  private static let days = [
    "2026-03-01", "2026-05-15", "2026-07-01", "2026-08-20", "2026-10-01", "2026-12-01",
  ]
  private static let tiers: [ServiceTier] = [.standard, .batch, .provisioned]
  private static let bands: [Int64] = [0, 128_000, 200_000]

  /// A period between two of the days, or open at one end or both.
  private static func period(_ random: inout SeededRandom) -> String {
    let first = Int.random(in: 0..<days.count, using: &random)
    let last = Int.random(in: first..<days.count, using: &random)
    var fields = ""
    if Bool.random(using: &random) { fields += #", "from": "\#(days[first])""# }
    if last > first, Bool.random(using: &random) { fields += #", "until": "\#(days[last])""# }
    return fields
  }

  /// Contract prices in the manner of a list: every family, in some tier and band, at most one
  /// statement each.
  private static func prices(_ random: inout SeededRandom) -> String {
    var statements: [String] = []
    for tier in tiers {
      for band in bands where Bool.random(using: &random) {
        let over = band == 0 ? "" : #", "over_prompt_tokens": \#(band)"#
        let amounts = ["input", "cached_input", "output"].map { name in
          #""\#(name)": "\#(Int.random(in: 0...9, using: &random)).5""#
        }
        statements.append(
          #"{"service_tier": "\#(tier.rawValue)", "per": "million_tokens"\#(over)"#
            + period(&random) + #", "amounts": {\#(amounts.joined(separator: ", "))}}"#)
      }
    }
    return #""models": [{"model": "flash", "prices": [\#(statements.joined(separator: ", "))]}]"#
  }

  private static func rows(_ random: inout SeededRandom) throws -> [RollupRow] {
    try (0..<60).map { _ in
      try Fixture.row(
        ["flash", "latest", "pro", "unknown"].randomElement(using: &random),
        [
          .textInput: .random(in: 1...300_000, using: &random),
          .cachedAudioInput: .random(in: 0...1000, using: &random),
          .thinking: .random(in: 0...7000, using: &random),
        ],
        at:
          "2026-\(["02-28", "05-20", "07-01", "09-30", "11-30"].randomElement(using: &random) ?? "")",
        requests: .random(in: 1...5, using: &random),
        tier: tiers.randomElement(using: &random) ?? .standard,
        over: TokenCount(bands.randomElement(using: &random) ?? 0))
    }
  }

  private static func charges(_ rows: [RollupRow], _ book: PriceBook) -> [Charge] {
    var valuation = Valuation(book: book)
    return rows.map { valuation.charge(for: $0) }
  }

  @Test(arguments: UInt64(1)...60)
  func `list cost is the cost without the contract`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let text = World.contract(
      Self.prices(&random) + #", "discounts": [{"percent_off": "12.5"\#(Self.period(&random))}]"#)
    let book = try World.book(text)
    let rows = try Self.rows(&random)
    let under = Self.charges(rows, book)
    for without in [try World.book(), book.withoutContracts] {
      for (charge, list) in zip(under, Self.charges(rows, without)) {
        #expect(charge.listCost == list.cost, "seed \(seed)")
        #expect(list.listCost == list.cost && list.list.unlistedTokens == 0, "seed \(seed)")
        #expect(
          charge.unpricedTokens + charge.list.unlistedTokens == list.unpricedTokens,
          "seed \(seed)")
      }
    }
  }

  @Test(arguments: UInt64(1)...60)
  func `contract prices are paid as an overlay of list prices would be`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let prices = Self.prices(&random)
    let under = try World.book(World.contract(prices + #", "discounts": []"#, name: "A"))
    let list = try World.book(
      #"{"schema": "tollbook.prices/1", "seller": "google-gemini-api", \#(prices)}"#)
    let rows = try Self.rows(&random)
    for (charge, other) in zip(Self.charges(rows, under), Self.charges(rows, list)) {
      #expect(charge.cost == other.cost, "seed \(seed)")
      #expect(charge.unpricedTokens == other.unpricedTokens, "seed \(seed)")
    }
  }

  /// The rule once more, by other arithmetic: twice the remainder against the divisor.
  private static func reduced(_ price: UnitPrice, by millionths: Int128) -> Int128 {
    let hundred: Int128 = 100_000_000
    let (quotient, rest) = (Int128(price.picodollars) * (hundred - millionths))
      .quotientAndRemainder(dividingBy: hundred)
    if 2 * rest == hundred { return quotient + quotient % 2 }
    return 2 * rest > hundred ? quotient + 1 : quotient
  }

  @Test(arguments: UInt64(1)...40)
  func `a discount is taken off each price once, and sums do not depend on grouping`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let millionths = Int128.random(in: 1...100_000_000, using: &random)
    let percent = DecimalText.format(millionths, scale: 6)
    let book = try World.book(World.discount(#""percent_off": "\#(percent)""#))
    let rows = try Self.rows(&random).map { row in
      var row = row
      row.series.requestedModel = "flash"
      (row.slot, row.contextOver) = (try Fixture.instant("2026-06-01"), 0)
      row.series.serviceTier = .standard
      return row
    }
    let charges = Self.charges(rows, book)
    for charge in charges {
      var expected: Int128 = 0
      for meter in Meter.allCases where charge.tokens[meter] != 0 {
        let list = try #require(charge.rates.listPrice(of: meter))
        expected += Self.reduced(list, by: millionths) * Int128(charge.tokens[meter].value)
      }
      #expect(charge.cost.picodollars == expected, "seed \(seed)")
    }
    var whole = rows[0]
    for row in rows.dropFirst() {
      whole.tokens += row.tokens
      whole.requests += row.requests
    }
    let sum = Self.charges([whole], book)[0]
    #expect(sum.cost == charges.reduce(.zero) { $0 + $1.cost }, "seed \(seed)")
    #expect(sum.listCost == charges.reduce(.zero) { $0 + $1.listCost }, "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...40)
  func `an answer holds throughout its validity`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let book = try World.book(
      World.contract(
        Self.prices(&random) + #", "discounts": [{"percent_off": "7"\#(Self.period(&random))}]"#))
    let instants = try Self.days.flatMap { day in
      let start = try Fixture.instant("\(day)T00:00:00Z")
      return [start.adding(microseconds: -1), start]
    }
    for tier in Self.tiers {
      for one in instants {
        func rates(_ instant: Instant) -> Rates {
          book.rates(
            provider: .googleGeminiAPI, model: "flash", tier: tier, contextOver: 128_000,
            at: instant)
        }
        let answer = rates(one)
        #expect(answer.validity.contains(one))
        for other in instants where answer.validity.contains(other) {
          let again = rates(other)
          #expect(answer.charges(like: again), "seed \(seed)")
          #expect(answer.terms == again.terms, "seed \(seed)")
        }
      }
    }
  }
}
