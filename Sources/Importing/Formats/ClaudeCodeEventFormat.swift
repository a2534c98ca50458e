import JSONText
import Quantities
import Usage

/// A request as Claude Code notes it in its telemetry: a log record `claude_code.api_request`.
///
/// ```
/// {"timeUnixNano":"…","body":{"stringValue":"claude_code.api_request"},"attributes":[
///  {"key":"event.name","value":{"stringValue":"api_request"}},
///  {"key":"model","value":{"stringValue":"claude-opus-4-6"}},
///  {"key":"input_tokens","value":{"intValue":"3"}}, …]}
/// ```
/// Its counts are those of Anthropic's API (https://code.claude.com/docs/en/monitoring-usage):
/// `input_tokens` leaves out what was read from a cache (`cache_read_tokens`) and written to one
/// (`cache_creation_tokens`), `output_tokens` includes thinking. How long a cache keeps what was
/// written is not said: it counts as five minutes, Anthropic's default. `cost_usd` is what Claude
/// Code believed it cost, and is not read.
///
/// The request is known by `request_id`; older versions note none, and then by its session, time and
/// number in the session. Neither stands in Anthropic's own answer, so a session log of the same
/// requests is of other ones to the ledger: whoever imports both counts twice.
enum ClaudeCodeEventFormat {
  /// What a log record says about a request; nil if it is not such an event.
  static func snapshot(
    _ record: JSONView, _ resource: OpenTelemetryFormat.Resource, _ names: inout NameCache
  ) -> ResponseSnapshot? {
    guard let attributes = record["attributes"], isRequest(record, attributes, resource) else {
      return nil
    }
    var event = Event()
    TelemetryAttributes.each(attributes) { name, value in event.take(name, value, &names) }
    var snapshot = event.snapshot
    snapshot.isFinished = true
    event.counts.layout = [.cachedBesidePrompt, .cacheWritesBesidePrompt, .thinkingInsideOutput]
    snapshot.counts = event.counts
    snapshot.time = OpenTelemetryFormat.time(ofLog: record) ?? snapshot.time
    snapshot.setLabel(Labels.platform, "claude-code")
    snapshot.setLabel("environment", resource.deployment)
    snapshot.assumeSeller(otherwise: .anthropic)
    snapshot.key = event.key(at: snapshot.time)
    return snapshot
  }

  /// Whether a record is such an event; its short name, `api_request`, others have as well.
  private static func isRequest(
    _ record: JSONView, _ attributes: JSONView, _ resource: OpenTelemetryFormat.Resource
  ) -> Bool {
    let whole = "claude_code.api_request"
    if record["body"]?["stringValue"]?.string == whole || record["eventName"]?.string == whole {
      return true
    }
    let isClaudeCode =
      resource.service == "claude-code" || resource.scope?.contains("claude_code") == true
    var isNamed = false
    TelemetryAttributes.each(attributes) { name, value in
      guard name.equals("event.name") else { return }
      isNamed =
        value.equals("claude_code.api_request") || isClaudeCode && value.equals("api_request")
    }
    return isNamed
  }

  /// What the attributes say.
  private struct Event {
    var snapshot = ResponseSnapshot()
    var counts = SourceCounts()
    var request: JSONView?
    var session: String?
    var number = ""

    mutating func take(_ name: JSONView, _ value: JSONView, _ names: inout NameCache) {
      func count(_ field: String) -> Int64? { FieldReading.count(value, field, &counts.fault) }
      switch name.string {
      case "model": snapshot.reportedModel = FieldReading.modelName(value, &names)
      case "input_tokens": counts.prompt = count("input_tokens")
      case "output_tokens": counts.output = count("output_tokens")
      case "cache_read_tokens": counts.cached = count("cache_read_tokens")
      case "cache_creation_tokens":
        counts.cacheWrites = count("cache_creation_tokens")
          .map { CacheWriteCounts(unclassified: $0) }
      case "duration_ms": snapshot.latencyMilliseconds = FieldReading.cutToWhole(value)
      case "speed": if value.equals("fast") { snapshot.serviceTier = .fast }
      case "user.id": snapshot.user = value.scalarText
      case "event.timestamp": snapshot.time = FieldReading.instant(value)
      case "request_id": if value.isIdentity { request = value }
      case "session.id": session = value.scalarText
      case "event.sequence": number = value.scalarText ?? ""
      default: break
      }
    }

    /// What the request is known by; nil where nothing says which it is.
    func key(at time: Instant?) -> RequestKey? {
      if let request { return RequestIdentity.key(.claudeCodeEvent, request) }
      guard let session, let time else { return nil }
      return RequestIdentity.key(.claudeCodeEvent, "\(session)/\(time.microseconds)/\(number)")
    }
  }
}
