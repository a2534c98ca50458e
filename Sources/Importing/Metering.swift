import Quantities
import Usage

/// Turns the counts of a response into meters that never overlap: the one place where cached
/// tokens, cache writes and thinking are subtracted from the counts that include them.
///
/// What cannot be is a fault, never a negative count: more cached than prompt, more thinking than
/// the output that includes it.
enum Metering {
  /// Writes meters from counts to where they will stand, and what had to be assumed; throws what is
  /// wrong with the counts.
  ///
  /// `inputExcludesCache` says that the source leaves what it read from a cache, or wrote to one,
  /// out of its prompt count, although its format counts both inside.
  static func meter(
    _ counts: SourceCounts, inputExcludesCache: Bool, into tokens: inout MeteredTokens,
    _ flags: inout RecordFlags
  ) throws(CountFault) {
    if let fault = counts.fault { throw fault }
    let cached = counts.cached ?? 0
    let isCachedBeside = inputExcludesCache || counts.layout.contains(.cachedBesidePrompt)
    let prompt = (counts.prompt ?? 0) + (isCachedBeside ? cached : 0)
    guard cached <= prompt else { throw .cachedExceedsPrompt(cached: cached, prompt: prompt) }

    let wholeSplit = split(prompt, by: counts.promptByModality, flags: &flags)
    let cachedSplit = cachedShare(
      cached, of: wholeSplit, by: counts.cachedByModality, flags: &flags)
    var fresh = wholeSplit - cachedSplit
    var written: Int64 = 0
    if let writes = counts.cacheWrites {
      written = writes.sum
      let isBeside = inputExcludesCache || counts.layout.contains(.cacheWritesBesidePrompt)
      if !isBeside {
        guard written <= fresh.sum else {
          throw .cacheWritesExceedPrompt(written: written, uncached: fresh.sum)
        }
        fresh = fresh - share(of: fresh, taking: written)
        written = 0
      }
      set(writes, &tokens)
    }
    setInput(fresh: fresh, cached: cachedSplit, &tokens)
    set(.toolUseInput, counts.toolUse ?? 0, &tokens)
    try meterOutput(counts, prompt: prompt + written, &tokens, &flags)
  }

  private static func setInput(
    fresh: ModalityCounts, cached: ModalityCounts, _ tokens: inout MeteredTokens
  ) {
    set(.textInput, fresh.text, &tokens)
    set(.imageInput, fresh.image, &tokens)
    set(.videoInput, fresh.video, &tokens)
    set(.audioInput, fresh.audio, &tokens)
    set(.documentInput, fresh.document, &tokens)
    set(.cachedTextInput, cached.text, &tokens)
    set(.cachedImageInput, cached.image, &tokens)
    set(.cachedVideoInput, cached.video, &tokens)
    set(.cachedAudioInput, cached.audio, &tokens)
    set(.cachedDocumentInput, cached.document, &tokens)
  }

  private static func set(_ writes: CacheWriteCounts, _ tokens: inout MeteredTokens) {
    set(.cacheWrite5m, writes.fiveMinutes + writes.unclassified, &tokens)
    set(.cacheWrite30m, writes.thirtyMinutes, &tokens)
    set(.cacheWrite1h, writes.oneHour, &tokens)
    set(.cacheWrite12h, writes.twelveHours, &tokens)
  }

  private static func meterOutput(
    _ counts: SourceCounts, prompt: Int64, _ tokens: inout MeteredTokens,
    _ flags: inout RecordFlags
  ) throws(CountFault) {
    let thinking = counts.thinking ?? 0
    var output = counts.output ?? 0
    if thinking > 0 {
      let withoutThinking = prompt + output + (counts.toolUse ?? 0)
      if counts.layout.contains(.thinkingInsideOutput) {
        // xAI's chat completions and some proxies count reasoning beside the completion; the total
        // is then reached only with it.
        if counts.total != withoutThinking + thinking {
          guard thinking <= output else {
            throw .thinkingExceedsOutput(thinking: thinking, output: output)
          }
          output -= thinking
        }
      } else if output >= thinking, counts.total == withoutThinking {
        // Until late April 2025 the Gemini API counted thoughts inside candidates; then the total
        // is reached without adding them. Vertex never did (litellm PR 10141, llm-gemini issue 75).
        output -= thinking
        flags.insert(.thoughtsInsideCandidates)
      }
    }
    let outputSplit = split(output, by: counts.outputByModality, flags: &flags)
    // Documents are not generated; a split that says so is counted as text.
    set(.textOutput, outputSplit.text + outputSplit.document, &tokens)
    set(.imageOutput, outputSplit.image, &tokens)
    set(.videoOutput, outputSplit.video, &tokens)
    set(.audioOutput, outputSplit.audio, &tokens)
    set(.thinking, thinking, &tokens)
  }

  @inline(__always)
  private static func set(_ meter: Meter, _ count: Int64, _ tokens: inout MeteredTokens) {
    if count != 0 { tokens[at: meter.index] = count }
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
    return share(of: whole, taking: cached)
  }

  /// As many tokens of a split prompt, which has them: text first, then what is nearest to it.
  private static func share(of whole: ModalityCounts, taking count: Int64) -> ModalityCounts {
    var rest = count
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
