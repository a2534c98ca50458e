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
///   been begun anew, as it is when a context has overflowed. The first total of a file that does
///   not begin where its thread does says nothing of its request, which is set aside.
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
  /// Whether the first line is one that a thread begins with, if no earlier one was cut off.
  private var beginsThread: Bool?
  /// What pieces of this file know its requests by: they are not counted there as well.
  private var covered: [RequestKey] = []

  /// What a line says.
  enum Outcome {
    case nothing
    /// A request that has been counted, here or in the file of the thread it belongs to.
    case repeated
    /// A request of which only the running total after it is known.
    case withoutBase
    /// A request, and the tokens by which the running total has moved beyond it.
    case request(ResponseSnapshot, unexplained: Int64)
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
    let kind = shape.type?.string
    beginsThread = beginsThread ?? (kind == "turn_context")
    thread.pass(FieldReading.instant(shape.rowTime))
    switch kind {
    case "session_meta":
      thread.begin(payload, writtenAt: FieldReading.instant(shape.rowTime))
      project = SessionProject.name(of: payload["cwd"], &names) ?? project
    case "turn_context":
      model = FieldReading.modelName(payload["model"], &names) ?? model
      project = SessionProject.name(of: payload["cwd"], &names) ?? project
    case "event_msg":
      guard let type = payload["type"] else { return .nothing }
      if type.equals("task_started") || type.equals("turn_started") {
        thread.beginTurn(
          startedAt: FieldReading.instant(seconds: payload["started_at"]),
          writtenAt: FieldReading.instant(shape.rowTime))
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
    guard last != nil || known != nil || thread.isNamed || isFirst(usage, info) else {
      return .withoutBase
    }
    var snapshot = ResponseSnapshot()
    let identity = thread.identity(total: sum, last: usage, time: shape.rowTime)
    snapshot.key = identity.key
    if identity.isOfThread {
      covered.append(identity.inPiece)
    } else {
      snapshot.flags.insert(.keyIsSpan)
    }
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
    return .request(snapshot, unexplained: sum?.tokensBeyond(usage, since: known) ?? 0)
  }

  /// Whether the first total of a file that names no thread is that of the thread's first request:
  /// then nothing was cut off, and it has room in a context.
  private func isFirst(_ total: CodexUsage, _ info: JSONView) -> Bool {
    let window = info["model_context_window"]?.int64 ?? CodexFormat.largestWindow
    return beginsThread == true && total.input <= window
  }

  /// More than any model of OpenAI's takes.
  private static let largestWindow: Int64 = 2_000_000

  /// What pieces of the file know the requests by that have been read since the last call.
  mutating func takeCovered() -> [RequestKey] {
    guard !covered.isEmpty else { return [] }
    defer { covered.removeAll() }
    return covered
  }
}
