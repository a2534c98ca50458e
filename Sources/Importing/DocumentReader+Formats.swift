import JSONText
import Usage

/// The formats that are not Gemini's, asked one after the other about a document that is none of
/// Google's own responses.
///
/// A format is one line here and one file in `Formats`, whose method looks at the members in the
/// shape first (they cost nothing), then at what `document["name"]` finds. It returns nil for a
/// document that is not its own, so the order matters only between formats that could take the
/// same document.
extension DocumentReader {
  /// Reads a document of another vendor's, tool's or telemetry's format; nil if it is none.
  mutating func readOther(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    readNote(document, shape, source)
      ?? readAnthropicEvent(document, shape, source)
      ?? readResponsesEvent(document, shape, source)
      ?? readVendorBody(document, shape, source)
      ?? readVendorBatchRow(document, shape, source)
      ?? readBedrock(document, shape, source)
      ?? readUsagePage(document, shape, source)
      ?? readSession(document, shape, source)
      ?? readAnthropicUsagePage(document, source)
      // Rows that keep any vendor's usage object: after everything that knows its rows better.
      ?? readUsageRow(document, shape, source)
  }

  /// Reads what somebody else noted about calls: telemetry, observability tools, gateways.
  private mutating func readNote(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    readTelemetry(document, shape, source)
      ?? readLangfuse(document, source)
      ?? readLiteLLM(document, shape, source)
      ?? readHelicone(document, source)
  }
}
