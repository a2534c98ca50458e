import Pricing
import Quantities

/// The scope in words: one line on what was priced and how, one on what was counted.
extension ReportScope {
  /// The lines, each of parts that may be separated when it has to be wrapped.
  package var lines: [[String]] {
    var first = period.map { ["\(text(of: $0)) (\(zone.name))"] } ?? []
    if let prices {
      first += ["USD at \(prices.valuation.inWords)", prices.bookText] + prices.contractText
    }
    let second = counts?.parts(arePriced: prices != nil) ?? []
    return [first, second].filter { !$0.isEmpty }
  }

  /// The period by its first and last day; by instants where it does not begin or end with a day.
  private func text(of period: Period) -> String {
    let first = period.from.map { start in
      startsDay(start) ? zone.day(of: start).description : start.description
    }
    let last = period.until.map { end in
      startsDay(end) ? zone.day(of: end).adding(days: -1).description : "before \(end)"
    }
    return switch (first, last) {
    case (let first?, let last?): first == last ? first : "\(first) to \(last)"
    case (let first?, nil): "since \(first)"
    case (nil, let last?): last.hasPrefix("before") ? last : "until \(last)"
    case (nil, nil): "all that is recorded"
    }
  }

  /// Whether a day begins then, where the report is read; a day's start is not always midnight.
  private func startsDay(_ instant: Instant) -> Bool {
    zone.start(of: zone.day(of: instant)) == instant
  }
}

extension ReportScope.Prices {
  /// The version says as of when; the digest, of which eight digits are enough to compare, says what.
  fileprivate var bookText: String {
    var known = version.hasPrefix(asOf.description) ? "" : ", known up to \(asOf)"
    if let knownOn { known = " as known on \(knownOn)" }
    return "price book \(version) (\(digest.prefix(8)))\(known)"
  }
}

extension ReportScope.Counts {
  /// What was counted: always whether requests are unpriced, incomplete, quarantined or duplicate,
  /// be it that none are, since silence would leave it open; the rest where there is any.
  fileprivate func parts(arePriced: Bool) -> [String] {
    var parts = [Phrase.counted(requests, "request")]
    if unpricedRequests > 0 || unpricedTokens != 0 {
      let tokens = Phrase.counted(Int(unpricedTokens.value), "token")
      parts.append("\(Phrase.number(unpricedRequests)) unpriced (\(tokens))")
    } else if arePriced {
      parts.append("all priced")
    }
    if incomplete > 0 { parts.append("\(Phrase.number(incomplete)) incomplete") }
    if quarantined > 0 { parts.append("\(Phrase.number(quarantined)) quarantined") }
    if duplicates > 0 { parts.append("\(Phrase.counted(duplicates, "duplicate")) left out") }
    if withoutUsage > 0 { parts.append("\(Phrase.number(withoutUsage)) without usage") }
    if errorBodies > 0 { parts.append(Phrase.counted(errorBodies, "error answer")) }
    let absent = [
      (incomplete, "incomplete"), (quarantined, "quarantined"), (duplicates, "duplicate"),
    ].filter { $0.0 == 0 }.map(\.1)
    if !absent.isEmpty { parts.append("none " + Phrase.list(absent, "or")) }
    return parts
  }
}

extension PriceTime {
  /// Whose prices: "of the time" is what was owed, one day's what the same usage would cost then.
  var inWords: String {
    switch self {
    case .then: "the prices of the time"
    case .day(let day): "the prices of \(day)"
    }
  }
}
