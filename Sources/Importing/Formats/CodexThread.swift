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
///   parent's file has it. A turn that began later is the fork's own, and so is what was written
///   when the copying was over: a line that is damaged, or that a version does not write, may have
///   said that a turn began.
/// - A fork whose turns do not say when they began may consist of copies up to anywhere: its
///   requests are known by the oldest thread that the file names, as in that thread's file. Each
///   counts once, whether the parent is read or not.
/// - A file that names no thread may be a piece of one, and how it was cut must make no difference.
///   It knows its requests by the running total, a first one also by its time; and they give way to
///   those of a file that names the thread and has the same total.
struct CodexThread {
  private var own: RequestKey?
  private var oldest: RequestKey?
  private var isFork = false
  private var begunAt: Instant?
  private var turn = Turn.unknown
  /// When the last line of a copied turn was written, and the first.
  private var lastCopied: Instant?
  private var firstCopied: Instant?
  /// Who answers, as the file says.
  private(set) var provider: Provider?

  private enum Turn {
    case unknown, copied, own
  }

  /// A request, as its own file and as a piece of that file know it.
  struct Identity {
    let key: RequestKey
    /// Under which a piece that names no thread knows the same request.
    let inPiece: RequestKey
    /// Whether the file names a thread.
    let isOfThread: Bool
  }

  /// A copy is written by a program that does not pause; a request takes a model's time to answer.
  private static let longestPause: Int64 = 2
  private static let longestCopying: Int64 = 10
  /// What begins by its own word so many seconds before its line was written began in another file.
  private static let longestDelay: Int64 = 60

  /// Whether the file says whose the requests are, and so is no later piece of one.
  var isNamed: Bool { own != nil }

  /// Whether the requests of the turn are to be counted in this file.
  var isOwnTurn: Bool { turn != .copied }

  /// Whether the requests of the turn may be copies of another file's.
  var mayBeCopied: Bool { isFork && turn == .unknown }

  /// Takes in a line that begins a thread: the file's own, then those it was copied from.
  mutating func begin(_ meta: JSONView, writtenAt line: Instant?) {
    guard let id = meta["id"] ?? meta["session_id"], id.isIdentity else { return }
    let key = RequestIdentity.key(.codexThread, id)
    let parent = CodexThread.parent(of: meta).map { RequestIdentity.key(.codexThread, $0) }
    if own == nil {
      own = key
      isFork = parent != nil
      begunAt = FieldReading.instant(meta["timestamp"]) ?? line
      oldest = parent ?? key
      provider = meta["model_provider"]?.string.flatMap(CodexThread.provider)
    } else if key != own, isFork {
      oldest = parent ?? key
    }
  }

  /// Takes in a line that begins a turn.
  mutating func beginTurn(startedAt time: Instant?, writtenAt line: Instant?) {
    guard let time else { return }
    let isCopy: Bool
    if isFork, let begunAt {
      isCopy = time.secondsRoundedDown < begunAt.secondsRoundedDown
    } else if let line {
      isCopy = Self.isApart(time, line, by: Self.longestDelay)
      // A fork of which the first lines are missing: those that are there name its parent.
      if isCopy { (own, oldest, isFork) = (nil, nil, false) }
    } else {
      return
    }
    turn = isCopy ? .copied : .own
    (firstCopied, lastCopied) = (line, line)
  }

  /// Takes in the time of any line, before what it says.
  mutating func pass(_ time: @autoclosure () -> Instant?) {
    guard turn == .copied, let time = time() else { return }
    let hasPaused = lastCopied.map { Self.isApart($0, time, by: Self.longestPause) } ?? false
    let isLate = firstCopied.map { Self.isApart($0, time, by: Self.longestCopying) } ?? false
    if hasPaused || isLate { turn = .own }
    lastCopied = time
    firstCopied = firstCopied ?? time
  }

  /// What a request is known by: the running total after it, or else its own counts.
  func identity(total: CodexUsage?, last: CodexUsage, time: JSONView?) -> Identity {
    let row = (total ?? last).row
    let moment = time.map { RequestIdentity.key(.codexThread, $0) }
    // A first total is that of many threads, as a later one is not; and without a total there are
    // only the counts of one request.
    let isCommon = total.map { $0.row == last.row } ?? true
    let family = RequestIdentity.key(.codexPiece, numbers: total == nil ? row + [1] : row)
    let low = isCommon ? moment.map(\.low) ?? 1 : 0
    let piece = RequestKey(high: family.high, low: low)
    guard let thread = turn == .own ? own : oldest else {
      return Identity(key: piece, inPiece: piece, isOfThread: false)
    }
    var key = RequestIdentity.combine(thread, RequestIdentity.key(.codexThread, numbers: row))
    if total == nil, let moment { key = RequestIdentity.combine(key, moment) }
    // An event that is sent again at the head of a piece has another time.
    let inPiece = total == nil ? piece : RequestKey(high: family.high, low: 0)
    return Identity(key: key, inPiece: inPiece, isOfThread: true)
  }

  /// Whether so many seconds or more lie between two times.
  private static func isApart(_ earlier: Instant, _ later: Instant, by seconds: Int64) -> Bool {
    later.microseconds - earlier.microseconds >= seconds * 1_000_000
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
