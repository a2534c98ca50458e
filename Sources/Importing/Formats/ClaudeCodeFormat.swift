import JSONText
import Usage

/// A line of a session log of Claude Code (`~/.claude/projects/<folder>/<session>.jsonl`), or of
/// its `--output-format stream-json`.
///
/// A line is `{type: "assistant", message: {id, model, usage}, requestId, timestamp, …}`; usage is
/// Anthropic's, with cached tokens beside the input. What is to be known:
/// - A message is written once for each of its blocks, with the usage as it stood then: first the
///   few tokens of the stream's beginning, later (in some versions never) the whole count. The
///   largest copy counts (ccusage issues 901 and 938: output 2 to 2.7 times too low). While no copy
///   states why the message ended, its counts are a lower bound.
/// - A message id is one request, wherever it stands: resumed sessions, forks and sidechains repeat
///   messages, sidechains under request ids of their own. An id that is not Anthropic's (a proxy's
///   may be the same for every answer) needs the request id beside it.
/// - Subagents of some versions are logged only inside `progress` lines, as `data.message`.
/// - `<synthetic>` messages are the program's own and were never sent. `costUSD` is what that
///   version of the program believed; it is not read.
enum ClaudeCodeFormat {
  /// A line about an answer: what surrounds the message, and the message.
  struct Entry {
    let line: JSONView
    let message: JSONView
    let usage: JSONView
    let isSynthetic: Bool
  }

  /// The answer that a line is about; nil if it is about none.
  static func entry(
    _ document: JSONView, _ shape: DocumentShape, _ session: SessionShape
  ) -> Entry? {
    if let data = session.data, let inner = data["message"], inner.kind == .object {
      return inner["message"].flatMap { entry(inner, message: $0) }
    }
    guard let message = session.message else { return nil }
    // Events of Anthropic's streams hold a message, too: their type is another one.
    if let type = shape.type {
      guard type.equals("assistant") else { return nil }
    } else {
      guard session.hasLineID || document["requestId"] != nil else { return nil }
    }
    return entry(document, message: message)
  }

  private static func entry(_ line: JSONView, message: JSONView) -> Entry? {
    guard message.kind == .object, let usage = message["usage"], usage.kind == .object else {
      return nil
    }
    return Entry(
      line: line, message: message, usage: usage,
      isSynthetic: message["model"]?.equals("<synthetic>") == true)
  }

  /// What the line says about the answer.
  static func snapshot(
    _ entry: Entry, _ session: SessionShape, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    let id = entry.message["id"].flatMap { $0.isIdentity ? $0 : nil }
    snapshot.key = key(id, of: entry.line)
    snapshot.provider = id.flatMap(provider)
    snapshot.assumeProvider(.anthropic)
    snapshot.time = FieldReading.instant(entry.line["timestamp"])
    snapshot.reportedModel = FieldReading.modelName(entry.message["model"], &names)
    snapshot.isRewritten = true
    if let reason = entry.message["stop_reason"] {
      snapshot.isFinished = reason.kind == .string
      snapshot.isOpenChunk = !snapshot.isFinished
    }
    AnthropicUsage(entry.usage).complete(&snapshot)
    snapshot.setLabel(Labels.platform, "claude-code")
    snapshot.setLabel(
      SessionProject.label,
      SessionProject.name(of: entry.line["cwd"] ?? session.workingFolder))
    return snapshot
  }

  private static func key(_ id: JSONView?, of line: JSONView) -> RequestKey? {
    guard let id else {
      return line["uuid"].flatMap {
        $0.isIdentity ? RequestIdentity.key(.claudeCodeLine, $0) : nil
      }
    }
    if id.raw.starts(with: "msg".utf8) { return RequestIdentity.key(.anthropicMessage, id) }
    let key = RequestIdentity.key(.claudeCodeMessage, id)
    guard let request = line["requestId"], request.isIdentity else { return key }
    return RequestIdentity.combine(key, RequestIdentity.key(.claudeCodeMessage, request))
  }

  /// Who answered, by the form of the message id; nil for a form that is nobody's.
  private static func provider(of id: JSONView) -> Provider? {
    if id.raw.starts(with: "msg_bdrk_".utf8) { return .awsBedrock }
    if id.raw.starts(with: "msg_vrtx_".utf8) { return .googleVertex }
    return id.raw.starts(with: "msg_".utf8) ? .anthropic : nil
  }
}
