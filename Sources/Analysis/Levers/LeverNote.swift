import Quantities
import Usage

/// Why a lever leaves some usage as it is, or what it takes for some of it.
public struct LeverNote: Hashable, Sendable {
  /// What it is about.
  public let kind: Kind
  /// How many requests it concerns.
  public let requests: Int64

  package init(kind: Kind, requests: Int64) {
    self.kind = kind
    self.requests = requests
  }

  /// What a note is about.
  public enum Kind: Hashable, Sendable {
    /// The model has no price for cached text, so nothing of its prompts can be cached.
    case noCachedPrice(model: String)
    /// What would be cached is shorter than the model caches at all.
    case tooShortToCache(model: String, tokens: Int64, least: Int64)
    /// The model has no price for keeping a cache: it keeps none on demand.
    case noStoragePrice(model: String)
    /// The model is not served that way.
    case noTierPrice(model: String, tier: ServiceTier)
    /// A model has no price for something; that of its neighbour is taken.
    case meterAtPriceOf(model: String, meter: Meter, taken: Meter)
    /// A model is not served that way; its standard price is taken.
    case tierAtStandard(model: String, tier: ServiceTier)
    /// Nobody documents how the model counts a picture.
    case imageRuleUnknown(model: String)
    /// Requests of which no user is known.
    case noUsers
    /// Recorded prompts are shorter than the assumed conversations would make them.
    case historyDoesNotFit(model: String, prompt: Int64, least: Int64)
    /// Neither the log nor the lever says how long conversations are.
    case noTurns
    /// No answer is marked as cut, so the log does not show failed attempts.
    case noFailures
    /// Every answer of the model was cut, so nothing says how many attempts one needs.
    case noFinishedAnswer(model: String)
    /// Which single requests there were is not known.
    case noRequests
    /// Requests that are recorded as sums: of their single sizes the average is taken.
    case recordedAsSums
    /// Requests that are recorded as sums: each sum is taken to be of one moment.
    case timesInSums
    /// The model has ended by then and nothing takes over; its last price is taken.
    case ended(model: String, day: Day, isEarliestOnly: Bool)
    /// No other model in use is cheaper.
    case noCheaperModel
    /// This share of the answers would be cut, in percent.
    case cutsAnswers(percent: String)
  }
}

extension LeverNote.Kind: CustomStringConvertible {
  /// One line, lower case.
  public var description: String {
    switch self {
    case .noCachedPrice(let model): "\(model) has no price for cached text"
    case .tooShortToCache(let model, let tokens, let least):
      "\(model) caches nothing below \(Phrase.counted(least, "token")), and "
        + "\(Phrase.number(tokens)) of a prompt would be cached"
    case .noStoragePrice(let model): "\(model) has no price for keeping a cache"
    case .noTierPrice(let model, let tier): "\(model) has no \(tier.rawValue) price"
    case .meterAtPriceOf(let model, let meter, let taken):
      "\(model) has no price for \(meter.rawValue); that of \(taken.rawValue) is taken"
    case .tierAtStandard(let model, let tier):
      "\(model) has no \(tier.rawValue) price; its standard price is taken"
    case .imageRuleUnknown(let model): "how \(model) counts a picture is not documented"
    case .noUsers: "the log names no users"
    case .historyDoesNotFit(let model, let prompt, let least):
      "prompts of \(model) have \(Phrase.counted(prompt, "token")) on average, and such "
        + "conversations would need \(Phrase.number(least))"
    case .noTurns: "the log does not say which requests are turns of one conversation"
    case .noFailures: "no answer in the log is marked as cut"
    case .noFinishedAnswer(let model): "every answer of \(model) is marked as cut"
    case .noRequests: "single requests are not known"
    case .recordedAsSums: "recorded as sums, whose single sizes are not known"
    case .timesInSums: "recorded as sums, whose single times are not known"
    case .ended(let model, let day, let isEarliestOnly):
      "\(model) \(isEarliestOnly ? "may end" : "ends") on \(day) without a successor; "
        + "its last price is taken"
    case .noCheaperModel: "no model in use is cheaper than another"
    case .cutsAnswers(let percent): "\(percent) of the answers are longer and would be cut"
    }
  }

  /// What to do where the whole lever fails for it.
  var remedy: String {
    switch self {
    case .noCachedPrice, .noStoragePrice, .noTierPrice:
      "Leave the lever out, or choose usage that has such a price with \"where\"."
    case .tooShortToCache: "Raise its share, or choose usage with longer prompts with \"where\"."
    case .imageRuleUnknown: "Choose usage of Gemini models with \"where\"."
    case .noUsers: "Import again with the field that names users."
    case .historyDoesNotFit: "Lower \"turns\" or \"system_tokens\"."
    case .noTurns: "Say \"turns\", or the label that names a conversation."
    case .noFailures, .noFinishedAnswer: "Say \"recorded_attempts_per_success\"."
    case .recordedAsSums, .timesInSums:
      "Leave the lever out, or choose usage of single requests with \"where\"."
    case .noRequests, .noCheaperModel, .meterAtPriceOf, .tierAtStandard, .cutsAnswers, .ended:
      "Say in a scenario what you mean to do."
    }
  }
}
