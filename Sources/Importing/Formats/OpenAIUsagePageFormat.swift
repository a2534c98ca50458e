import JSONText
import Quantities
import Usage

/// Pages of OpenAI's usage API: what an organization used in each hour or day, already added up.
///
/// `organization/usage/completions` and `…/embeddings` answer with buckets of results; each result
/// is a sum over `num_model_requests` requests that share the values of `group_by`. In it
/// `input_tokens` includes `input_cached_tokens` and the audio and image tokens, and
/// `output_tokens` the audio ones (https://platform.openai.com/docs/api-reference/usage). It becomes
/// one record that stands for that many requests at the beginning of its bucket, and no context
/// band is read out of a sum. The bucket and the values of `group_by` make its identity, so that a
/// page that is fetched again completes a bucket that was still growing, and never adds to it.
///
/// The retired `/v1/usage` (`n_context_tokens_total` …) and Elastic's integration of it are read,
/// too. Pages of costs are money, not usage. Sums and the requests behind them are both counted if
/// both are imported; nothing in them tells which requests they are of.
enum OpenAIUsagePageFormat {
  /// The results in a document, each with its bucket; nil if it is no such page.
  static func results(_ shape: DocumentShape, _ document: JSONView) -> [Result]? {
    if let object = shape.object {
      if object.equals("page") { return results(ofPage: document) }
      if object.equals("bucket") { return results(ofBucket: document) }
      if object.equals("list") { return legacy(document) }
    }
    if let usage = document["openai"]?["usage"]?["data"], usage.kind == .object {
      return [Result(view: usage, start: FieldReading.instant(shape.rowTime), end: nil)]
    }
    guard shape.object == nil, let events = document["events"] else { return nil }
    let found = events.elements.compactMap { event in
      event["openai"]?["usage"]?["data"].map {
        Result(view: $0, start: FieldReading.instant(event["@timestamp"]), end: nil)
      }
    }
    return found.isEmpty ? nil : found
  }

  /// One sum and the time it is of.
  struct Result {
    let view: JSONView
    var start: Instant?
    var end: Instant?
  }

  /// What became of a result.
  enum Reading {
    case usage(ResponseSnapshot)
    /// Money, or nothing at all.
    case notUsage
    /// Images, seconds, characters: there is no meter for them.
    case measuredOtherwise
  }

  /// What a result says.
  static func read(_ result: Result, _ names: inout NameCache) -> Reading {
    var sum = ResultFields(result.view)
    guard sum.hasTokens || sum.requests != nil else { return .notUsage }
    switch sum.object {
    case "organization.usage.completions.result", "organization.usage.embeddings.result", nil: break
    case "organization.costs.result", "organization.usage.moderations.result": return .notUsage
    default: return .measuredOtherwise
    }
    guard sum.counts.saySomething else { return .notUsage }
    sum.identity.append("from \(result.start?.microseconds ?? 0)")
    if let end = result.end { sum.identity.append("until \(end.microseconds)") }
    var snapshot = ResponseSnapshot()
    snapshot.key = RequestIdentity.key(.usageBucket, sum.identity.joined(separator: "\n"))
    snapshot.time = result.start
    snapshot.provider = .openAI
    snapshot.reportedModel = sum.model.flatMap { FieldReading.modelName($0, &names) }
    snapshot.serviceTier = sum.isBatch ? .batch : sum.tier
    snapshot.setLabel("project", sum.project)
    snapshot.setLabel(
      UsageBucket.label,
      UsageBucket.name(start: result.start, end: result.end, grouping: sum.grouping))
    snapshot.counts = sum.counts
    snapshot.requests = Int(clamping: sum.requests ?? 0)
    snapshot.flags.insert(.promptIsSum)
    snapshot.isFinished = true
    return .usage(snapshot)
  }

  private static func results(ofPage page: JSONView) -> [Result]? {
    guard let data = page["data"], data.kind == .array else { return nil }
    var all: [Result] = []
    for bucket in data.elements {
      guard let results = results(ofBucket: bucket) else { return nil }
      all += results
    }
    return all
  }

  private static func results(ofBucket bucket: JSONView) -> [Result]? {
    // The key was `result` in the API's first months.
    guard let list = bucket["results"] ?? bucket["result"], list.kind == .array else { return nil }
    let start = FieldReading.instant(seconds: bucket["start_time"])
    let end = FieldReading.instant(seconds: bucket["end_time"])
    return list.elements.map { Result(view: $0, start: start, end: end) }
  }

  private static func legacy(_ list: JSONView) -> [Result]? {
    guard let data = list["data"], data.kind == .array else { return nil }
    let results = data.elements.map {
      Result(
        view: $0, start: FieldReading.instant(seconds: $0["aggregation_timestamp"]), end: nil)
    }
    let isUsage = results.contains { $0.view["n_requests"] != nil }
    return isUsage ? results : nil
  }
}
