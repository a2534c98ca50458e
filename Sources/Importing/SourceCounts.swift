import Usage

/// The counts of one response as a provider of Gemini's kind states them, before they are made
/// disjoint.
///
/// What is contained in what: `cached` is part of `prompt`; `thinking` and `toolUse` are parts of
/// nothing else; `total` is prompt + output + thinking + toolUse
/// (https://ai.google.dev/api/generate-content#UsageMetadata). A count that is missing is not 0:
/// zeros are left out of proto JSON, but so is a whole usage that was never measured.
struct SourceCounts: Equatable {
  var prompt: Int64?
  var cached: Int64?
  var output: Int64?
  var thinking: Int64?
  var toolUse: Int64?
  var total: Int64?
  var promptByModality = ModalityCounts()
  var cachedByModality = ModalityCounts()
  var outputByModality = ModalityCounts()
  /// The first count that is not a count.
  var fault: CountFault?

  /// These counts, which are the last of a stream, with what they leave out and earlier ones state.
  ///
  /// A prompt does not vanish while it is answered, so a field that the last chunk omits keeps its
  /// value — unless the total says that the last chunk is complete as it is.
  func completed(from earlier: SourceCounts) -> SourceCounts {
    guard fault == nil, earlier.fault == nil else { return self }
    var whole = self
    if prompt == nil {
      whole.prompt = earlier.prompt
      whole.promptByModality = earlier.promptByModality
    }
    if cached == nil, prompt == nil || prompt == earlier.prompt {
      whole.cached = earlier.cached
      whole.cachedByModality = earlier.cachedByModality
    }
    if output == nil {
      whole.output = earlier.output
      whole.outputByModality = earlier.outputByModality
    }
    whole.thinking = thinking ?? earlier.thinking
    whole.toolUse = toolUse ?? earlier.toolUse
    guard let total, total == sum, total != whole.sum else { return whole }
    whole.prompt = prompt
    whole.output = output
    whole.thinking = thinking
    whole.toolUse = toolUse
    whole.promptByModality = promptByModality
    whole.outputByModality = outputByModality
    return whole
  }

  /// What the total should be.
  private var sum: Int64 { (prompt ?? 0) + (output ?? 0) + (thinking ?? 0) + (toolUse ?? 0) }

  /// Whether there is something to count or to complain about.
  var saySomething: Bool { fault != nil || hasRealCounts }

  /// Whether anything was counted: an early chunk full of zeros never replaces a real count.
  var hasRealCounts: Bool {
    for count in [prompt, cached, output, thinking, toolUse, total] {
      if let count, count != 0 { return true }
    }
    return false
  }
}

/// Tokens by modality, as the `…TokensDetails` lists split them.
struct ModalityCounts: Equatable {
  var text: Int64 = 0
  var image: Int64 = 0
  var video: Int64 = 0
  var audio: Int64 = 0
  var document: Int64 = 0

  var sum: Int64 { text &+ image &+ video &+ audio &+ document }

  /// Adds tokens under a vendor's word; a word we do not know counts as text.
  mutating func add(_ tokens: Int64, modality: Modality) {
    switch modality {
    case .text: text &+= tokens
    case .image: image &+= tokens
    case .video: video &+= tokens
    case .audio: audio &+= tokens
    case .document: document &+= tokens
    }
  }
}

/// What tokens stand for.
enum Modality {
  case text, image, video, audio, document
}

/// Why a count cannot be taken for one.
package enum CountFault: Error, Hashable, Sendable {
  case negative(field: String)
  case notAnInteger(field: String)
  case implausible(field: String)
  case cachedExceedsPrompt(cached: Int64, prompt: Int64)

  /// The name under which the quarantine keeps it.
  package var code: String {
    switch self {
    case .cachedExceedsPrompt: QuarantinedPlace.cachedExceedsPrompt
    case .negative, .notAnInteger, .implausible: "bad_count"
    }
  }

  /// One phrase for people, lower case; holds field names and counts, never content.
  package var explanation: String {
    switch self {
    case .negative(let field): "\(field) is negative"
    case .notAnInteger(let field): "\(field) is not a whole number"
    case .implausible(let field): "\(field) is beyond a trillion tokens"
    case .cachedExceedsPrompt(let cached, let prompt):
      "cached tokens (\(cached)) exceed prompt tokens (\(prompt))"
    }
  }
}
