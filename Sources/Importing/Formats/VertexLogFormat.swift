import JSONText
import Quantities
import Usage

/// A row of Vertex AI's request-response log, as BigQuery exports it, or inside an Elastic event.
///
/// `full_response` is the response, or the list of a stream's chunks, as JSON or as a string of
/// JSON. `logging_time` is minutes late at worst; the response's own `create_time` wins.
enum VertexLogFormat {
  /// The row inside a document; nil if there is none.
  static func row(_ shape: DocumentShape, _ document: JSONView) -> JSONView? {
    if shape.fullResponse != nil || (shape.fullRequest != nil && shape.rowTime != nil) {
      return document
    }
    return shape.gcp?["vertexai"]?["prompt_response_logs"]
  }

  /// What the row says about the response that stands in it.
  static func complete(
    _ snapshot: inout ResponseSnapshot, with row: DocumentShape, _ names: inout NameCache
  ) {
    snapshot.provider = .googleVertex
    snapshot.time = snapshot.time ?? FieldReading.instant(row.rowTime)
    let request = row.fullRequest?.kind == .object ? row.fullRequest : nil
    snapshot.requestedModel =
      FieldReading.modelName(row.model, &names)
      ?? FieldReading.modelName(request?["model"], &names)
    if snapshot.key == nil, let id = row.requestID, id.isIdentity {
      snapshot.key = RequestIdentity.key(.requestID, id)
    }
    snapshot.labels = FieldReading.labels(request?["labels"])
    snapshot.latencyMilliseconds = row.metadata?["request_latency"].flatMap(FieldReading.cutToWhole)
  }
}
