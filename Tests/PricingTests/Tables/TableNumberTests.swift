import Pricing
import Quantities
import TestSupport
import Testing
import Usage

/// Numbers of tables are read digit by digit.
@Suite struct TableNumberTests {
  /// A llm-prices file with one figure, dollars per million tokens.
  private static func table(_ figure: String) -> String {
    #"{"vendor": "acme", "models": [{"id": "m", "name": "M", "price_history": [{"input": "#
      + figure + #", "from_date": null, "to_date": null}]}]}"#
  }

  private static func input(_ figure: String) throws -> String {
    let acme = try #require(Provider("acme"))
    return try TableWorld.laid(table(figure), of: acme).millions("m", [.textInput], of: acme)[0]
  }

  private static func reason(_ figure: String) throws -> [String] {
    try TableWorld.remarks(table(figure), of: try #require(Provider("acme")))
  }

  @Test(arguments: [
    ("0.15", "0.15"), ("15e-2", "0.15"), ("1.5E-1", "0.15"), ("0.0015e+2", "0.15"),
    (#""0.15""#, "0.15"), (#""1.5e-01""#, "0.15"), ("3", "3"), ("3.0", "3"), ("0.30", "0.3"),
    ("0.000001e5", "0.1"), ("0.002", "0.002"), ("0.123456", "0.123456"),
    ("0.15" + String(repeating: "0", count: 98), "0.15"),
    ("15" + String(repeating: "0", count: 58) + "e-60", "0.15"),
  ])
  func `a figure means what its digits say`(figure: String, price: String) throws {
    #expect(try Self.input(figure) == price)
  }

  @Test(arguments: [
    // Half a picodollar, a hundred digits, and what binary floating point makes of 0.05 × 10^-6.
    ("0.1234565", "too_fine"), ("0.1" + String(repeating: "0", count: 97) + "1", "too_fine"),
    ("0.050000000000000004", "too_fine"), ("1e-400", "too_fine"),
    ("1e400", "too_large"), ("1e999999999999999999999", "too_large"),
    (String(repeating: "9", count: 100), "too_large"), ("100000", "out_of_range"),
    ("-0.15", "negative"), ("-1e-30", "negative"), ("0", "zero"), ("-0.0", "zero"),
    (#""cheap""#, "not_a_number"), (#""0,15""#, "not_a_number"), (#""""#, "not_a_number"),
    (#"" 0.15""#, "not_a_number"), (#""NaN""#, "not_a_number"), (#""0x1p-3""#, "not_a_number"),
    (#"".5""#, "not_a_number"), (#""5.""#, "not_a_number"), (#""1e""#, "not_a_number"),
    ("true", "not_a_number"), (#"{"usd": 1}"#, "not_a_number"), ("[0.15]", "not_a_number"),
  ])
  func `a figure that is no price is listed and left out`(figure: String, code: String) throws {
    let acme = try #require(Provider("acme"))
    #expect(try Self.reason(figure) == ["m price_history[0].input: \(code)"])
    #expect(try TableWorld.overlay(Self.table(figure), of: acme).text == nil)
  }

  @Test func `what is too fine comes with the price that was meant`() throws {
    let acme = try #require(Provider("acme"))
    let remark = try TableWorld.overlay(Self.table("0.050000000000000004"), of: acme).remarks[0]
    #expect(remark.explanation == "not a whole number of 10^-12 USD a unit, nearest 0.05")
    #expect(remark.text == "0.050000000000000004")
    // 0.1234565 is half way; the nearest is above it, as with every tie.
    let half = try TableWorld.overlay(Self.table("0.1234565"), of: acme).remarks[0]
    #expect(half.explanation.hasSuffix("nearest 0.123457"))
  }

  /// Picodollars written in some notation, read back: 100 prices a seed.
  @Test(arguments: UInt64(1)...20)
  func `no notation changes a price`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      // 0.001 to 300 dollars a million, in whole picodollars a token.
      let picodollars = Int64.random(in: 1000...300_000_000, using: &random)
      let price = try #require(UnitPrice(picodollars: picodollars))
      let figure = Notation.random(String(picodollars), exponent: -6, &random)
      let read = try Self.input(figure)
      #expect(read == price.decimal(perUnits: 1_000_000), "seed \(seed): \(figure)")
    }
  }
}

/// Ways to write one and the same number.
enum Notation {
  /// The digits, an integer, times ten to the power of `exponent`, as some table may write it.
  static func random(
    _ digits: String, exponent: Int, _ random: inout SeededRandom
  ) -> String {
    let zeros = String(repeating: "0", count: Int.random(in: 0...3, using: &random))
    let all = digits + zeros
    let power = exponent - zeros.count
    // Where the point goes, counted from the end.
    let shift = Int.random(in: 0...(all.count + 3), using: &random)
    let padded = String(repeating: "0", count: max(0, shift + 1 - all.count)) + all
    let mantissa =
      shift == 0 ? padded : "\(padded.dropLast(shift)).\(padded.suffix(shift))"
    let rest = power + shift
    let sign = rest < 0 ? "-" : Bool.random(using: &random) ? "+" : ""
    let mark = Bool.random(using: &random) ? "e" : "E"
    let number = rest == 0 ? mantissa : "\(mantissa)\(mark)\(sign)\(abs(rest))"
    return Bool.random(using: &random) ? number : "\"\(number)\""
  }
}
