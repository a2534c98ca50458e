import JSONText
import Usage

/// A row of a log of one's own that keeps the `usage` object of any vendor beside what it knows:
/// `{timestamp, model, provider, usage}`.
///
/// What the counts mean follows from their names (`VendorUsage`). `model` is the one asked for. An id
/// identifies the request where it is a vendor's (`chatcmpl-…`, `resp_…`, `msg_…`) or stands under
/// `request_id`; any other may be the number of a row, and is not believed.
enum UsageRowFormat {
  /// What the row says.
  static func snapshot(
    _ document: JSONView, _ shape: DocumentShape, _ usage: JSONView, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    snapshot.key = key(shape)
    snapshot.time =
      FieldReading.instant(shape.rowTime ?? shape.time)
      ?? FieldReading.instant(seconds: shape.rowTime ?? document["created"])
    snapshot.requestedModel = FieldReading.modelName(shape.model ?? document["model_name"], &names)
    snapshot.serviceTier = shape.serviceTier?.string.flatMap(ServiceTier.init(vendorWord:))
    if let provider = document["provider"]?.string.flatMap(Provider.init(vendorWord:)) {
      snapshot.know(provider)
    }
    VendorUsage.read(usage, into: &snapshot)
    snapshot.isFinished = true
    snapshot.assumeSeller(
      otherwise: snapshot.counts.layout.contains(.cachedBesidePrompt) ? .anthropic : .openAI)
    return snapshot
  }

  private static func key(_ shape: DocumentShape) -> RequestKey? {
    if let id = shape.id ?? shape.responseID, let key = RequestIdentity.named(id) { return key }
    guard let id = shape.requestID, id.isIdentity else { return nil }
    return RequestIdentity.key(.requestID, id)
  }
}
