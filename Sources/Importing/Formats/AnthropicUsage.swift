import JSONText
import Usage

/// The `usage` of an Anthropic message, in a body, a stream or a session log.
///
/// What is included in what (Anthropic's SDK, types/usage): `input_tokens` leaves cached tokens
/// out, `cache_read_input_tokens` and `cache_creation_input_tokens` stand beside it; thinking is
/// part of `output_tokens`. `cache_creation` splits the tokens written by how long they are kept;
/// where it is missing it was five minutes. `service_tier` is the tier served, and `speed: fast`
/// another price.
struct AnthropicUsage {
  private(set) var counts = SourceCounts()
  private(set) var tier: ServiceTier?
  private(set) var searchQueries = 0

  init(_ usage: JSONView) {
    counts.layout = [.cachedBesidePrompt, .cacheWritesBesidePrompt, .thinkingInsideOutput]
    var written: Int64?
    var split: CacheWriteCounts?
    for (name, value) in usage.members where value.kind != .null {
      switch name.string {
      case "input_tokens": counts.prompt = count(name, value)
      case "output_tokens": counts.output = count(name, value)
      case "cache_read_input_tokens": counts.cached = count(name, value)
      case "cache_creation_input_tokens": written = count(name, value)
      case "cache_creation": split = writes(value)
      case "output_tokens_details":
        counts.thinking = value["thinking_tokens"].flatMap { count(name, $0) }
      case "server_tool_use":
        searchQueries = Int(
          clamping: value["web_search_requests"].flatMap { count(name, $0) } ?? 0)
      case "service_tier": tier = tier ?? value.string.flatMap(ServiceTier.init(vendorWord:))
      case "speed": if value.equals("fast") { tier = .fast }
      default: break
      }
    }
    guard let written else {
      counts.cacheWrites = split
      return
    }
    var writes = split ?? CacheWriteCounts()
    writes.fiveMinutes += max(0, written - writes.sum)
    counts.cacheWrites = writes
  }

  /// Puts what the usage says into what is known of its response.
  func complete(_ snapshot: inout ResponseSnapshot) {
    snapshot.counts = counts
    snapshot.serviceTier = tier ?? snapshot.serviceTier
    snapshot.searchQueries = searchQueries
  }

  private mutating func writes(_ split: JSONView) -> CacheWriteCounts {
    var writes = CacheWriteCounts()
    for (name, value) in split.members {
      if name.equals("ephemeral_5m_input_tokens") {
        writes.fiveMinutes = count(name, value) ?? 0
      } else if name.equals("ephemeral_1h_input_tokens") {
        writes.oneHour = count(name, value) ?? 0
      }
    }
    return writes
  }

  private mutating func count(_ name: JSONView, _ value: JSONView) -> Int64? {
    FieldReading.count(value, name.string ?? "", &counts.fault)
  }
}
