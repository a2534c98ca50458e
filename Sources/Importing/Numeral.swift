/// A number as its text writes it, digit by digit: `1000`, `1000.0`, `1e3` and `12E2` are exact.
///
/// Nothing goes through a `Double`, which rounds a whole number of more than fifteen digits. The text
/// may come from a cell or a JSON string too: only what JSON takes for a number is one, but that
/// zeros may stand before it.
struct Numeral {
  let isNegative: Bool
  /// How many places stand before the point, once it has been moved by the exponent; below zero
  /// where zeros follow the point first.
  let wholePlaces: Int
  private let before: Slice<UnsafeBufferPointer<UInt8>>
  private let after: Slice<UnsafeBufferPointer<UInt8>>

  /// Beyond it an exponent says nothing more: no text of a document has as many digits.
  private static let largestExponent = 1 << 40

  /// Reads a text; nil where it is no number.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var rest = text[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    before = Numeral.takeDigits(&rest)
    guard !before.isEmpty else { return nil }
    var decimals = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      decimals = Numeral.takeDigits(&rest)
      guard !decimals.isEmpty else { return nil }
    }
    after = decimals
    guard let exponent = Numeral.takeExponent(&rest), rest.isEmpty else { return nil }
    wholePlaces = before.count + exponent
  }

  /// The number without its fraction; what does not fit becomes the nearest number that does.
  var whole: Int64 {
    var value: Int64 = 0
    var place = 0
    // Zeros beyond the last digit count only behind another digit.
    while place < wholePlaces, place < digits || value != 0 {
      let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tens.addingReportingOverflow(Int64(digit(at: place)))
      guard !overflows, !overflowsToo else { return isNegative ? .min : .max }
      value = sum
      place += 1
    }
    return isNegative ? -value : value
  }

  /// Whether anything but zeros stands behind the point.
  var hasFraction: Bool {
    let first = max(0, wholePlaces)
    return first < digits && (first..<digits).contains { digit(at: $0) != 0 }
  }

  /// The digit at a place, counted from the first one that is written; 0 beyond the last.
  func digit(at place: Int) -> UInt8 {
    if place < 0 || place >= digits { return 0 }
    let byte =
      place < before.count
      ? before[before.startIndex + place] : after[after.startIndex + place - before.count]
    return byte - UInt8(ascii: "0")
  }

  /// How many digits are written.
  private var digits: Int { before.count + after.count }

  private static func takeDigits(
    _ rest: inout Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
    rest = rest[digits.endIndex...]
    return digits
  }

  /// The exponent, 0 where there is none; nil for a letter without a number.
  private static func takeExponent(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") else { return 0 }
    rest.removeFirst()
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let digits = takeDigits(&rest)
    guard !digits.isEmpty else { return nil }
    let exponent = digits.reduce(0) {
      min($0 * 10 + Int($1 - UInt8(ascii: "0")), largestExponent)
    }
    return isNegative ? -exponent : exponent
  }
}
