import JSONText
import Usage

/// A row of a log of one's own that keeps the `usage` object of any vendor beside what it knows:
/// `{timestamp, model, provider, usage}`.
///
/// What the counts mean follows from their names (`VendorUsage`). `model` is the one asked for. An id
/// identifies the request where it is a vendor's (`chatcmpl-…`, `resp_…`, `msg_…`) or stands under
/// `request_id`; any other may be the number of a row, and is not believed. Runs of OpenAI's
/// Assistants (`thread.run`) are such rows; no other object of OpenAI's that has a kind is.
enum UsageRowFormat {
  /// Whether a document may be one, or only something that sums up others of its kind.
  static func accepts(_ shape: DocumentShape) -> Bool {
    shape.object == nil || shape.object?.equals("thread.run") == true
  }

  /// Whether it counts what is counted elsewhere, or what has not been used: a batch beside its
  /// rows, a step beside its run, tokens that were counted before sending.
  static func isSummary(_ shape: DocumentShape, _ document: JSONView) -> Bool {
    if let object = shape.object {
      return object.equals("batch") || object.equals("thread.run.step")
        || object.equals("response.input_tokens")
    }
    if shape.type?.equals("message_batch") == true { return true }
    var members = document.members
    guard let (name, value) = members.next(), members.next() == nil else { return false }
    return name.equals("input_tokens") && value.kind == .number
  }

  /// What the row says.
  static func snapshot(
    _ document: JSONView, _ shape: DocumentShape, _ usage: JSONView, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    snapshot.time =
      FieldReading.instant(shape.rowTime ?? shape.time)
      ?? FieldReading.instant(seconds: shape.rowTime ?? document["created"])
    snapshot.key = RequestIdentity.ownRow(shape, response: nil, time: snapshot.time)
    snapshot.requestedModel = FieldReading.modelName(shape.model ?? document["model_name"], &names)
    if let provider = document["provider"]?.string.flatMap(Provider.init(vendorWord:)) {
      snapshot.know(provider)
    }
    VendorUsage.read(usage, into: &snapshot)
    snapshot.isFinished = true
    snapshot.isRow = true
    snapshot.assumeSeller(
      otherwise: snapshot.counts.layout.contains(.cachedBesidePrompt) ? .anthropic : .openAI)
    if snapshot.serviceTier == nil { snapshot.know(tier: shape.serviceTier?.string) }
    return snapshot
  }
}
