/// The decimal numbers that a field of a file takes, for the check and for its words alike.
public struct NumberRange: Hashable, Sendable {
  /// Where it begins.
  enum Least: Hashable, Sendable {
    /// Zero is taken.
    case zero
    /// Anything above zero.
    case aboveZero
    /// One is taken.
    case one
  }

  let least: Least
  /// The largest number that is taken, as it is written.
  let most: String

  /// The numbers up to one.
  init(_ least: Least = .zero, upTo most: String) {
    self.least = least
    self.most = most
  }

  /// Whether a number is taken.
  func contains(_ number: DecimalFactor) -> Bool {
    guard let limit = DecimalFactor(most), number <= limit else { return false }
    return switch least {
    case .zero: number >= .zero
    case .aboveZero: number > .zero
    case .one: number >= .one
    }
  }
}

extension NumberRange: CustomStringConvertible {
  /// `from 0 to 24`, `above 0 and up to 8784`.
  public var description: String {
    switch least {
    case .zero: "from 0 to \(most)"
    case .aboveZero: "above 0 and up to \(most)"
    case .one: "from 1 to \(most)"
    }
  }
}
