import Testing

@testable import Quantities

/// Decimal numbers as text, and the one kind of rounding there is.
@Suite struct DecimalTextTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("1", 1000), ("1.5", 1500), ("-1.5", -1500), ("0.001", 1), ("007", 7000),
    ("12.340", 12_340), ("-0.001", -1), ("999999", 999_999_000),
  ])
  func `a plain decimal number is read exactly`(_ text: String, _ thousandths: Int) {
    #expect(DecimalText.parse(text, scale: 3) == Int128(thousandths))
  }

  @Test(arguments: [
    "", "-", ".", ".5", "5.", "-.5", "+1", " 1", "1 ", "1.0001", "1.0000", "1e3", "1E3", "0x10",
    "1,000", "1_000", "--1", "1-", "1.2.3", "1..2", "NaN", "inf", "１", "1\0", "−1", "$1",
  ])
  func `anything else is no number`(_ text: String) {
    #expect(DecimalText.parse(text, scale: 3) == nil)
  }

  @Test func `the whole range of the integer is read and nothing beyond it`() {
    // 2^127 = 170141183460469231731687303715884105728.
    let most = "170141183460469231731687303715884105727"
    let least = "-170141183460469231731687303715884105728"
    #expect(DecimalText.parse(most, scale: 0) == .max)
    #expect(DecimalText.parse(least, scale: 0) == .min)
    #expect(DecimalText.format(.max, scale: 0) == most)
    #expect(DecimalText.format(.min, scale: 0) == least)
    #expect(DecimalText.parse("170141183460469231731687303715884105728", scale: 0) == nil)
    #expect(DecimalText.parse("-170141183460469231731687303715884105729", scale: 0) == nil)
    #expect(DecimalText.parse(most, scale: 1) == nil)
    #expect(DecimalText.parse("9" + most, scale: 0) == nil)
    #expect(DecimalText.format(.min, scale: 38) == "-1.70141183460469231731687303715884105728")
    #expect(DecimalText.roundHalfEven(.min, scale: 38, places: 1) == "-1.7")
    #expect(DecimalText.roundHalfEven(.max, scale: 38, places: 0) == "2")
  }

  @Test func `every number of a small world is written and read back`() {
    for scale in 0...4 {
      for value in -12_345...12_345 as ClosedRange<Int128> {
        let text = DecimalText.format(value, scale: scale)
        guard DecimalText.parse(text, scale: scale) == value,
          !(text.contains(".") && text.hasSuffix("0")), !text.hasSuffix(".")
        else {
          Issue.record("\(value) with scale \(scale) is written \(text)")
          return
        }
      }
    }
  }

  @Test func `a tie goes to the even neighbour, for every number of a small world`() {
    for places in 0...3 {
      let unit = [1000, 100, 10, 1][places]
      for value in -5500...5500 {
        let text = DecimalText.roundHalfEven(Int128(value), scale: 3, places: places)
        guard let read = DecimalText.parse(text, scale: 3) else {
          Issue.record("\(text) is no number")
          return
        }
        // What rounding means: a multiple of the unit, at most half a unit away, and even if both
        // neighbours are equally near.
        let rounded = Int(read)
        let distance = abs(rounded - value)
        let isRight =
          rounded % unit == 0 && 2 * distance <= unit
          && (2 * distance < unit || unit == 1 || rounded / unit % 2 == 0)
        let decimals = text.split(separator: ".").dropFirst().first?.count ?? 0
        guard isRight, decimals == places, rounded != 0 || !text.hasPrefix("-") else {
          Issue.record("\(value) thousandths to \(places) places is \(text)")
          return
        }
      }
    }
  }

  @Test func `more places than there are decimals are filled with zeros`() {
    #expect(DecimalText.roundHalfEven(15, scale: 1, places: 3) == "1.500")
    #expect(DecimalText.roundHalfEven(-15, scale: 0, places: 2) == "-15.00")
    #expect(DecimalText.roundHalfEven(.max, scale: 0, places: 1).hasSuffix("5727.0"))
    #expect(DecimalText.roundHalfEven(0, scale: 12, places: 2) == "0.00")
  }

  @Test(arguments: [
    ("", ""), ("0", "0"), ("12", "12"), ("123", "123"), ("1234", "1,234"), ("123456", "123,456"),
    ("1234567", "1,234,567"), ("-123", "-123"), ("-1234", "-1,234"),
    ("1234567.8901", "1,234,567.8901"),
    ("-123456.78", "-123,456.78"), ("0.123456", "0.123456"),
  ])
  func `digits before the point stand in threes`(_ digits: String, _ grouped: String) {
    #expect(DecimalText.grouped(digits) == grouped)
  }
}
