import JSONText
import Quantities
import Usage

/// OpenTelemetry's traces and logs as OTLP JSON, and spans one by one as exporters print them.
///
/// ```
/// {"resourceSpans":[{"resource":…,"scopeSpans":[{"scope":…,"spans":[{"traceId":…,"attributes":…}]}]}]}
/// {"type":"span","traceId":…,"spanId":…,"attributes":{"gen_ai.usage.input_tokens":999}}
/// ```
/// What is included in what, by the GenAI conventions
/// (https://github.com/open-telemetry/semantic-conventions-genai, client-inference): input includes
/// what was read from a cache and written to one, output includes reasoning. Exporters that pass
/// Anthropic's or Bedrock's counts on as they are break the first rule; that is seen where the cache
/// is larger than the input, where a total is reached only with it, and by the name of the library
/// that is known for it (openllmetry issue 4449). Elsewhere the convention is believed, and
/// `--input-excludes-cache` says otherwise.
///
/// Which spans count: those that state usage, unless a span below them does (`SpanTree`). Tool runs,
/// created agents and fetched responses never do. Metrics repeat what spans and events say, in sums
/// over unknown times; they are not counted, and the import says so. An event of a call has the
/// span's ids and the same attributes: it is the same request.
enum OpenTelemetryFormat {
  /// What a document of this format holds.
  enum Shape {
    /// The list of resources with their spans or log records.
    case resources(JSONView, isLog: Bool)
    case metrics
    /// A span by itself.
    case span(SpanIDs)
  }

  /// The ids of a span that stands by itself.
  struct SpanIDs {
    let trace: JSONView?
    let span: JSONView
    let parent: JSONView?
  }

  /// What a document is; nil if it is none of this format.
  static func shape(_ document: JSONView, _ shape: DocumentShape) -> Shape? {
    if let list = document["resourceSpans"] ?? document["resource_spans"] {
      return .resources(list, isLog: false)
    }
    if let list = document["resourceLogs"] ?? document["resource_logs"] {
      return .resources(list, isLog: true)
    }
    if document["resourceMetrics"] != nil || document["resource_metrics"] != nil { return .metrics }
    guard let attributes = document["attributes"], attributes.kind != .null else { return nil }
    // Only tools of this family write metrics one by one, with their type beside them.
    if shape.type?.equals("metric") == true { return .metrics }
    guard let ids = ids(of: document) else { return nil }
    return .span(ids)
  }

  /// The ids of a span or log record, wherever exporters put them.
  static func ids(of span: JSONView) -> SpanIDs? {
    let context = span["context"] ?? span["spanContext"]
    let trace = span["traceId"] ?? span["trace_id"] ?? context?["trace_id"] ?? context?["traceId"]
    let id = span["spanId"] ?? span["span_id"] ?? context?["span_id"] ?? context?["spanId"]
    guard let trace, let id, trace.isIdentity, id.isIdentity else { return nil }
    let parent =
      span["parentSpanId"] ?? span["parent_span_id"] ?? span["parent_id"]
      ?? span["parentSpanContext"]?["spanId"]
    return SpanIDs(trace: trace, span: id, parent: parent?.isIdentity == true ? parent : nil)
  }

  /// Whether a document with the ids of a span is one: it began or ended.
  static func isSpan(_ document: JSONView) -> Bool {
    ["startTime", "start_time", "startTimeUnixNano", "endTime", "end_time", "endTimeUnixNano"]
      .contains { document[$0] != nil }
  }

  /// What a span or log record says about a call; nil where it says nothing about one.
  static func call(
    _ span: JSONView, resource: Resource, isLog: Bool, _ names: inout NameCache
  ) -> Call? {
    guard let list = span["attributes"] else { return nil }
    var attributes = TelemetryAttributes(list)
    guard attributes.saysAnything else { return nil }
    if attributes.error == nil, isError(span["status"]) { attributes.error = list }
    var call = Call(snapshot: attributes.snapshot(resource, &names))
    call.isInference = attributes.isInference
    call.hasFailed = attributes.error != nil
    call.isCounted = attributes.isCounted
    call.snapshot.isCut = call.hasFailed
    setTimes(span, isLog: isLog, &call.snapshot)
    return call
  }

  /// What a span says about a call.
  struct Call {
    var snapshot: ResponseSnapshot
    /// Whether it is a call of a model by its own word.
    var isInference = false
    var hasFailed = false
    /// Whether its usage may count at all.
    var isCounted = true
  }

  /// What is said once for many spans.
  struct Resource {
    var service: String?
    /// Where the program that was instrumented runs: "production".
    var deployment: String?
    /// The library that recorded the spans.
    var scope: String?

    init(_ attributes: JSONView? = nil) {
      guard let attributes else { return }
      TelemetryAttributes.each(attributes) { name, value in
        if name.equals("service.name") { service = value.string }
        if name.equals("deployment.environment.name") || name.equals("deployment.environment") {
          deployment = value.string
        }
      }
    }
  }

  private static func isError(_ status: JSONView?) -> Bool {
    guard let code = status?["code"] ?? status?["status_code"] else { return false }
    return code.int64 == 2 || code.string.map { $0.hasSuffix("ERROR") } == true
  }

  // MARK: Times

  private static func setTimes(
    _ span: JSONView, isLog: Bool, _ snapshot: inout ResponseSnapshot
  ) {
    if isLog {
      snapshot.time = time(ofLog: span)
      return
    }
    let start = instant(
      span["startTimeUnixNano"] ?? span["start_time_unix_nano"] ?? span["startTime"]
        ?? span["start_time"])
    let end = instant(
      span["endTimeUnixNano"] ?? span["end_time_unix_nano"] ?? span["endTime"] ?? span["end_time"])
    snapshot.time = start ?? end
    if let start, let end, end >= start {
      snapshot.latencyMilliseconds = (end.microseconds - start.microseconds) / 1000
    }
  }

  /// When what a log record notes happened, else when it was noted.
  static func time(ofLog record: JSONView) -> Instant? {
    instant(record["timeUnixNano"] ?? record["time_unix_nano"])
      ?? instant(record["observedTimeUnixNano"] ?? record["observed_time_unix_nano"])
  }

  /// A time in nanoseconds since 1970, as seconds and nanoseconds, or written out; 0 is none.
  private static func instant(_ value: JSONView?) -> Instant? {
    guard let value else { return nil }
    if value.kind == .array {
      let parts = value.elements.compactMap(\.int64)
      guard parts.count == 2, FieldReading.plausibleSeconds.contains(parts[0]) else { return nil }
      return Instant(microseconds: parts[0] * 1_000_000 + min(parts[1], 999_999_999) / 1000)
    }
    guard let reading = try? TimeReading().reading(value, start: nil), !reading.isRelative else {
      return nil
    }
    return reading.time
  }
}
