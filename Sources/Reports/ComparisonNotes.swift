import Analysis
import Quantities

/// What has to be said under a comparison: what was assumed, and what a choice does not offer.
enum ComparisonNotes {
  /// The lines: the base of the figures, assumptions, then each choice's remarks, each said once.
  static func lines(
    _ comparison: Comparison, _ choices: [ComparisonLine], latencies: [ModelLatency]?
  ) -> [String] {
    let recorded = Phrase.days(comparison.days)
    var lines = [
      (comparison.isLevered ? "under the levers: " : "recorded: ")
        + "\(Phrase.counted(Int(comparison.usage.requests), "request")) in \(recorded); "
        + "a month is \(Comparison.monthDays) days of that"
    ]
    lines += ratios(comparison)
    lines += unnamed(comparison)
    if comparison.users != nil, comparison.days.isBelow(Comparison.monthDays) {
      lines.append(
        "users are those of \(recorded): a whole month has more of them, who cost less each than "
          + "figures by MAU say")
    }
    lines.append(assumption(comparison))
    lines += AssumptionNotes.lines(comparison.tokenRatios)
    for choice in choices {
      for figures in choice.figures {
        // The same remark on another day's prices says nothing new.
        let remarks =
          figures.notes.map(\.description) + gaps(figures.unpriced, of: choice.name)
          + ContractColumns.notes(unlisted: figures.list?.unlistedTokens ?? 0).map {
            "\(choice.name): \($0)"
          }
        lines += remarks.filter { !lines.contains($0) }
      }
    }
    // What today's mix cannot price is not compared at all: a model that has a price for it would
    // look dear beside one that has none.
    if !comparison.leftOut.isEmpty {
      let tokens = Phrase.counted(Int(comparison.leftOut.tokens.value), "token")
      let requests = Phrase.counted(Int(comparison.leftOut.requests), "request")
      lines.append(
        "left out of every line, for want of a price \(whenLeftOut(comparison)): \(tokens) of "
          + requests)
      lines += comparison.leftOut.reasons.map { "unpriced: \($0)" }
    }
    if let latencies {
      if latencies.isEmpty { lines.append("the log does not say how long requests took") }
    } else {
      lines.append(
        "requests were not read one by one, so there are no latencies and no ranges by user; "
          + "--each-request reads them")
    }
    return lines
  }

  /// Each choice beside today's mix, with its range: `b costs 0.63× today's mix (80 %: 0.60–0.66)`.
  private static func ratios(_ comparison: Comparison) -> [String] {
    guard let now = comparison.outlook?.situations.first else { return [] }
    return zip(comparison.lines, now.choices.dropFirst()).compactMap { line, standing in
      guard let ratio = standing.ratio else { return nil }
      let times = CellText.text(of: .ratio(ratio), moneyPlaces: 2)
      guard case .text(let range) = ComparisonRatios.text(standing.range) else {
        return "\(line.name) costs \(times) today's mix at today's prices"
      }
      return "\(line.name) costs \(times) today's mix at today's prices (80 %: \(range))"
    }
  }

  /// Who is not told apart: too many of them, and there are no figures by user.
  private static func unnamed(_ comparison: Comparison) -> [String] {
    var lines = unpricedUsers(comparison)
    guard let unnamed = comparison.unnamed else { return lines }
    // Who sent what is counted as recorded; levers and prices leave fewer requests, or more.
    let isOther = comparison.isLevered || unnamed.all != Int(comparison.usage.requests)
    let share =
      Phrase.part(
        unnamed.requests, of: unnamed.all, isOther ? "recorded request" : "request", "names", "name"
      )
      + " no user"
    guard !unnamed.areTooMany else {
      return ["\(share): too many to know the cost of a user, so nothing is told by user"]
    }
    lines.append("\(share): figures by user divide their cost among the users that are named")
    return lines
  }

  /// Who is not told because nothing that they sent has a price.
  private static func unpricedUsers(_ comparison: Comparison) -> [String] {
    if comparison.needsEachRequest {
      return [
        "which users sent only what has no price each request has to be read for, so nothing is "
          + "told by user; --each-request reads them"
      ]
    }
    guard let left = comparison.users?.leftOut, left > 0 else { return [] }
    let users = Phrase.counted(left, "user")
    return ["left out of the figures by user: \(users) whose requests all lack a price"]
  }

  /// Without which prices usage was left out: `today or on 2027-01-01`.
  private static func whenLeftOut(_ comparison: Comparison) -> String {
    let times = comparison.leftOutAt.map { time in
      switch time {
      case .then: "at its own time"
      case .day(comparison.asOf): "today"
      case .day(let day): "on \(day)"
      }
    }
    return Phrase.list(times, "or")
  }

  /// What holds for every choice, as far as nothing else is said.
  private static func assumption(_ comparison: Comparison) -> String {
    let share = comparison.cachedShare.map { "\($0.percent(toPlaces: 1)) % of" } ?? "none of"
    return "assumed: as many tokens on every choice, and as much of the prompt cached "
      + "(\(share) the prompt tokens), unless it is said otherwise"
  }

  /// What a choice has no price for; its figures are sums of less than the others'.
  private static func gaps(_ unpriced: UnpricedUsage, of choice: String) -> [String] {
    guard !unpriced.isEmpty else { return [] }
    let tokens = Phrase.counted(Int(unpriced.tokens.value), "token")
    let reasons = unpriced.reasons.map(\.description).joined(separator: "; ")
    return ["\(choice): \(tokens) without a price are in none of its figures: \(reasons)"]
  }
}
