import JSONText
import Usage

/// A session of Gemini CLI (`~/.gemini/tmp/<project>/chats/session-….json` or `.jsonl`), which
/// early versions of Qwen Code write, too.
///
/// As JSON it is `{sessionId, projectHash, messages: […]}`, written anew with each message; as JSON
/// lines a header, messages, and `{"$set": …}` changes. An answer is `{id, type: "gemini", model,
/// timestamp, tokens: {input, output, cached, thoughts, tool, total}}` (packages/core, services,
/// chatRecordingService). It is written again when its tools have run: the id is the request, and
/// the largest copy counts. Thoughts and tool use are parts of nothing else. Whether `input`
/// includes `cached` is for the total to say; all versions seen include it. `stats` are the sums of
/// a session and are never added to its messages. The program does not say which of Google's
/// backends it called.
enum GeminiCLIFormat {
  /// Whether an object is an answer.
  static func isAnswer(_ type: JSONView?, id: JSONView?, tokens: JSONView?) -> Bool {
    guard let type, id != nil else { return false }
    return type.equals("gemini") || type.equals("qwen") && tokens?.kind == .object
  }

  /// The messages of a whole session; nil if the document is none.
  static func messages(_ session: SessionShape) -> JSONView? {
    guard session.sessionID != nil, let list = session.messages, list.kind == .array else {
      return nil
    }
    return list
  }

  /// What an answer says.
  static func snapshot(_ message: JSONView, _ names: inout NameCache) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    snapshot.isRewritten = true
    for (name, value) in message.members where value.kind != .null {
      switch name.string {
      case "id":
        if value.isIdentity { snapshot.key = RequestIdentity.key(.geminiCLIMessage, value) }
      case "timestamp": snapshot.time = FieldReading.instant(value)
      case "model": snapshot.reportedModel = FieldReading.modelName(value, &names)
      case "tokens": snapshot.counts = counts(value)
      case "type":
        let isQwen = value.equals("qwen")
        if isQwen { snapshot.assumeSeller(otherwise: .alibaba) }
        snapshot.setLabel(Labels.platform, isQwen ? "qwen-code" : "gemini-cli")
      default: break
      }
    }
    return snapshot
  }

  private static func counts(_ tokens: JSONView) -> SourceCounts {
    var counts = SourceCounts()
    for (name, value) in tokens.members {
      func count() -> Int64? { FieldReading.count(value, name.string ?? "", &counts.fault) }
      switch name.string {
      case "input": counts.prompt = count()
      case "output": counts.output = count()
      case "cached": counts.cached = count()
      case "thoughts": counts.thinking = count()
      case "tool": counts.toolUse = count()
      case "total": counts.total = count()
      default: break
      }
    }
    let stated = [counts.prompt, counts.output, counts.thinking, counts.toolUse, counts.cached]
    if let cached = counts.cached, cached > 0,
      counts.total == stated.reduce(0, { $0 + ($1 ?? 0) })
    {
      counts.layout.insert(.cachedBesidePrompt)
    }
    return counts
  }
}
