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
/// - The `result` of a streamed run sums its messages and is not added to them.
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

  /// Whether a line sums a run.
  static func isResult(_ shape: DocumentShape, _ session: SessionShape) -> Bool {
    shape.type?.equals("result") == true && session.sessionID != nil
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

  /// What the line says about the answer: itself first, then what other models used for it.
  ///
  /// It is read as in the API's own answer, so that both make the same records.
  static func snapshots(
    _ entry: Entry, _ session: SessionShape, _ names: inout NameCache
  ) -> [ResponseSnapshot] {
    var snapshots = AnthropicMessageFormat.snapshots(
      entry.message, DocumentShape(entry.message), &names)
    let key = ownKey(of: entry)
    let time = FieldReading.instant(entry.line["timestamp"])
    let project = SessionProject.name(
      of: entry.line["cwd"] ?? session.workingFolder, &names)
    for index in snapshots.indices {
      if let key {
        let isPart = index > 0
        snapshots[index].key =
          isPart ? RequestIdentity.key(partOf: key, number: index - 1) : key
      }
      snapshots[index].time = time
      snapshots[index].isRewritten = true
      // Some versions never wrote a reason: then its absence says nothing about an end.
      if entry.message["stop_reason"] == nil { snapshots[index].isOpenChunk = false }
      snapshots[index].setLabel(Labels.platform, "claude-code")
      snapshots[index].setLabel(SessionProject.label, project)
    }
    return snapshots
  }

  /// The key of an answer whose id is not Anthropic's; nil where the id says it all.
  private static func ownKey(of entry: Entry) -> RequestKey? {
    guard let id = entry.message["id"], id.isIdentity else {
      let line = entry.line["uuid"].flatMap { $0.isIdentity ? $0 : nil }
      return line.map { RequestIdentity.key(.claudeCodeLine, $0) }
    }
    if id.raw.starts(with: "msg".utf8) { return nil }
    let key = RequestIdentity.key(.claudeCodeMessage, id)
    guard let request = entry.line["requestId"], request.isIdentity else { return key }
    return RequestIdentity.combine(key, RequestIdentity.key(.claudeCodeMessage, request))
  }
}
