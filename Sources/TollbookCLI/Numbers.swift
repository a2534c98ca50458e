import TollbookKit

/// Reads the numbers that options take, with errors that say what a number looks like.
enum Numbers {
  /// A whole number of at least `minimum`.
  ///
  /// - Parameters:
  ///   - text: What was given.
  ///   - option: For which option.
  ///   - minimum: The least that makes sense.
  ///   - maximum: The most that can be computed with.
  ///   - what: What the number counts: `a number of pages`.
  ///   - example: A number that would do.
  /// - Returns: The number.
  /// - Throws: What is wrong with it, and what one looks like.
  static func whole(
    _ text: String, option: String, minimum: Int, maximum: Int = .max, what: String, example: Int
  ) throws(TollbookError) -> Int {
    guard let number = DecimalText.parse(text, scale: 0) else {
      // What is a number of any length, but for its length.
      let isLarge = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
      throw isLarge
        ? tooLarge(text, option, "Give \(what) up to \(Phrase.number(maximum)).")
        : TollbookError(
          .usage, "\(option) \(text): this is not a whole number",
          next: "Give \(what), such as \(option) \(example).")
    }
    guard number <= maximum else {
      throw tooLarge(text, option, "Give \(what) up to \(Phrase.number(maximum)).")
    }
    guard let number = Int(exactly: number), number >= minimum else {
      throw TollbookError(
        .usage, "\(option) \(text): this is less than \(minimum)",
        next: "Give \(what) of \(minimum) or more, such as \(option) \(example).")
    }
    return number
  }

  /// A plain decimal number.
  static func factor(_ text: String, option: String) throws(TollbookError) -> DecimalFactor {
    if let factor = DecimalFactor(text) { return factor }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.map { $0.utf8.drop { $0 == 45 } }
    let isNumber =
      (1...2).contains(parts.count)
      && digits.allSatisfy { !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }
    guard isNumber, digits.dropFirst().allSatisfy({ $0.count <= 6 }) else {
      throw TollbookError(
        .usage,
        "\(option) \(text): this \(isNumber ? "has more than six decimals" : "is not a decimal number")",
        next: "Write it like 0.05, with at most six decimals.")
    }
    let most = Phrase.number(DecimalFactor.largest)
    throw tooLarge(text, option, "Give a number from -\(most) to \(most).")
  }

  private static func tooLarge(_ text: String, _ option: String, _ next: String) -> TollbookError {
    TollbookError(.usage, "\(option) \(text): this number is too large", next: next)
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
