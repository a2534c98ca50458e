/// A number that is not negative, as it is written: digits, and a fraction of which nine are kept.
struct DecimalNumber: Equatable {
  let whole: Int128
  /// The fraction in units of 10⁻⁹.
  let billionths: Int128

  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let parts = text.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let digits = parts.first, (1...25).contains(digits.count),
      parts.allSatisfy({ $0.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } })
    else { return nil }
    func value(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int128 {
      digits.reduce(0) { $0 * 10 + Int128($1 - UInt8(ascii: "0")) }
    }
    whole = value(digits)
    guard parts.count == 2 else {
      billionths = 0
      return
    }
    guard !parts[1].isEmpty else { return nil }
    let kept = parts[1].prefix(9)
    billionths = (kept.count..<9).reduce(value(kept)) { number, _ in number * 10 }
  }
}
