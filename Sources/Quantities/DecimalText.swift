/// Decimal numbers as text, held as integers of 10^-scale: never through binary floating point.
///
/// `scale` is the number of decimals one unit stands for: with scale 12, 1 is `0.000000000001`.
/// It is 0…38, the powers of ten that `Int128` holds.
package enum DecimalText {
  /// Reads `-12.50`; nil if the text is anything else, or does not fit exactly.
  ///
  /// An optional minus, digits, and optionally a point with digits after it. No plus, exponent,
  /// space or grouping, and no more than `scale` decimals, not even zeros: what does not fit is the
  /// caller's to report, not ours to cut.
  package static func parse(_ text: String, scale: Int) -> Int128? {
    var digits = Substring(text).utf8
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    let parts = digits.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty else { return nil }
    let decimals = parts.count == 2 ? parts[1] : Substring().utf8
    guard parts.count == 1 || !decimals.isEmpty, decimals.count <= scale else { return nil }

    // Accumulated below zero, where the range of a signed integer reaches one further.
    var value: Int128 = 0
    for byte in whole { guard push(byte, onto: &value) else { return nil } }
    for byte in decimals { guard push(byte, onto: &value) else { return nil } }
    for _ in 0..<(scale - decimals.count) {
      guard push(UInt8(ascii: "0"), onto: &value) else { return nil }
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// Appends a digit to a number at or below zero; false if it is no digit or no longer fits.
  private static func push(_ byte: UInt8, onto value: inout Int128) -> Bool {
    guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return false }
    let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, more) = tenfold.subtractingReportingOverflow(Int128(byte - UInt8(ascii: "0")))
    value = sum
    return !overflow && !more
  }

  /// The number exactly, with no more decimals than it needs: `-1.5`, `0`, `0.001457`.
  package static func format(_ value: Int128, scale: Int) -> String {
    let (whole, decimals) = value.magnitude.quotientAndRemainder(dividingBy: powerOfTen(scale))
    var fraction = decimals == 0 ? "" : "." + decimals.zeroPadded(scale)
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    return (value < 0 ? "-" : "") + String(whole) + fraction
  }

  /// The number with exactly `places` decimals, a tie going to the even neighbour.
  ///
  /// What rounds to zero is written without a sign: `0.00`.
  package static func roundHalfEven(_ value: Int128, scale: Int, places: Int) -> String {
    let kept = min(places, scale)
    let rounded = dividedHalfEven(value, by: Int128(powerOfTen(scale - kept)))
    let text = fixed(rounded, places: kept)
    guard places > scale else { return text }
    return text + (scale == 0 ? "." : "") + String(repeating: "0", count: places - scale)
  }

  /// An integer of 10^-places with exactly that many decimals.
  static func fixed(_ value: Int128, places: Int) -> String {
    let sign = value < 0 ? "-" : ""
    guard places > 0 else { return sign + String(value.magnitude) }
    let (whole, decimals) = value.magnitude.quotientAndRemainder(dividingBy: powerOfTen(places))
    return "\(sign)\(whole).\(decimals.zeroPadded(places))"
  }

  /// The quotient rounded to the nearest integer, a tie going to the even one.
  ///
  /// The divisor is above zero.
  static func dividedHalfEven(_ value: Int128, by divisor: Int128) -> Int128 {
    let floor = value.flooredQuotient(divisor)
    let remainder = value.flooredRemainder(divisor)
    // `remainder` against half of `divisor`, without doubling, which could overflow.
    let other = divisor - remainder
    if remainder < other { return floor }
    if remainder > other { return floor + 1 }
    return floor % 2 == 0 ? floor : floor + 1
  }

  /// The digits before the point in groups of three: `1,234,567`, `-1,234.5`.
  package static func grouped(_ integer: String) -> String {
    let digits = integer.drop { $0 == "-" }.prefix { $0 != "." }
    var result = String(integer[..<digits.startIndex])
    for (place, digit) in zip((0..<digits.count).reversed(), digits) {
      result.append(digit)
      if place > 0 && place % 3 == 0 { result.append(",") }
    }
    return result + integer[digits.endIndex...]
  }

  /// 10 to the power of `exponent`, which is 0…38.
  static func powerOfTen(_ exponent: Int) -> UInt128 {
    var power: UInt128 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}
