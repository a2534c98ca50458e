import JSONText
import Usage

/// The `usage` of Anthropic's Messages API, wherever it is sold.
///
/// What is included in what (Anthropic's API reference, `Usage`):
/// - `input_tokens`: what was neither read from a cache nor written to one;
///   `cache_read_input_tokens` and `cache_creation_input_tokens` stand beside it, and the prompt is
///   the sum of the three;
/// - `cache_creation`: splits what was written by how long it is kept, five minutes or an hour;
/// - `output_tokens`: all that was generated, thinking included; `thinking_tokens` is an
///   approximate part of it;
/// - `iterations`: the runs of models behind the message. The counts at the top leave out what
///   a compaction of the context used, what an advisor used, and what a model used whose refusal
///   another one answered (https://platform.claude.com/docs/en/build-with-claude/compaction-threshold).
///   These are billed as well, each at its own model's price, so they are parts of their own.
struct AnthropicUsage {
  /// What the message's own model used.
  var counts = SourceCounts()
  var serviceTier: ServiceTier?
  /// `web_search_requests`, which are billed each.
  var searchQueries: Int64 = 0
  /// The model that the counts at the top are of, where the iterations name it.
  var model: String?
  /// What other runs used, beyond the counts at the top.
  var parts: [Part] = []
  /// Whether the counts at the top are a sum over several runs.
  var isSum = false
  /// Whether the classes of cache writes contradict their count.
  var detailsDisagree = false
  /// Whether it was served in the United States only, which costs a tenth more.
  var isUnitedStatesOnly = false

  /// One run of a model.
  struct Part {
    /// The model; nil where it is the message's own.
    var model: String?
    var counts = SourceCounts()
    fileprivate var kind = Kind.other

    fileprivate enum Kind { case message, fallback, other }
  }

  init(_ usage: JSONView) {
    counts = AnthropicUsage.counts(usage, &detailsDisagree)
    var isFast = false
    for (name, value) in usage.members where value.kind != .null {
      if name.equals("service_tier") {
        serviceTier = value.string.flatMap(ServiceTier.init(vendorWord:))
      } else if name.equals("speed") {
        isFast = value.equals("fast")
      } else if name.equals("inference_geo") {
        isUnitedStatesOnly = value.equals("us")
      } else if name.equals("server_tool_use") {
        takeServerTools(value)
      } else if name.equals("iterations") {
        takeIterations(value)
      }
    }
    if isFast { serviceTier = .fast }
  }

  /// Server tools answer the model, which then runs again: its prompts are added up at the top.
  private mutating func takeServerTools(_ tools: JSONView) {
    for (name, value) in tools.members where value.kind == .number {
      let uses = FieldReading.count(value, name.string ?? "", &counts.fault) ?? 0
      if uses > 0 { isSum = true }
      if name.equals("web_search_requests") { searchQueries = uses }
    }
  }

  private mutating func takeIterations(_ list: JSONView) {
    let runs = list.elements.map { run($0) }
    // Which of them the counts at the top are is nowhere said; their sums show it.
    let choices: [(Part) -> Bool] = [
      { $0.kind == .message }, { $0.kind == .fallback }, { $0.kind != .other }, { _ in true },
    ]
    let isTop = choices.first { choice in
      let chosen = runs.filter(choice)
      return !chosen.isEmpty && sums(chosen) == sums([Part(counts: counts)])
    }
    let chosen = runs.filter(isTop ?? choices[2])
    parts = runs.filter { !(isTop ?? choices[2])($0) && $0.counts.saySomething }
    if chosen.count > 1 { isSum = true }
    let models = Set(chosen.compactMap(\.model))
    if models.count == 1 { model = models.first }
    // The split of thinking is of the counts at the top alone; of the whole none is stated.
    if !parts.isEmpty { counts.thinking = nil }
  }

  private func sums(_ runs: [Part]) -> [Int64] {
    let all = runs.map(\.counts)
    return [
      all.reduce(0) { $0 &+ ($1.prompt ?? 0) }, all.reduce(0) { $0 &+ ($1.cached ?? 0) },
      all.reduce(0) { $0 &+ ($1.cacheWrites?.sum ?? 0) }, all.reduce(0) { $0 &+ ($1.output ?? 0) },
    ]
  }

  private mutating func run(_ view: JSONView) -> Part {
    var run = Part(counts: AnthropicUsage.counts(view, &detailsDisagree))
    run.counts.thinking = nil
    run.model = view["model"].flatMap { $0.string }.flatMap(FieldReading.modelName)
    if let type = view["type"] {
      if type.equals("message") { run.kind = .message }
      if type.equals("fallback_message") { run.kind = .fallback }
    }
    return run
  }

  /// The counts of the whole, or of one iteration.
  private static func counts(_ view: JSONView, _ detailsDisagree: inout Bool) -> SourceCounts {
    var counts = SourceCounts()
    counts.layout = [.cachedBesidePrompt, .cacheWritesBesidePrompt, .thinkingInsideOutput]
    var written: Int64?
    var classes: CacheWriteCounts?
    for (name, value) in view.members where value.kind != .null {
      func count(_ value: JSONView, _ name: JSONView) -> Int64? {
        FieldReading.count(value, name.string ?? "", &counts.fault)
      }
      if name.equals("input_tokens") {
        counts.prompt = count(value, name)
      } else if name.equals("output_tokens") {
        counts.output = count(value, name)
      } else if name.equals("cache_read_input_tokens") {
        counts.cached = count(value, name)
      } else if name.equals("cache_creation_input_tokens") {
        written = count(value, name)
      } else if name.equals("cache_creation") {
        classes = CacheWriteCounts(classes: value, &counts.fault)
      } else if name.equals("output_tokens_details") {
        for (name, value) in value.members where name.equals("thinking_tokens") {
          counts.thinking = count(value, name)
        }
      }
    }
    counts.cacheWrites = CacheWriteCounts(written, classes, &detailsDisagree)
    return counts
  }
}

extension CacheWriteCounts {
  /// The object that splits what was written by its time to live; nil where it has no classes.
  init?(classes view: JSONView, _ fault: inout CountFault?) {
    guard view.kind == .object else { return nil }
    self.init()
    for (name, value) in view.members {
      if name.equals("ephemeral_5m_input_tokens") {
        fiveMinutes = FieldReading.count(value, "ephemeral_5m_input_tokens", &fault) ?? 0
      } else if name.equals("ephemeral_1h_input_tokens") {
        oneHour = FieldReading.count(value, "ephemeral_1h_input_tokens", &fault) ?? 0
      }
    }
  }

  /// A count and its classes, either of which may be missing; what they leave out has no class.
  init?(_ written: Int64?, _ classes: CacheWriteCounts?, _ detailsDisagree: inout Bool) {
    guard let written else {
      guard let classes else { return nil }
      self = classes
      return
    }
    self = classes ?? CacheWriteCounts()
    if sum > written {
      detailsDisagree = true
      self = CacheWriteCounts()
    }
    unclassified = written - sum
  }
}
