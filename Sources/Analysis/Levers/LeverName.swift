/// The levers, in the order in which they act on what the one before has left.
///
/// First what is asked at all, then who answers, then how long the prompt and the answer are, then
/// how the rest is bought. So no token is saved twice: a request that is not sent has no prompt left
/// to shorten, and what is shortened away is not there to be cached.
public enum LeverName: String, CaseIterable, Hashable, Sendable {
  /// Calls that a user may make in a day.
  case userCap = "user_cap"
  /// Answers given again without asking a model.
  case responseCache = "response_cache"
  /// Attempts until one succeeds.
  case retries
  /// Requests that a model on the user's own device answers.
  case onDevice = "on_device"
  /// Requests that another model answers.
  case modelShare = "model_share"
  /// How much of a conversation is sent again with each turn.
  case history
  /// Fewer tokens of text in a prompt.
  case promptShortening = "prompt_shortening"
  /// Smaller pictures in a prompt.
  case imageSize = "image_size"
  /// The longest answer.
  case outputCap = "output_cap"
  /// Prompt text read from a context cache.
  case contextCache = "context_cache"
  /// Requests served as a batch, or with lower priority.
  case serviceTier = "service_tier"

  /// The name as people read it: `response cache`.
  public var words: String {
    String(rawValue.map { $0 == "_" ? " " : $0 })
  }

  /// Whether what it leaves is counted in the recorded usage, so that a second one of its name would
  /// count the same saving again; shares of what is left come one after the other.
  var isCounted: Bool {
    switch self {
    case .userCap, .responseCache, .retries, .history, .imageSize, .outputCap, .contextCache: true
    case .onDevice, .modelShare, .promptShortening, .serviceTier: false
    }
  }

  /// Its place in the order.
  var position: Int { LeverName.allCases.firstIndex(of: self) ?? 0 }
}
