import JSONText
import Quantities
import Usage

/// A rollout of Codex CLI (`~/.codex/sessions/YYYY/MM/DD/rollout-….jsonl`, `archived_sessions/…`).
///
/// A line is `{timestamp, type, payload}`. Usage stands in `event_msg` lines whose payload is
/// `{type: "token_count", info: {total_token_usage, last_token_usage}}` (codex-rs, protocol,
/// TokenUsageInfo). What is to be known:
/// - `last_token_usage` is one request; `total_token_usage` is the thread's running total, by which
///   an event that is sent again (67 % too much: ccusage issue 1288) and a request are told apart.
///   Logs without `last…` state a request as the difference of two totals. A total that falls has
///   been begun anew, as it is when a context has overflowed.
/// - `cached_input_tokens` and `cache_write_input_tokens` (kept half an hour, OpenAI's shortest) are
///   part of `input_tokens`, `reasoning_output_tokens` of `output_tokens` — unless the total shows that they stand beside it.
/// - The model is that of the last `turn_context`; some versions state it in `info`. The service
///   tier is not in the log.
/// - What makes a request the same request in the files of forks, resumed and archived sessions is
///   for `CodexThread` to say, together with the total.
struct CodexFormat {
  private var thread = CodexThread()
  private var model: String?
  private var project: String?
  private var total: CodexUsage?

  /// What a line says.
  enum Outcome {
    case nothing
    /// A request that has been counted, here or in the file of the thread it belongs to.
    case repeated
    case request(ResponseSnapshot)
  }

  /// The payload of a line; nil if the document is none.
  static func payload(_ shape: DocumentShape, _ session: SessionShape) -> JSONView? {
    guard shape.type?.kind == .string, shape.rowTime != nil, session.payload?.kind == .object else {
      return nil
    }
    return session.payload
  }

  /// Takes in a line.
  mutating func observe(
    _ payload: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) -> Outcome {
    switch shape.type?.string {
    case "session_meta":
      thread.begin(payload, at: FieldReading.instant(payload["timestamp"] ?? shape.rowTime))
      project = SessionProject.name(of: payload["cwd"], &names) ?? project
    case "turn_context":
      model = FieldReading.modelName(payload["model"], &names) ?? model
      project = SessionProject.name(of: payload["cwd"], &names) ?? project
    case "event_msg":
      guard let type = payload["type"] else { return .nothing }
      if type.equals("task_started") || type.equals("turn_started") {
        thread.beginTurn(startedAt: FieldReading.instant(seconds: payload["started_at"]))
      } else if type.equals("token_count"), let info = payload["info"], info.kind == .object {
        return count(info, shape, &names)
      }
    default: break
    }
    return .nothing
  }

  private mutating func count(
    _ info: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) -> Outcome {
    let known = total
    let sum = CodexUsage(info["total_token_usage"])
    let last = CodexUsage(info["last_token_usage"])
    guard let usage = last ?? sum?.since(known) else { return .nothing }
    if let sum {
      total = sum
      if sum == known { return .repeated }
    }
    guard thread.isOwnTurn else { return .repeated }
    guard usage.isRequest else { return .nothing }
    var snapshot = ResponseSnapshot()
    snapshot.key = thread.key(total: sum, last: usage, time: shape.rowTime)
    snapshot.provider = thread.provider
    snapshot.time = FieldReading.instant(shape.rowTime)
    snapshot.reportedModel = FieldReading.modelName(info["model"], &names) ?? model
    snapshot.assumeSeller(otherwise: .openAI)
    snapshot.counts = usage.counts
    snapshot.isFinished = true
    // A copy was written when the thread was forked: the original's time, if it is read, stands.
    if thread.mayBeCopied { snapshot.flags.insert(.timeFilledIn) }
    snapshot.setLabel(Labels.platform, "codex")
    snapshot.setLabel(SessionProject.label, project)
    return .request(snapshot)
  }
}
