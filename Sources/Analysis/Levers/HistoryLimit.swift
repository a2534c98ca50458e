import Quantities
import Usage

/// How much of a conversation is sent again with each turn.
///
/// With S tokens of instructions, u of the user and a of the answer, turn t of a conversation sends
/// S + u + (t − 1)(u + a): the cost grows with the square of its turns. From the recorded averages
/// (prompt P, visible answer a) and the turns T of each conversation,
///
///     h = Σ T(T − 1)/2 ÷ Σ T          u = (P − S − a·h) ÷ (1 + h)
///
/// and then every conversation is played again under the limit: the last `keepTurns` turns are sent,
/// or, past `compressOver` tokens, the history is replaced by a summary of `compressedShare` of it.
/// Making the summary is a call of its own that reads the history and writes the summary.
struct HistoryLimit: Hashable, Sendable {
  /// What is done with a long history.
  let limit: Limit
  /// The turns of a conversation; nil to take them from the log.
  let turns: Int64?
  /// The tokens of instructions that every turn sends.
  let systemTokens: Int64
  /// The label that names a conversation; nil for the usual ones.
  let label: String?

  enum Limit: Hashable, Sendable {
    case keepTurns(Int64)
    case compress(over: Int64, to: DecimalFactor)
  }

  /// What a limit does to usage.
  struct Factors: Hashable {
    let text: Exact
    let output: Exact
    let requests: Exact
  }

  /// The labels under which logs name conversations.
  static let usualLabels = [
    "session", "session_id", "conversation", "conversation_id", "thread", "thread_id", "chat_id",
  ]
  /// More turns than anybody has; a conversation is played turn by turn.
  static let mostTurns: Int64 = 10_000
}

extension HistoryLimit: LeverRule {
  var setting: String {
    switch limit {
    case .keepTurns(0): "a turn sends none of those before it again"
    case .keepTurns(1): "a turn sends the last turn again"
    case .keepTurns(let turns): "a turn sends the last \(Phrase.counted(turns, "turn")) again"
    case .compress(let tokens, let share):
      "a history over \(Phrase.counted(tokens, "token")) becomes a summary of \(share.percentText) of it"
    }
  }

  var assumptions: [String] {
    let length =
      turns.map { "a conversation has \(Phrase.counted($0, "turn"))" }
      ?? "requests of one conversation carry its label"
    return [
      length,
      "each turn sends \(Phrase.counted(systemTokens, "token")) of instructions and all turns "
        + "before it",
      "turns of a conversation are of one length",
    ]
  }

  /// Works out the factors of each model and feature.
  func prepare(_ rows: [ScaledRow], _ run: inout LeverRun) {
    run.historyFactors = [:]
    let lengths = lengths(rows)
    for (kind, total) in run.totals.sorted(by: { $0.key.order < $1.key.order }) {
      guard let conversations = lengths[kind] else { continue }
      run.historyFactors[kind] = factors(total, conversations, &run)
    }
  }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    guard let factors = run.historyFactors[LeverGroup(row.series)] else {
      if turns == nil { run.note(.noTurns, row.requests) }
      return [row]
    }
    guard factors.text != .one else { return [row] }
    var row = row
    row.scale(Meter.promptText, by: factors.text)
    row.scale([.textOutput], by: factors.output)
    row.requests = row.requests.scaled(by: factors.requests)
    run.move(row.requests)
    return [row]
  }

  /// How many conversations there are of each length, by kind.
  private func lengths(_ rows: [ScaledRow]) -> [LeverGroup: [Int64: Int64]] {
    var lengths: [LeverGroup: [Int64: Int64]] = [:]
    if let turns {
      for row in rows { lengths[LeverGroup(row.series)] = [turns: 1] }
      return lengths
    }
    let names = label.map { [$0] } ?? HistoryLimit.usualLabels
    var conversations: [LeverGroup: [String: PreciseCount]] = [:]
    for row in rows {
      guard let id = names.lazy.compactMap({ row.series.labels[$0] }).first else { continue }
      conversations[LeverGroup(row.series), default: [:]][id, default: .zero] += row.requests
    }
    for (kind, turns) in conversations {
      for count in turns.values where count > .zero {
        let turns = max(1, min(count.whole, HistoryLimit.mostTurns))
        lengths[kind, default: [:]][turns, default: 0] += 1
      }
    }
    return lengths
  }

  private func factors(
    _ total: ScaledRow, _ conversations: [Int64: Int64], _ run: inout LeverRun
  ) -> Factors? {
    guard let prompt = total.sum(Meter.promptText).ratio(to: total.requests),
      let written = total[.textOutput].ratio(to: total.requests)
    else { return nil }
    let (mean, answer) = (PreciseCount(prompt), PreciseCount(written))
    let turns = conversations.reduce(Exact.zero) { $0 + Exact($1.key) * Exact($1.value) }
    let resent = conversations.reduce(Exact.zero) {
      $0 + Exact($1.key * ($1.key - 1) / 2) * Exact($1.value)
    }
    let history = resent / turns
    let least = PreciseCount(systemTokens) + answer.scaled(by: history)
    guard mean > least else {
      run.note(
        .historyDoesNotFit(
          model: total.series.model ?? "", prompt: mean.whole, least: least.whole),
        total.requests)
      return nil
    }
    let said = (mean - least).scaled(by: .one / (.one + history))
    let talk = Talk(limit: limit, system: PreciseCount(systemTokens), said: said, answer: answer)
    return factors(talk, conversations, turns: turns)
  }

  private func factors(
    _ talk: Talk, _ conversations: [Int64: Int64], turns: Exact
  ) -> Factors? {
    let played = talk.played(conversations)
    // Played without the limit too, so that one that is never met changes nothing at all.
    let whole = Talk(
      limit: .keepTurns(HistoryLimit.mostTurns), system: talk.system, said: talk.said,
      answer: talk.answer
    ).played(conversations)
    let answers = talk.answer.scaled(by: turns)
    guard let text = played.input.ratio(to: whole.input) else { return nil }
    let calls = PreciseCount(turns)
    return Factors(
      text: text, output: (answers + played.summaries).ratio(to: answers) ?? .one,
      requests: (calls + PreciseCount(played.calls)).ratio(to: calls) ?? .one)
  }
}

/// Conversations of one kind.
private struct Talk {
  let limit: HistoryLimit.Limit
  let system: PreciseCount
  let said: PreciseCount
  let answer: PreciseCount

  /// What conversations send, and what their summaries add.
  struct Sum {
    var input = PreciseCount.zero
    var summaries = PreciseCount.zero
    var calls = Exact.zero

    mutating func add(_ other: Sum, times: Exact) {
      input += other.input.scaled(by: times)
      summaries += other.summaries.scaled(by: times)
      calls += other.calls * times
    }
  }

  /// Some conversations of each length.
  func played(_ conversations: [Int64: Int64]) -> Sum {
    var sum = Sum()
    for (turns, times) in conversations.sorted(by: { $0.key < $1.key }) {
      sum.add(played(turns: turns), times: Exact(times))
    }
    return sum
  }

  /// One conversation, turn by turn.
  private func played(turns: Int64) -> Sum {
    var sum = Sum()
    var history = PreciseCount.zero
    for turn in 1...turns {
      sum.input += system + said + history
      guard turn < turns else { break }
      switch limit {
      case .keepTurns(let kept):
        if turn <= kept { history += said + answer }
      case .compress(let most, let share):
        history += said + answer
        guard history > PreciseCount(most) else { continue }
        sum.input += history
        history = history.scaled(by: Exact(share))
        sum.summaries += history
        sum.calls += .one
      }
    }
    return sum
  }
}
