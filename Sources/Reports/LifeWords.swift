import Analysis
import Pricing
import Quantities

/// What happens in a model's life, each event in one line.
enum LifeWords {
  static func what(_ event: LifeEvent) -> String {
    switch event.kind {
    case .released: "released"
    case .prices(let turn): prices(turn)
    case .priceSaid(let statement):
      "said: \(PriceWords.offer(statement)) \(PriceWords.from(statement.period.from)): "
        + PriceWords.amounts(statement)
    case .priceWithdrawn(let statement): withdrawn(statement)
    case .endSaid(let lifecycle): said(lifecycle)
    case .ends(let lifecycle): ends(lifecycle)
    case .takesOver(let model, let lifecycle):
      lifecycle.mode == .reroute
        ? "answers for \(model), which is re-routed here" : "follows \(model), which is shut down"
    case .aliasComes(let alias): "\(alias.name) stands for it"
    case .aliasLeaves(let alias, let model?): "\(alias.name) moves on to \(model)"
    case .aliasLeaves(let alias, nil): "\(alias.name) stands for it no longer"
    }
  }

  private static func prices(_ turn: PriceTurn) -> String {
    let offer = PriceWords.offer(turn.serviceTier, over: turn.overPromptTokens)
    guard !turn.isLast else { return "\(offer): no price any more" }
    var remarks: [String] = []
    if turn.endsIntroduction { remarks.append("introductory price ends") }
    let introductory = turn.begins.first(where: \.isIntroductory)
    if let end = introductory?.period.until {
      remarks.append("introductory, until \(PriceWords.time(end))")
    }
    if turn.begins.contains(where: { $0.status == .announced }) { remarks.append("announced") }
    if let span = turn.begins.compactMap(\.fromBetween).first {
      remarks.append("on a day not known, \(span)")
    }
    let steps = turn.steps.filter { !$0.isLevel || turn.isFirst }
    return "\(offer): \(PriceWords.steps(steps))"
      + (remarks.isEmpty ? "" : " – " + remarks.joined(separator: ", "))
  }

  private static func withdrawn(_ statement: PriceStatement) -> String {
    let what =
      "withdrawn: \(PriceWords.offer(statement)) "
      + "\(PriceWords.from(statement.period.from)): \(PriceWords.amounts(statement))"
    return statement.withdrawnOn == nil ? what + " (on a day not known)" : what
  }

  private static func said(_ lifecycle: Lifecycle) -> String {
    let what = "said: \(PriceWords.end(lifecycle))"
    guard !lifecycle.isCurrent else { return what }
    let day = lifecycle.supersededOn.map { " on \($0)" } ?? ""
    return "\(what) – superseded\(day)"
  }

  private static func ends(_ lifecycle: Lifecycle) -> String {
    switch lifecycle.mode {
    case .error:
      "shut down" + (lifecycle.successor.map { ", successor \($0)" } ?? ", no successor named")
    case .reroute: "re-routed to \(lifecycle.successor ?? "another model")"
    case .limitedAccess: "limited to those who used it before"
    }
  }
}
