import JSONText
import Usage

/// Traces and logs: documents that speak of many calls, some of them several times.
extension DocumentReader {
  mutating func readTelemetry(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    guard accepts(.openTelemetry) else { return nil }
    switch OpenTelemetryFormat.shape(document, shape) {
    case .resources(let list, let isLog):
      if !readResources(list, isLog: isLog, source) { counts.notUsage += 1 }
    case .metrics: counts.metrics += 1
    case .span(let ids):
      let resource = OpenTelemetryFormat.Resource(document["resource"]?["attributes"])
      let isLog = shape.type?.equals("log") == true
      if !readSpan(document, ids, resource, isLog: isLog, source) {
        // An app's own log may carry the ids of a span, too.
        guard OpenTelemetryFormat.isSpan(document) else { return nil }
        counts.notUsage += 1
      }
    case nil: return nil
    }
    return .recognized
  }

  /// Reads resources with their spans or log records; false if none of them is about a model.
  private mutating func readResources(_ list: JSONView, isLog: Bool, _ source: Source) -> Bool {
    var foundAny = false
    for entry in list.elements {
      var resource = OpenTelemetryFormat.Resource(entry["resource"]?["attributes"])
      let scopes =
        entry[isLog ? "scopeLogs" : "scopeSpans"] ?? entry[isLog ? "scope_logs" : "scope_spans"]
        ?? entry["instrumentationLibrarySpans"]
      guard let scopes else { continue }
      for scope in scopes.elements {
        resource.scope = scope["scope"]?["name"]?.string
        let items = scope[isLog ? "logRecords" : "spans"] ?? scope["log_records"]
        guard let items else { continue }
        for item in items.elements {
          if isLog, let event = ClaudeCodeEventFormat.snapshot(item, resource, &names) {
            observeEvent(event, item, source)
            foundAny = true
            continue
          }
          guard let ids = OpenTelemetryFormat.ids(of: item) else {
            if isLog, readLog(item, resource, source) { foundAny = true }
            continue
          }
          if readSpan(item, ids, resource, isLog: isLog, source) { foundAny = true }
        }
      }
    }
    return foundAny
  }

  /// Reads a span, or the log record of one; false if it is not about a model.
  private mutating func readSpan(
    _ span: JSONView, _ ids: OpenTelemetryFormat.SpanIDs,
    _ resource: OpenTelemetryFormat.Resource, isLog: Bool, _ source: Source
  ) -> Bool {
    let key = RequestIdentity.span(trace: ids.trace, span: ids.span)
    let parent = ids.parent.map { RequestIdentity.span(trace: ids.trace, span: $0) }
    guard let call = OpenTelemetryFormat.call(span, resource: resource, isLog: isLog, &names)
    else {
      observeSpan(key, parent: parent, nil)
      return false
    }
    guard call.isCounted, call.snapshot.counts.saySomething else {
      observeSpan(key, parent: parent, nil)
      if call.isInference { countWithoutUsage(call) }
      return true
    }
    var snapshot = call.snapshot
    snapshot.identify(asSpan: key)
    observeSpan(key, parent: parent, completed(snapshot, span, source))
    return true
  }

  /// Reads a log record outside any span; false if it is not about a model.
  private mutating func readLog(
    _ record: JSONView, _ resource: OpenTelemetryFormat.Resource, _ source: Source
  ) -> Bool {
    guard let call = OpenTelemetryFormat.call(record, resource: resource, isLog: true, &names)
    else { return false }
    guard call.isCounted, call.snapshot.counts.saySomething else {
      if call.isInference { countWithoutUsage(call) }
      return true
    }
    var snapshot = completed(call.snapshot, record, source)
    if snapshot.key == nil { snapshot.contentHash = RequestIdentity.contentHash(record.raw) }
    assembler.observe(snapshot, group: nil)
    return true
  }

  /// Takes in a request that Claude Code noted.
  private mutating func observeEvent(
    _ event: ResponseSnapshot, _ record: JSONView, _ source: Source
  ) {
    guard event.counts.saySomething else {
      counts.withoutUsage += 1
      return
    }
    var snapshot = completed(event, record, source)
    if snapshot.key == nil { snapshot.contentHash = RequestIdentity.contentHash(record.raw) }
    assembler.observe(snapshot, group: nil)
  }

  private mutating func countWithoutUsage(_ call: OpenTelemetryFormat.Call) {
    if call.hasFailed { counts.errorBodies += 1 } else { counts.withoutUsage += 1 }
  }

  /// A snapshot with its place, and with the user that was asked for: an attribute by its name.
  private func completed(
    _ snapshot: consuming ResponseSnapshot, _ span: JSONView, _ source: Source
  ) -> ResponseSnapshot {
    snapshot.place = source.place
    snapshot.extent = .whole
    guard !options.userField.isEmpty, let attributes = span["attributes"] else { return snapshot }
    let name = options.userField.joined(separator: ".")
    TelemetryAttributes.each(attributes) { key, value in
      if key.string == name { snapshot.user = value.scalarText }
    }
    return snapshot
  }

  /// Hands a span to the tree, and on to the assembler what the tree lets go.
  mutating func observeSpan(
    _ span: RequestKey, parent: RequestKey?, _ usage: consuming ResponseSnapshot?
  ) {
    // What follows may be above or below it.
    spansDocuments = true
    if let ready = spans.observe(span, parent: parent, usage: usage) {
      assembler.observe(ready, group: nil)
    }
  }
}
