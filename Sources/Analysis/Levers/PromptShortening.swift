import Usage

/// Prompts with less text.
///
///     fresh text = fresh text × (1 − shorter by)
///
/// Cached text stays as it is: it is the part that requests have in common, and another wording of
/// it would have to be cached anew.
struct PromptShortening: Hashable, Sendable {
  /// The share of the text that is left out.
  let shorterBy: DecimalFactor
}

extension PromptShortening: LeverRule {
  var setting: String { "prompts have \(shorterBy.percentText) less text" }

  var assumptions: [String] { ["cached text stays; answers stay as long as they are"] }

  var changesNothing: Bool { shorterBy == .zero }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    guard row[.textInput] > .zero, shorterBy > .zero else { return [row] }
    var row = row
    row.scale([.textInput], by: shorterBy.complement)
    run.move(row.requests)
    return [row]
  }
}
