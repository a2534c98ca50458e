import Quantities
import Usage

/// Turns the counts of a response into meters that never overlap: the one place where cached
/// tokens are subtracted.
enum Metering {
  /// The meters of a response, and what had to be assumed.
  struct Result: Equatable {
    var tokens = MeteredTokens()
    var flags: RecordFlags = []
  }

  /// Meters from counts, or what is wrong with them.
  ///
  /// `inputExcludesCache` says that the source leaves cached tokens out of its prompt count.
  static func meter(
    _ counts: SourceCounts, inputExcludesCache: Bool = false
  ) throws(CountFault) -> Result {
    if let fault = counts.fault { throw fault }
    var result = Result()
    let cached = counts.cached ?? 0
    let prompt = (counts.prompt ?? 0) + (inputExcludesCache ? cached : 0)
    guard cached <= prompt else { throw .cachedExceedsPrompt(cached: cached, prompt: prompt) }

    let wholeSplit = split(prompt, by: counts.promptByModality, flags: &result.flags)
    let cachedSplit = cachedShare(
      cached, of: wholeSplit, by: counts.cachedByModality, flags: &result.flags)
    set(.textInput, wholeSplit.text - cachedSplit.text, &result)
    set(.imageInput, wholeSplit.image - cachedSplit.image, &result)
    set(.videoInput, wholeSplit.video - cachedSplit.video, &result)
    set(.audioInput, wholeSplit.audio - cachedSplit.audio, &result)
    set(.documentInput, wholeSplit.document - cachedSplit.document, &result)
    set(.cachedTextInput, cachedSplit.text, &result)
    set(.cachedImageInput, cachedSplit.image, &result)
    set(.cachedVideoInput, cachedSplit.video, &result)
    set(.cachedAudioInput, cachedSplit.audio, &result)
    set(.cachedDocumentInput, cachedSplit.document, &result)
    set(.toolUseInput, counts.toolUse ?? 0, &result)
    meterOutput(counts, prompt: prompt, &result)
    return result
  }

  private static func meterOutput(_ counts: SourceCounts, prompt: Int64, _ result: inout Result) {
    let thinking = counts.thinking ?? 0
    var output = counts.output ?? 0
    // Until late April 2025 the Gemini API counted thoughts inside candidates; then the total
    // is reached without adding them. Vertex never did (litellm PR 10141, llm-gemini issue 75).
    let withoutThinking = prompt + output + (counts.toolUse ?? 0)
    if thinking > 0, output >= thinking, counts.total == withoutThinking {
      output -= thinking
      result.flags.insert(.thoughtsInsideCandidates)
    }
    let outputSplit = split(output, by: counts.outputByModality, flags: &result.flags)
    // Documents are not generated; a split that says so is counted as text.
    set(.textOutput, outputSplit.text + outputSplit.document, &result)
    set(.imageOutput, outputSplit.image, &result)
    set(.videoOutput, outputSplit.video, &result)
    set(.audioOutput, outputSplit.audio, &result)
    set(.thinking, thinking, &result)
  }

  private static func set(_ meter: Meter, _ count: Int64, _ result: inout Result) {
    if count != 0 { result.tokens[at: meter.index] = count }
  }

  /// A count by modality; what the details leave out is text.
  ///
  /// Image models omit their text entry, and the details are often short of the count (code
  /// execution, cached system prompts).
  private static func split(
    _ count: Int64, by details: ModalityCounts, flags: inout RecordFlags
  ) -> ModalityCounts {
    var split = details
    split.text = count - (details.sum - details.text)
    guard split.text < 0 else { return split }
    // More tokens of other kinds than tokens: the details cannot be right, the count may be.
    flags.insert(.detailsDisagree)
    return ModalityCounts(text: count)
  }

  /// The cached part of a split prompt: by its own details where they fit, else text first.
  ///
  /// Subtracting the whole of it from text gave negative counts elsewhere (litellm issue 18768).
  private static func cachedShare(
    _ cached: Int64, of whole: ModalityCounts, by details: ModalityCounts,
    flags: inout RecordFlags
  ) -> ModalityCounts {
    guard cached > 0 else { return ModalityCounts() }
    let isStated =
      details.sum == cached && details.text <= whole.text && details.image <= whole.image
      && details.video <= whole.video && details.audio <= whole.audio
      && details.document <= whole.document
    if isStated { return details }
    if details.sum != 0 { flags.insert(.detailsDisagree) }
    var rest = cached
    func take(_ available: Int64) -> Int64 {
      let taken = min(rest, available)
      rest -= taken
      return taken
    }
    var share = ModalityCounts()
    share.text = take(whole.text)
    share.document = take(whole.document)
    share.image = take(whole.image)
    share.video = take(whole.video)
    share.audio = take(whole.audio)
    return share
  }
}
