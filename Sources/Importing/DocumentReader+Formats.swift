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
    if accepts(.openTelemetry), let read = readTelemetry(document, shape, source) { return read }
    if accepts(.langfuse), let read = readLangfuse(document, shape, source) { return read }
    if accepts(.liteLLM), let read = readLiteLLM(document, shape, source) { return read }
    if accepts(.helicone), let read = readHelicone(document, shape, source) { return read }
    return nil
  }
}
