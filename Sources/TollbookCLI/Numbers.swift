import TollbookKit

/// Reads the numbers that options take, with errors that say what a number looks like.
enum Numbers {
  /// A whole number of at least `minimum`.
  ///
  /// - Parameters:
  ///   - text: What was given.
  ///   - option: For which option.
  ///   - minimum: The least that makes sense.
  ///   - what: What the number counts: `a number of pages`.
  ///   - example: A number that would do.
  /// - Returns: The number.
  /// - Throws: What is wrong with it, and what one looks like.
  static func whole(
    _ text: String, option: String, minimum: Int, what: String, example: Int
  ) throws(TollbookError) -> Int {
    guard let number = Int(text) else {
      if text.allSatisfy(\.isNumber) {
        throw TollbookError(
          .usage, "\(option) \(text): this number is too large", next: "Give \(what).")
      }
      throw TollbookError(
        .usage, "\(option) \(text): this is not a whole number",
        next: "Give \(what), such as \(option) \(example).")
    }
    guard number >= minimum else {
      throw TollbookError(
        .usage, "\(option) \(text): this is less than \(minimum)",
        next: "Give \(what) of \(minimum) or more, such as \(option) \(example).")
    }
    return number
  }

  /// A plain decimal number.
  static func factor(_ text: String, option: String) throws(TollbookError) -> DecimalFactor {
    guard let factor = DecimalFactor(text) else {
      throw TollbookError(
        .usage, "\(option) \(text): this is not a decimal number",
        next: "Write it like 0.05, with at most six decimals.")
    }
    return factor
  }

  /// An amount of US dollars, of 0 or more.
  static func money(_ text: String, option: String) throws(TollbookError) -> Money {
    guard let amount = Money(decimal: text), amount >= .zero, amount <= largestAmount else {
      throw TollbookError(
        .usage, "\(option) \(text): this is not an amount of US dollars from 0 to a billion",
        next: "Write it like 500 or 0.02, with at most twelve decimals and no sign.")
    }
    return amount
  }

  /// A billion dollars: what is meant as an amount never comes near it, and products stay exact.
  private static let largestAmount = Money(picodollars: 1_000_000_000_000_000_000_000)

  /// What stands on both sides of an equals sign, such as `gemini-3.8-flash=1.2`.
  static func pair(
    _ text: String, option: String, example: String
  ) throws(TollbookError) -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw TollbookError(
        .usage, "\(option) \(text): a name, = and a number belong here",
        next: "Write it as \(option) \(example).")
    }
    return (String(parts[0]), String(parts[1]))
  }

  /// The token ratios of `--token-ratio MODEL=NUMBER`.
  static func tokenRatios(_ texts: [String]) throws(TollbookError) -> [String: DecimalFactor] {
    var ratios: [String: DecimalFactor] = [:]
    for text in texts {
      let (model, number) = try pair(
        text, option: "--token-ratio", example: "gemini-3.8-flash=1.2")
      ratios[model] = try factor(number, option: "--token-ratio")
    }
    return ratios
  }

  /// A number of days, written `90` or `90d`.
  static func days(_ text: String, option: String) throws(TollbookError) -> Int {
    let number = text.hasSuffix("d") ? String(text.dropLast()) : text
    guard let days = Int(number), days >= 0, days <= 100_000 else {
      throw TollbookError(
        .usage, "\(option) \(text): this is not a number of days",
        next: "Write it as \(option) 90d.")
    }
    return days
  }
}
