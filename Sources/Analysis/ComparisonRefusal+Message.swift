import Pricing
import Quantities
import Usage

/// The words of a refused comparison: what is wrong, then what to do about it.
extension ComparisonRefusal: CustomStringConvertible {
  /// Two lines: what is wrong, then the remedy.
  public var description: String { "\(explanation)\n\(remedy)" }

  /// Where in a file of the user's the mistake is; nil where it is in none.
  public var place: FilePlace? {
    switch self {
    case .unknownTarget(_, _, let place), .choiceTwice(_, let place): place
    default: nil
    }
  }

  /// What is wrong, in one line, lower case, after its place where it is in a file.
  public var explanation: String { (place.map { "\($0): " } ?? "") + reason }

  private var reason: String {
    switch self {
    case .noUsage: "there is no usage to compare"
    case .nothingPriced(let time, let models, _):
      "none of the usage has a price \(time.when)\(ComparisonRefusal.named(models)), so nothing can "
        + "be compared with it"
    case .nothingPricedEachTime(let times, _):
      "none of the usage has a price each time, \(times.map(\.when).joined(separator: ", ")), so "
        + "nothing can be compared with it"
    case .noDays: "a comparison needs at least one recorded day and one day of prices"
    case .unknownModel(let model, nil): "no model of the price book is called \(model)"
    case .unknownModel(let model, let provider?): "\(provider) has no model called \(model)"
    case .sharesAddUpTo(let sum):
      "the shares of the mix add up to \(DecimalFactor.text(of: sum)), not 100"
    case .negativeShare(let model, let share): "the share \(share) of \(model) is below zero"
    case .modelTwice(let model): "\(model) is in the mix twice"
    case .badTokenRatio(let model, let ratio):
      "the token ratio \(ratio) of \(model) is not above zero"
    case .unusedTokenRatio(let model): "a token ratio is given for \(model), which is not compared"
    case .unknownTarget(let model, let rule, _):
      "no model of the price book is called \(model), where \(rule) of the route sends requests"
    case .monthsOutOfRange(let months):
      "\(Phrase.counted(months, "month", "is", "are")) not between 0 and "
        + "\(ComparisonInput.mostMonths)"
    case .horizonTooLate(let asOf, let months):
      "\(Phrase.counted(months, "month")) from \(asOf) on would end after \(Month.last)"
    case .negativeAmount(let amount, let option): "\(option) \(amount) is below zero"
    case .noUsers(let option): "\(option) needs to know users, and the usage has no user ids"
    case .noPricedUsers(let option):
      "\(option) needs to know users, and no request that has a price names one"
    case .tooManyUnnamed(let unnamed, let option):
      "\(option) needs to know users, and "
        + Phrase.part(unnamed.requests, of: unnamed.all, "request", "names", "name") + " none"
    case .needsEachRequest(let option):
      "\(option) needs to know users, and which of them have a price only each request says"
    case .needsMonths(let option): "\(option) is told month by month, and no month is looked at"
    case .choiceTwice(let name, _): "two choices are called \(name)"
    case .outOfRange: "a figure of this comparison is too large to be computed exactly"
    }
  }

  /// What to do about it, in one line.
  public var remedy: String {
    switch self {
    case .noUsage: "Import a log with `tollbook import`, or choose another period."
    case .nothingPriced(_, _, let reasons), .nothingPricedEachTime(_, let reasons):
      "Take another day's prices with --valuation or --on, or add some with --prices FILE."
        + (reasons.first.map { " First of all: \($0)." } ?? "")
    case .noDays: "Choose a period with --since and --until."
    case .unknownModel:
      "See `tollbook prices list`; names match whole, and --prices FILE adds models."
    case .sharesAddUpTo: "Write shares in percent that add up to exactly 100: a=80,b=20."
    case .negativeShare: "Give 0 or more."
    case .modelTwice: "Add its shares up."
    case .badTokenRatio: "Give more than 0: 1.2 is twenty percent more tokens for the same work."
    case .unusedTokenRatio: "Correct the name, or add the model to the comparison."
    case .unknownTarget:
      "See `tollbook prices list`, or write SELLER:MODEL; --prices FILE adds models."
    case .monthsOutOfRange: "Give a number of months such as --months 12, or 0 for none."
    case .horizonTooLate: "Ask for fewer months with --months, or an earlier day with --as-of."
    case .negativeAmount: "Give an amount of US dollars of 0 or more."
    case .noUsers, .tooManyUnnamed:
      "Leave it out, or import logs that name the user of a request."
    case .noPricedUsers:
      "Leave it out, or add the prices that are missing with --prices FILE."
    case .needsEachRequest: "Add --each-request, or leave it out."
    case .needsMonths: "Give a number of months of 1 or more, such as --months 12."
    case .choiceTwice: "Name each once; a route is called what its file has as \"name\"."
    case .outOfRange: "Check the token ratios and the prices that were given."
    }
  }
}

extension ComparisonRefusal {
  /// Some models in parentheses: ` (a, b and 3 more)`.
  fileprivate static func named(_ models: [String]) -> String {
    guard !models.isEmpty else { return "" }
    let most = 3
    let more = models.count > most ? " and \(models.count - most) more" : ""
    return " (\(models.prefix(most).joined(separator: ", "))\(more))"
  }
}

extension PriceTime {
  /// When prices are those: `on 2026-06-01`, or `at its own time`.
  fileprivate var when: String {
    switch self {
    case .then: "at its own time"
    case .day(let day): "on \(day)"
    }
  }
}

extension DecimalFactor {
  /// A sum of factors, which has at most their six decimals.
  fileprivate static func text(of sum: ExactRatio) -> String {
    var text = sum.rounded(toPlaces: 6)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }
}

extension ComparisonNote: CustomStringConvertible {
  /// The note in one sentence, without a full stop.
  public var description: String {
    switch kind {
    case .tierAtStandard(let model, let tier):
      "\(model) has no \(tier.rawValue) price; "
        + "\(Phrase.counted(requests, "request", "is", "are")) priced at standard"
    case .meterAtPriceOf(let model, let meter, let taken):
      "\(model) has no price for \(meter.rawValue); "
        + "\(Phrase.counted(tokens.value, "token", "is", "are")) priced as \(taken.rawValue)"
    case .answeredBy(let model, let other, .alias):
      "\(model) stands for \(other)"
    case .answeredBy(let model, let other, .reroute):
      "\(model) is answered and billed as \(other) by then"
    case .answeredBy(let model, let other, .shutdown):
      "\(model) is shut down by then; its successor \(other) is priced"
    case .ended(let model, let day, let isEarliestOnly):
      LeverNote.Kind.ended(model: model, day: day, isEarliestOnly: isEarliestOnly).description
    }
  }
}
