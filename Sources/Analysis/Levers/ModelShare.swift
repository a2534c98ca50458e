import Usage

/// A share of the requests answered by other models.
///
///     each model: share of every row × its token ratio; what is left stays where it was
///
/// Shares are of the requests as they come to this lever, and add up to one at most. A row keeps its
/// context band.
struct ModelShare: Hashable, Sendable {
  /// The models and their shares of the requests.
  let parts: [Part]
  /// The lever in whose name they move.
  let lever: LeverName

  /// A model and its share.
  struct Part: Hashable, Sendable {
    let target: ModelTarget
    let share: DecimalFactor
  }

  init(targets: [(ModelTarget, DecimalFactor)], lever: LeverName = .modelShare) {
    parts = targets.map { Part(target: $0.0, share: $0.1) }
    self.lever = lever
  }
}

extension ModelShare: LeverRule {
  var setting: String {
    parts.map { "\($0.share.percentText) to \($0.target.model)" }.joined(separator: ", ")
  }

  var assumptions: [String] {
    parts.map { part in
      let ratio = part.target.tokenRatio
      let need = ratio == .one ? "as many tokens as" : "\(ratio) tokens for one of"
      return "\(part.target.model) needs \(need) the model before"
    } + ["requests of every length are as likely to move as others"]
  }

  var changesNothing: Bool { parts.allSatisfy { $0.share == .zero } }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    var rest = row
    var rows: [ScaledRow] = []
    for part in parts where part.share > .zero {
      let share = row.scaled(by: Exact(part.share))
      guard let moved = run.moved(share, to: part.target, lever: lever) else { continue }
      run.move(share.requests)
      rows.append(moved)
      rest.subtract(share)
    }
    return rest.isEmpty ? rows : [rest] + rows
  }
}
