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
      data.elements.first(where: { _ in true })?["starting_at"] != nil
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
    var identity: [String] = []
    var grouping: [String] = []
    var isLong = false
    snapshot.counts.layout = [.cachedBesidePrompt, .cacheWritesBesidePrompt]
    for (name, value) in result.view.members where value.kind != .null {
      guard let name = name.string, !takeCount(name, value, &snapshot) else { continue }
      take(name, value, &snapshot, &names)
      if name == "context_window" { isLong = value.string?.hasPrefix("200k") == true }
      identity.append("\(name)=\(value.scalarText ?? "")")
      grouping.append(name)
    }
    let saysSomething = snapshot.counts.saySomething || snapshot.searchQueries > 0
    guard saysSomething, result.view["amount"] == nil else { return nil }
    snapshot.provider = .anthropic
    snapshot.requests = 0
    if !isLong { snapshot.flags.insert(.promptIsSum) }
    snapshot.statesZero = true
    snapshot.isFinished = true
    let bucket = [result.start, result.end].map { $0?.scalarText ?? "" }
    snapshot.key = RequestIdentity.key(
      .usageBucket, (["anthropic"] + bucket + identity.sorted()).joined(separator: "\n"))
    snapshot.time = FieldReading.instant(result.start)
    snapshot.setLabel(
      UsageBucket.label,
      UsageBucket.name(
        start: snapshot.time, end: FieldReading.instant(result.end), grouping: grouping))
    return snapshot
  }

  /// Takes in a count; false for members that are none.
  private static func takeCount(
    _ name: String, _ value: JSONView, _ snapshot: inout ResponseSnapshot
  ) -> Bool {
    var fault = snapshot.counts.fault
    defer { snapshot.counts.fault = fault }
    switch name {
    case "uncached_input_tokens": snapshot.counts.prompt = FieldReading.count(value, name, &fault)
    case "cache_read_input_tokens": snapshot.counts.cached = FieldReading.count(value, name, &fault)
    case "output_tokens": snapshot.counts.output = FieldReading.count(value, name, &fault)
    case "cache_creation":
      snapshot.counts.cacheWrites = CacheWriteCounts(classes: value, &fault)
    case "server_tool_use":
      guard let searches = value["web_search_requests"] else { return true }
      let count = FieldReading.count(searches, "web_search_requests", &fault)
      snapshot.searchQueries = Int(clamping: count ?? 0)
    default: return false
    }
    return true
  }

  /// A value that the results are grouped by.
  private static func take(
    _ name: String, _ value: JSONView, _ snapshot: inout ResponseSnapshot,
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
}
