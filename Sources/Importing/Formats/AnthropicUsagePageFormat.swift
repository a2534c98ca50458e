import JSONText
import Quantities
import Usage

/// Pages of Anthropic's usage report: what an organization used in each minute, hour or day.
///
/// `/v1/organizations/usage_report/messages` answers with buckets from `starting_at` up to
/// `ending_at`, each with results that share the values of `group_by`. In a result
/// `uncached_input_tokens`, `cache_read_input_tokens` and the two classes of `cache_creation` stand
/// beside one another, and `server_tool_use.web_search_requests` are billed each
/// (https://platform.claude.com/docs/en/api/admin-api/usage-cost/get-messages-usage-report). How
/// many requests it was the page does not say: a result becomes a record that stands for none.
///
/// `context_window` says on which side of 200,000 tokens the prompts were. That is all a price asks
/// of a prompt, so a sum of prompts beyond that is priced as such; every other sum is in no band.
/// Sums and the messages behind them are both counted if both are imported.
enum AnthropicUsagePageFormat {
  /// The results in a document, each with its bucket; nil if it is no such page.
  static func results(_ document: JSONView) -> [Result]? {
    if document["starting_at"] != nil { return results(ofBucket: document) }
    guard document["has_more"] != nil, let data = document["data"], data.kind == .array,
      data.elements.first?["starting_at"] != nil
    else { return nil }
    var all: [Result] = []
    for bucket in data.elements {
      guard let results = results(ofBucket: bucket) else { return nil }
      all += results
    }
    return all
  }

  /// One sum, and the time it is of.
  struct Result {
    let view: JSONView
    let start: JSONView?
    let end: JSONView?
  }

  private static func results(ofBucket bucket: JSONView) -> [Result]? {
    guard let list = bucket["results"], list.kind == .array else { return nil }
    return list.elements.map {
      Result(view: $0, start: bucket["starting_at"], end: bucket["ending_at"])
    }
  }

  /// What a result says; nil where it is money, or says nothing.
  static func read(_ result: Result, _ names: inout NameCache) -> ResponseSnapshot? {
    var snapshot = ResponseSnapshot()
    var counts = SourceCounts()
    counts.layout = [.cachedBesidePrompt, .cacheWritesBesidePrompt]
    var identity: [String] = []
    var isLong = false
    for (name, value) in result.view.members where value.kind != .null {
      switch name.string {
      case "uncached_input_tokens":
        counts.prompt = FieldReading.count(value, "uncached_input_tokens", &counts.fault)
      case "cache_read_input_tokens":
        counts.cached = FieldReading.count(value, "cache_read_input_tokens", &counts.fault)
      case "output_tokens":
        counts.output = FieldReading.count(value, "output_tokens", &counts.fault)
      case "cache_creation": counts.cacheWrites = CacheWriteCounts(classes: value, &counts.fault)
      case "server_tool_use":
        let searches = value["web_search_requests"].flatMap {
          FieldReading.count($0, "web_search_requests", &counts.fault)
        }
        snapshot.searchQueries = Int(clamping: searches ?? 0)
      default:
        take(name.string, value, &snapshot, &names)
        if name.equals("context_window") { isLong = value.string?.hasPrefix("200k") == true }
        identity.append("\(name.string ?? "")=\(value.scalarText ?? "")")
      }
    }
    guard counts.saySomething || snapshot.searchQueries > 0, result.view["amount"] == nil else {
      return nil
    }
    complete(&snapshot, counts, isLong: isLong)
    let bucket = [result.start, result.end].map { $0?.scalarText ?? "" }
    snapshot.key = RequestIdentity.key(
      .usageBucket, (["anthropic"] + bucket + identity.sorted()).joined(separator: "\n"))
    snapshot.time = FieldReading.instant(result.start)
    return snapshot
  }

  /// A value that the results are grouped by.
  private static func take(
    _ name: String?, _ value: JSONView, _ snapshot: inout ResponseSnapshot,
    _ names: inout NameCache
  ) {
    switch name {
    case "model": snapshot.reportedModel = FieldReading.modelName(value, &names)
    case "workspace_id": snapshot.setLabel("project", value.string)
    case "service_tier":
      snapshot.serviceTier =
        snapshot.serviceTier ?? value.string.flatMap(ServiceTier.init(vendorWord:))
    case "speed": if value.equals("fast") { snapshot.serviceTier = .fast }
    case "inference_geo": if value.equals("us") { snapshot.setLabel("inference_geo", "us") }
    default: break
    }
  }

  private static func complete(
    _ snapshot: inout ResponseSnapshot, _ counts: SourceCounts, isLong: Bool
  ) {
    snapshot.provider = .anthropic
    snapshot.counts = counts
    snapshot.requests = 0
    if !isLong { snapshot.flags.insert(.promptIsSum) }
    snapshot.statesZero = true
    snapshot.isFinished = true
  }
}
