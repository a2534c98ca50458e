import JSONText
import Quantities
import Usage

/// Which thread the lines of a Codex rollout belong to: the file's own, or the one it was forked
/// from.
///
/// The file of a fork, or of a subagent that was given its parent's history, begins with a copy of
/// the parent's lines under new times (ccusage issue 1349: $33,780 instead of $16). The running
/// total is the same in the copy, so a request is known by thread and total, in whatever file it
/// stands:
/// - In a file that was not forked, the thread is the file's own.
/// - In a fork, a turn that began before the fork was made is a copy. It is not counted here: the
///   parent's file has it. A turn that began later is the fork's own.
/// - A fork whose turns do not say when they began may consist of copies up to anywhere: its
///   requests are known by the oldest thread that the file names, as in that thread's file. Each
///   counts once, whether the parent is read or not.
/// - A file that names no thread knows its requests by time and total.
struct CodexThread {
  private var own: RequestKey?
  private var oldest: RequestKey?
  private var isFork = false
  private var begunAt: Instant?
  private var turn = Turn.unknown
  /// Who answers, as the file says.
  private(set) var provider: Provider?

  private enum Turn {
    case unknown, copied, own
  }

  /// Whether the requests of the turn are to be counted in this file.
  var isOwnTurn: Bool { turn != .copied }

  /// Whether the requests of the turn may be copies of another file's.
  var mayBeCopied: Bool { isFork && turn == .unknown }

  /// Takes in a line that begins a thread: the file's own, then those it was copied from.
  mutating func begin(_ meta: JSONView, at time: Instant?) {
    guard let id = meta["id"] ?? meta["session_id"], id.isIdentity else { return }
    let key = RequestIdentity.key(.codexThread, id)
    let parent = CodexThread.parent(of: meta).map { RequestIdentity.key(.codexThread, $0) }
    if own == nil {
      own = key
      isFork = parent != nil
      begunAt = time
      oldest = parent ?? key
      provider = meta["model_provider"]?.string.flatMap(CodexThread.provider)
    } else if key != own, isFork {
      oldest = parent ?? key
    }
  }

  /// Takes in a line that begins a turn.
  mutating func beginTurn(startedAt time: Instant?) {
    guard isFork, let time, let begunAt else { return }
    turn = time.secondsRoundedDown >= begunAt.secondsRoundedDown ? .own : .copied
  }

  /// The key of a request by the running total after it, or else by its own counts.
  func key(total: CodexUsage?, last: CodexUsage, time: JSONView?) -> RequestKey {
    let thread = turn == .own ? own : oldest
    let row = (total ?? last).row
    var key = RequestIdentity.key(.codexThread, numbers: row)
    if let thread { key = RequestIdentity.combine(thread, key) }
    if thread == nil || total == nil, let time {
      key = RequestIdentity.combine(key, RequestIdentity.key(.codexThread, time))
    }
    return key
  }

  /// The thread that another was forked from or spawned by.
  private static func parent(of meta: JSONView) -> JSONView? {
    let spawn = meta["source"]?["subagent"]?["thread_spawn"]
    return [meta["forked_from_id"], spawn?["parent_thread_id"], meta["parent_thread_id"]]
      .compactMap { $0 }.first(where: \.isIdentity)
  }

  private static func provider(named name: String) -> Provider? {
    switch name {
    case "oss", "ollama", "lmstudio": .onDevice
    default: Provider(vendorWord: name) ?? Provider(name)
    }
  }
}
