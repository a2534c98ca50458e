import Quantities
import Usage

/// A cap on the tokens of an answer, thinking included.
///
///     thinking left = Σ min(thinking, cap)
///     text left     = Σ min(text, max(0, cap − thinking))
///
/// over the single requests of each series; the cap takes from the visible text first, because
/// models think before they write. An answer that meets the cap ends in the middle, so the share of
/// answers that would is said beside the figure. Where another model needs more tokens for the same
/// answer, the cap meets more of them (``AnswerCap``). A record that stands for many requests is taken
/// as answers of one length, and that is said too.
struct OutputCap: Hashable, Sendable {
  /// The most tokens of an answer.
  let tokens: Int64
}

extension OutputCap: LeverRule {
  var setting: String { "answers of \(Phrase.counted(tokens, "token")) at most" }

  var assumptions: [String] {
    ["a cut answer is good enough, or the prompt asks for a shorter one; nobody asks again"]
  }

  /// Says how many answers are cut.
  func prepare(_ rows: [ScaledRow], _ run: inout LeverRun) {
    var (all, cut, sums) = (PreciseCount.zero, PreciseCount.zero, PreciseCount.zero)
    for row in rows {
      guard let left = run.evidence.answersLeft(under: tokens, of: row) else { continue }
      all += row.requests
      cut += row.requests.scaled(by: left.cut)
      sums += row.requests.scaled(by: left.inSums)
    }
    if sums > .zero { run.note(.recordedAsSums, sums) }
    guard cut > .zero, let share = cut.ratio(to: all) else { return }
    let percent = ExactRatio(share).percent(toPlaces: 1)
    run.note(.cutsAnswers(percent: "\(percent) %"), cut)
  }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    guard row.sum([.textOutput, .thinking]) > .zero else { return [row] }
    guard let left = run.evidence.answersLeft(under: tokens, of: row) else {
      run.note(.noRequests, row.requests)
      return [row]
    }
    guard left.cut > .zero else { return [row] }
    var row = row
    row.scale([.textOutput], by: left.text)
    row.scale([.thinking], by: left.thinking)
    run.move(row.requests.scaled(by: left.cut))
    return [row]
  }
}
