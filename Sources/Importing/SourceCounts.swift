import Usage

/// The counts of one response as its provider states them, before they are made disjoint.
///
/// What is contained in what differs from provider to provider and is said by `layout`; without a
/// word it is as Gemini counts: `cached` and `cacheWrites` are parts of `prompt`; `thinking` and
/// `toolUse` are parts of nothing else; `total` is prompt + output + thinking + toolUse
/// (https://ai.google.dev/api/generate-content#UsageMetadata). A count that is missing is not 0:
/// zeros are left out of proto JSON, but so is a whole usage that was never measured.
struct SourceCounts: Equatable {
  var prompt: Int64?
  var cached: Int64?
  var cacheWrites: CacheWriteCounts?
  var output: Int64?
  var thinking: Int64?
  var toolUse: Int64?
  var total: Int64?
  /// Parts of `prompt`: what they leave out is text.
  var promptByModality = ModalityCounts()
  var cachedByModality = ModalityCounts()
  /// Parts of `output` without thinking.
  var outputByModality = ModalityCounts()
  var layout: CountLayout = []
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
    let isSamePrompt = prompt == nil || prompt == earlier.prompt
    if cached == nil, isSamePrompt || layout.contains(.cachedBesidePrompt) {
      whole.cached = earlier.cached
      whole.cachedByModality = earlier.cachedByModality
    }
    if let cacheWrites {
      whole.cacheWrites = cacheWrites.classified(by: earlier.cacheWrites)
    } else if isSamePrompt || layout.contains(.cacheWritesBesidePrompt) {
      whole.cacheWrites = earlier.cacheWrites
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

  /// Fills in the text among cached tokens, where a source states only the other kinds.
  mutating func completeCachedText() {
    let others = cachedByModality.sum - cachedByModality.text
    guard let cached, others > 0, others <= cached else { return }
    cachedByModality.text = cached - others
  }

  /// What the total should be.
  private var sum: Int64 {
    var sum = (prompt ?? 0) + (output ?? 0) + (toolUse ?? 0)
    if !layout.contains(.thinkingInsideOutput) { sum += thinking ?? 0 }
    if layout.contains(.cachedBesidePrompt) { sum += cached ?? 0 }
    if layout.contains(.cacheWritesBesidePrompt) { sum += cacheWrites?.sum ?? 0 }
    return sum
  }

  /// Whether there is something to count or to complain about.
  var saySomething: Bool { fault != nil || hasRealCounts }

  /// Whether anything was counted: an early chunk full of zeros never replaces a real count.
  var hasRealCounts: Bool { hasRealParts || total.map { $0 != 0 } ?? false }

  /// Whether anything but a total was counted.
  var hasRealParts: Bool {
    // Asked about every response: a list of them would be allocated each time.
    func isReal(_ count: Int64?) -> Bool { count.map { $0 != 0 } ?? false }
    return isReal(prompt) || isReal(output) || isReal(cached) || isReal(thinking)
      || isReal(toolUse) || isReal(cacheWrites?.sum)
  }

  /// The total, if nothing says which of its tokens are input and which output: they have no price.
  var loneTotal: Int64? {
    guard !hasRealParts, fault == nil, let total, total > 0 else { return nil }
    return total
  }
}

/// Where a provider counts what has a meter of its own; empty for Gemini's way.
///
/// OpenAI and OpenTelemetry: `thinkingInsideOutput`. Anthropic: all three.
struct CountLayout: OptionSet {
  let rawValue: UInt8

