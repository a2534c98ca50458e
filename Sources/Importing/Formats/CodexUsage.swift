import JSONText

/// The counts of Codex's `TokenUsage`: of one request, or of a thread up to then.
///
/// Versions differ in which of them they write, so a count that is missing is kept apart from 0
/// only for the total, which is checked and never charged.
struct CodexUsage: Equatable {
  private(set) var input: Int64 = 0
  private(set) var cached: Int64 = 0
  /// Written to a cache, by versions since OpenAI charges for it.
  private(set) var written: Int64 = 0
  private(set) var output: Int64 = 0
  private(set) var reasoning: Int64 = 0
  private(set) var total: Int64?
  private var fault: CountFault?

  private init() {}

  /// The counts that an object states; nil if there is none.
  init?(_ view: JSONView?) {
    guard let view, view.kind == .object else { return nil }
    for (name, value) in view.members {
      func count() -> Int64? { FieldReading.count(value, name.string ?? "", &fault) }
      switch name.string {
      case "input_tokens": input = count() ?? 0
      case "cached_input_tokens": cached = count() ?? 0
      case "cache_write_input_tokens": written = count() ?? 0
      case "output_tokens": output = count() ?? 0
      case "reasoning_output_tokens": reasoning = count() ?? 0
      case "total_tokens": total = count()
      default: break
      }
    }
  }

  /// Whether anything was sent and answered: after a compaction only the total is stated, as an
  /// estimate of what the context holds now.
  var isRequest: Bool { fault != nil || input != 0 || output != 0 }

  /// What has come since an earlier total; all of it if the total was begun anew in between.
  func since(_ earlier: CodexUsage?) -> CodexUsage {
    guard let earlier, input >= earlier.input, cached >= earlier.cached,
      written >= earlier.written, output >= earlier.output, reasoning >= earlier.reasoning
    else { return self }
    var difference = self
    difference.input -= earlier.input
    difference.cached -= earlier.cached
    difference.written -= earlier.written
    difference.output -= earlier.output
    difference.reasoning -= earlier.reasoning
    difference.total = total.flatMap { mine in
      earlier.total.flatMap { $0 <= mine ? mine - $0 : nil }
    }
    return difference
  }

  /// By how many tokens a total has moved beyond one request since an earlier total.
  ///
  /// They are those of lines that are missing. None where it was begun anew, or nothing is known of
  /// what came before.
  func tokensBeyond(_ request: CodexUsage, since earlier: CodexUsage?) -> Int64 {
    guard let earlier else { return 0 }
    let moved = since(earlier)
    guard moved != self else { return 0 }
    return moved.input + moved.output - request.input - request.output
  }

  /// The counts as every format states them.
  var counts: SourceCounts {
    var counts = SourceCounts()
    counts.layout = [.thinkingInsideOutput]
    counts.prompt = input
    counts.cached = cached
    if written > 0 { counts.cacheWrites = CacheWriteCounts(thirtyMinutes: written) }
    counts.output = output
    counts.thinking = reasoning
    counts.total = total
    counts.fault = fault
    return counts
  }

  /// The counts in one row, to be hashed.
  var row: [Int64] { [input, cached, written, output, reasoning, total ?? 0] }
}
