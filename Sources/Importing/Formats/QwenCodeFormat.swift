import JSONText
import Usage

/// A line of a session log of Qwen Code (`~/.qwen/projects/<folder>/chats/<session>.jsonl`).
///
/// An answer is `{uuid, sessionId, type: "assistant", model, timestamp, usageMetadata}`. The usage
/// has the names and the meaning of Gemini's, whatever model answered: cached tokens are part of
/// the prompt, thoughts of nothing. `ui_telemetry` lines count the same answers again, and their
/// `response_id` is not unique: they are passed over. Sessions before 2026 are written as Gemini
/// CLI writes its own, from which the program descends.
enum QwenCodeFormat {
  /// Whether a document is a line about an answer.
  static func matches(_ shape: DocumentShape, _ document: JSONView) -> Bool {
    guard let type = shape.type, type.equals("assistant") else { return false }
    return shape.usageMetadata != nil && document["uuid"] != nil && document["sessionId"] != nil
  }

  /// What the line says.
  static func snapshot(
    _ document: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = GenerateContentFormat.snapshot(shape, &names)
    snapshot.key = document["uuid"].flatMap {
      $0.isIdentity ? RequestIdentity.key(.qwenCodeLine, $0) : nil
    }
    snapshot.time = FieldReading.instant(shape.rowTime)
    snapshot.reportedModel = FieldReading.modelName(shape.model, &names)
    snapshot.assumeSeller(otherwise: .alibaba)
    snapshot.isRewritten = true
    snapshot.setLabel(Labels.platform, "qwen-code")
    snapshot.setLabel(SessionProject.label, SessionProject.name(of: document["cwd"], &names))
    return snapshot
  }
}
