/// Division that rounds towards the past, not towards zero.
///
/// Swift's `/` rounds towards zero, which puts the last quarter hour of 1969 and the first of 1970
/// into the same slot. Every calendar calculation here divides with these instead.
extension FixedWidthInteger {
  /// The greatest integer not above `self / divisor`, for a divisor above zero.
  func flooredQuotient(_ divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// What is left after ``flooredQuotient(_:)``: never negative, always under the divisor.
  func flooredRemainder(_ divisor: Self) -> Self {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

extension FixedWidthInteger {
  /// The number in decimal digits, filled up with zeros on the left to `width`, the sign before them.
  func zeroPadded(_ width: Int) -> String {
    let digits = String(magnitude)
    let zeros = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count))
    return (self < 0 ? "-" : "") + zeros + digits
  }
}
