import Quantities

/// A route's conditions and targets in the words of reports.
extension RouteConditions: CustomStringConvertible {
  /// The conditions in one line: `prompt up to 1,500 tokens, language en or ja`.
  public var description: String {
    var words: [String] = []
    if let promptTokens { words.append("prompt \(RouteConditions.words(of: promptTokens))") }
    if let outputTokens { words.append("output \(RouteConditions.words(of: outputTokens))") }
    words += labels.map { "\($0.name) \(RouteConditions.anyOf($0.values))" }
    if !models.isEmpty { words.append("model \(RouteConditions.anyOf(models))") }
    if let userShare { words.append("\(userShare) % of users") }
    return words.joined(separator: ", ")
  }

  private static func words(of range: ClosedRange<Int64>) -> String {
    let high = Phrase.counted(range.upperBound, "token")
    if range.lowerBound == range.upperBound { return high }
    if range == 0...Int64.max { return "of any length" }
    if range.lowerBound == 0 { return "up to \(high)" }
    if range.upperBound == .max {
      return "over \(Phrase.counted(range.lowerBound - 1, "token"))"
    }
    return "from \(Phrase.number(range.lowerBound)) to \(high)"
  }

  private static func anyOf(_ values: [String]) -> String {
    guard values.count > 1, let last = values.last else { return values.first ?? "" }
    return values.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension RouteTarget: CustomStringConvertible {
  /// The word that means "as it is".
  static let staysWord = "as-recorded"

  /// As it is written in a route file.
  public var description: String {
    switch self {
    case .asRecorded: RouteTarget.staysWord
    case .model(let word): word
    }
  }
}