  /// Cached tokens stand beside the prompt count, not inside it.
  static let cachedBesidePrompt = CountLayout(rawValue: 1 << 0)
  /// Tokens written to a cache stand beside the prompt count, not inside it.
  static let cacheWritesBesidePrompt = CountLayout(rawValue: 1 << 1)
  /// Thinking is part of the output count — unless the total shows that it stands beside it.
  static let thinkingInsideOutput = CountLayout(rawValue: 1 << 2)
}

/// Tokens written to a cache, by how long the cache keeps them.
struct CacheWriteCounts: Equatable {
  var fiveMinutes: Int64 = 0
  var thirtyMinutes: Int64 = 0
  var oneHour: Int64 = 0
  var twelveHours: Int64 = 0
  /// Tokens of which nothing says how long they are kept: five minutes, unless an earlier snapshot
  /// of the same response says something else.
  var unclassified: Int64 = 0

  var sum: Int64 { fiveMinutes &+ thirtyMinutes &+ oneHour &+ twelveHours &+ unclassified }

  /// These counts with the classes of an earlier snapshot.
  ///
  /// Anthropic's streams split the count by class at their start and state only the count at their
  /// end, when server tools may have written more.
  func classified(by earlier: CacheWriteCounts?) -> CacheWriteCounts {
    guard unclassified > 0, unclassified == sum, let earlier, earlier.sum > 0 else { return self }
    if unclassified == earlier.sum { return earlier }
    if earlier.oneHour == earlier.sum { return CacheWriteCounts(oneHour: unclassified) }
    let hour = min(earlier.oneHour, unclassified)
    return CacheWriteCounts(oneHour: hour, unclassified: unclassified - hour)
  }

  /// Both together.
  static func + (left: CacheWriteCounts, right: CacheWriteCounts) -> CacheWriteCounts {
    CacheWriteCounts(
      fiveMinutes: left.fiveMinutes &+ right.fiveMinutes,
      thirtyMinutes: left.thirtyMinutes &+ right.thirtyMinutes,
      oneHour: left.oneHour &+ right.oneHour, twelveHours: left.twelveHours &+ right.twelveHours,
      unclassified: left.unclassified &+ right.unclassified)
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

  static func - (whole: ModalityCounts, part: ModalityCounts) -> ModalityCounts {
    ModalityCounts(
      text: whole.text - part.text, image: whole.image - part.image,
      video: whole.video - part.video, audio: whole.audio - part.audio,
      document: whole.document - part.document)
  }

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
  /// A total of which nothing says how much is input and how much output.
  case loneTotal(Int64)
  /// Points that stand where thousands are grouped, and may begin a fraction.
  case grouped(field: String)
  case cachedExceedsPrompt(cached: Int64, prompt: Int64)
  case cacheWritesExceedPrompt(written: Int64, uncached: Int64)
  case thinkingExceedsOutput(thinking: Int64, output: Int64)

  /// The name under which the quarantine keeps it.
  package var code: String {
    switch self {
    case .cachedExceedsPrompt: QuarantinedPlace.cachedExceedsPrompt
    case .cacheWritesExceedPrompt: QuarantinedPlace.cacheWritesExceedPrompt
    case .thinkingExceedsOutput: "thinking_exceeds_output"
    case .negative, .notAnInteger, .grouped: "bad_count"
    case .loneTotal: "total_only"
    case .implausible: "count_too_large"
    }
  }

  /// One phrase for people, lower case; holds field names and counts, never content.
  package var explanation: String {
    switch self {
    case .loneTotal(let total):
      "a total of \(total) tokens, and nothing says how many of them are input"
    case .negative(let field): "\(field) is negative"
    case .notAnInteger(let field): "\(field) is not a whole number"
    case .grouped(let field): "\(field) has a point that may group thousands; write it without"
    case .implausible(let field): "\(field) is beyond a trillion tokens"
    case .cachedExceedsPrompt(let cached, let prompt):
      "cached tokens (\(cached)) exceed prompt tokens (\(prompt))"
    case .cacheWritesExceedPrompt(let written, let uncached):
      "tokens written to a cache (\(written)) exceed prompt tokens not read from one (\(uncached))"
    case .thinkingExceedsOutput(let thinking, let output):
      "thinking tokens (\(thinking)) exceed the output tokens that include them (\(output))"
    }
  }
}
