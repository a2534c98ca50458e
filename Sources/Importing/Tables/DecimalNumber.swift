/// A number that is not negative, as it is written: digits, and a fraction of which nine are kept.
struct DecimalNumber: Equatable {
  let whole: Int128
  /// The fraction in units of 10⁻⁹.
  let billionths: Int128

  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let numeral = Numeral(text), !numeral.isNegative, numeral.wholePlaces <= 25 else {
      return nil
    }
    let point = numeral.wholePlaces
    func value(_ places: Range<Int>) -> Int128 {
      places.reduce(0) { $0 * 10 + Int128(numeral.digit(at: $1)) }
    }
    whole = point > 0 ? value(0..<point) : 0
    billionths = value(point..<point + 9)
  }
}
