import JSONText
import Usage

/// A row of a batch's results: the Gemini API's `{key, response | error}` and inlined responses,
/// and Vertex's prediction rows `{request, response, status, processed_time}`.
///
/// Usage is per row and of generateContent's shape; no field says "batch", the shape does. The same
/// shape without a key or a processing time is a log of one's own and stays standard.
enum BatchResultFormat {
  /// Whether a document looks like a row.
  static func matches(_ shape: DocumentShape) -> Bool {
    guard shape.response?.kind == .object || shape.error != nil else { return false }
    return isGeminiAPI(shape) || shape.processedTime != nil
  }

  private static func isGeminiAPI(_ shape: DocumentShape) -> Bool {
    shape.key != nil || shape.metadata?["key"] != nil
  }

  /// What the row says; nil where the request failed.
  static func snapshot(
    _ shape: DocumentShape, _ names: inout NameCache
  ) -> ResponseSnapshot? {
    guard let response = shape.response else { return nil }
    let inner = DocumentShape(response)
    guard GenerateContentFormat.matches(inner) else { return nil }
    var snapshot = GenerateContentFormat.snapshot(inner, &names)
    snapshot.isFinished = true
    if shape.processedTime != nil {
      snapshot.provider = .googleVertex
      snapshot.time = snapshot.time ?? FieldReading.instant(shape.processedTime)
    } else {
      snapshot.provider = .googleGeminiAPI
    }
    snapshot.requestedModel = FieldReading.modelName(shape.request?["model"], &names)
    snapshot.labels = FieldReading.labels(shape.request?["labels"])
    snapshot.serviceTier = .batch
    snapshot.flags.insert(.batchFromShape)
    return snapshot
  }

  /// The list of responses inside a finished batch operation; nil if the document is none.
  static func inlinedResponses(_ shape: DocumentShape, _ document: JSONView) -> JSONView? {
    var list = shape.inlinedResponses
    for holder in [shape.response, shape.metadata?["output"], document["dest"]] where list == nil {
      if let holder, holder.kind == .object { list = DocumentShape(holder).inlinedResponses }
    }
    // The API nests the list in an object of the same name; the SDK does not.
    if let nested = list, nested.kind == .object {
      list = nested["inlinedResponses"] ?? nested["inlined_responses"]
    }
    guard let list, list.kind == .array else { return nil }
    return list
  }
}
