import JSONText
import Usage

/// The `usage` of Amazon Bedrock's Converse API, which Nova's own bodies share.
///
/// What is included in what (Amazon Bedrock API reference, `TokenUsage`): `inputTokens` leaves out
/// `cacheReadInputTokens` and `cacheWriteInputTokens`, which stand beside it; `cacheDetails` splits
/// what was written by its time to live; `outputTokens` includes reasoning, of which no count is
/// given; `totalTokens` is the sum of all. Should a total show that the input includes the cache
/// (total = input + output), it is believed.
struct BedrockUsage {
  var counts = SourceCounts()
  /// Whether the classes of cache writes contradict their count.
  var detailsDisagree = false

  /// Whether an object looks like one.
  static func matches(_ usage: JSONView) -> Bool { usage["inputTokens"] != nil }

  init(_ usage: JSONView) {
    var written: Int64?
    var classes: CacheWriteCounts?
    for (name, value) in usage.members where value.kind != .null {
      if name.equals("inputTokens") {
        counts.prompt = count(name, value)
      } else if name.equals("outputTokens") {
        counts.output = count(name, value)
      } else if name.equals("totalTokens") {
        counts.total = count(name, value)
      } else if name.equals("cacheReadInputTokens") || name.equals("cacheReadInputTokenCount") {
        counts.cached = counts.cached ?? count(name, value)
      } else if name.equals("cacheWriteInputTokens") || name.equals("cacheWriteInputTokenCount") {
        written = written ?? count(name, value)
      } else if name.equals("cacheDetails") {
        classes = self.classes(value)
      }
    }
    counts.cacheWrites = CacheWriteCounts(written, classes, &detailsDisagree)
    let isInside = counts.total == (counts.prompt ?? 0) + (counts.output ?? 0)
    if !isInside { counts.layout = [.cachedBesidePrompt, .cacheWritesBesidePrompt] }
  }

  private mutating func classes(_ list: JSONView) -> CacheWriteCounts {
    var classes = CacheWriteCounts()
    for entry in list.elements {
      guard let value = entry["inputTokens"] else { continue }
      let tokens = FieldReading.count(value, "inputTokens", &counts.fault) ?? 0
      if entry["ttl"]?.equals("1h") == true {
        classes.oneHour &+= tokens
      } else {
        classes.fiveMinutes &+= tokens
      }
    }
    return classes
  }

  private mutating func count(_ name: JSONView, _ value: JSONView) -> Int64? {
    FieldReading.count(value, name.string ?? "", &counts.fault)
  }
}
