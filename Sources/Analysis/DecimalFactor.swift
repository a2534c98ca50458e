import Quantities

/// A plain number that is not money: a growth rate, a share, a token ratio.
///
/// Exact, in millionths, so that `0.05` is five hundredths and two of them are a tenth. Anything with
/// more than six decimals is refused rather than rounded.
public struct DecimalFactor: Hashable, Sendable {
  /// The number in millionths.
  public let millionths: Int64

  /// The largest magnitude that is taken: a billion.
  ///
  /// Nothing that is meant to be a factor comes near it, and products stay inside 128 bits.
  static let limit = Int64(largest) * scale

  /// The same as a whole number.
  public static let largest = 1_000_000_000

  /// How many parts make one.
  static let scale: Int64 = 1_000_000

  /// Reads `0.05`; nil unless it is a plain decimal number of at most six decimals, up to a billion
  /// in magnitude.
  public init?(_ text: String) {
    guard let value = DecimalText.parse(text, scale: 6), value.magnitude <= Self.limit else {
      return nil
    }
    millionths = Int64(value)
  }

  /// A whole number up to a billion in magnitude; nil beyond.
  public init?(exactly whole: Int) {
    let (millionths, overflow) = Int64(whole).multipliedReportingOverflow(by: Self.scale)
    guard !overflow, millionths.magnitude <= Self.limit else { return nil }
    self.millionths = millionths
  }

  private init(millionths: Int64) { self.millionths = millionths }

  /// Nothing.
  public static let zero = DecimalFactor(millionths: 0)
  /// As it is.
  public static let one = DecimalFactor(millionths: scale)
  /// All of it lost: the lowest growth there can be.
  static let minusOne = DecimalFactor(millionths: -scale)
}

extension DecimalFactor: Comparable {
  /// Less comes first.
  public static func < (left: DecimalFactor, right: DecimalFactor) -> Bool {
    left.millionths < right.millionths
  }
}

extension DecimalFactor: CustomStringConvertible {
  /// The number without trailing zeros: `0.05`.
  public var description: String { DecimalText.format(Int128(millionths), scale: 6) }
}
