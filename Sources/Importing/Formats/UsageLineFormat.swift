import JSONText
import Usage

/// Tollbook's own usage line: what an app or a proxy appends by itself, one flat object a line.
///
/// ```
/// {"time":"2026-11-03T09:12:44.120Z","request_id":"r-1","provider":"google-gemini-api",
///  "model":"gemini-2.5-flash","model_version":"gemini-2.5-flash","service_tier":"standard",
///  "usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":200,"totalTokenCount":1200},
///  "user":"u-17","feature":"chat","app_version":"2.3.0","platform":"ios","latency_ms":812,
///  "status":"ok","labels":{"country":"JP"}}
/// ```
/// `time` and one of `usageMetadata` and `status` make it one, and so do `time`, `model` and the
/// `usage` object of another vendor. `model` is the model asked for,
/// `model_version` the one that answered. `status` is "ok", "incomplete" (the stream was cut),
/// "error" or an HTTP code. Members that are not named here are passed over.
enum UsageLineFormat {
  /// Whether a document looks like one.
  static func matches(_ shape: DocumentShape) -> Bool {
    guard shape.time != nil, shape.candidates == nil, shape.response == nil else { return false }
    if shape.usageMetadata != nil { return true }
    guard shape.model != nil, shape.object == nil else { return false }
    return shape.status != nil || shape.usage.map(VendorUsage.matches) == true
  }

  /// What the document says; nil for the line of a request that failed.
  static func snapshot(
    _ document: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) throws(DocumentFault) -> ResponseSnapshot? {
    guard let time = FieldReading.instant(shape.time) else {
      throw .badField("time", expected: "an RFC 3339 time such as 2026-11-03T09:12:44Z")
    }
    var snapshot = GenerateContentFormat.snapshot(shape, &names)
    snapshot.time = time
    snapshot.isFinished = true
    snapshot.requestedModel = FieldReading.modelName(shape.model, &names)
    snapshot.key = RequestIdentity.ownRow(shape, response: snapshot.key, time: time)
    if shape.usageMetadata == nil, let usage = shape.usage, VendorUsage.matches(usage) {
      VendorUsage.read(usage, into: &snapshot)
      snapshot.assumeSeller(otherwise: .openAI)
    }
    for (name, value) in document.members where value.kind != .null {
      try take(name, value, into: &snapshot)
    }
    snapshot.know(tier: shape.serviceTier?.string)
    switch RequestStatus(shape.status) {
    case .good: break
    case .cut: snapshot.isCut = true
    case .failed: if !snapshot.counts.hasRealCounts { return nil }
    }
    return snapshot
  }

  /// Takes in one of the members that only a usage line has.
  private static func take(
    _ name: JSONView, _ value: JSONView, into snapshot: inout ResponseSnapshot
  ) throws(DocumentFault) {
    switch name.string {
    case "provider":
      guard let provider = value.string.flatMap(Provider.init(_:)) else {
        throw .badField("provider", expected: "lower-case letters, digits and hyphens")
      }
      snapshot.provider = provider
      snapshot.flags.remove(.providerAssumed)
    case "service_tier", "serviceTier":
      guard let tier = value.string.flatMap(ServiceTier.init(vendorWord:)) else {
        throw .badField("service_tier", expected: "standard, batch, flex, priority, fast or free")
      }
      snapshot.serviceTier = tier
    case "user": snapshot.user = value.scalarText
    case "feature", "app_version", "platform":
      if let name = name.string { snapshot.setLabel(name, value.scalarText) }
    case "labels":
      for pair in FieldReading.labels(value)?.pairs ?? [] {
        snapshot.setLabel(pair.name, pair.value)
      }
    case "latency_ms": snapshot.latencyMilliseconds = FieldReading.cutToWhole(value)
    default: break
    }
  }
}
