import Pricing
import Quantities
import Usage

/// What levers are tried on.
package struct WhatIfInput: Sendable {
  /// The prices.
  package var book: PriceBook
  /// The recorded usage.
  package var rows: [RollupRow]
  /// How many days it was recorded in, above zero.
  package var days: DayCount
  /// The day whose prices count.
  package var at: Day
  /// What single requests say.
  package var evidence: LeverEvidence
  /// What to try; nil for one lever of each name, at the settings of ``LeverDefaults``.
  package var levers: [Lever]?

  package init(
    book: PriceBook, rows: [RollupRow], days: DayCount, at: Day, evidence: LeverEvidence,
    levers: [Lever]? = nil
  ) {
    self.book = book
    self.rows = rows
    self.days = days
    self.at = at
    self.evidence = evidence
    self.levers = levers
  }
}

extension WhatIf {
  /// The questions that have to be answered before the levers can be tried.
  package static func questions(_ levers: [Lever]?) -> [LeverQuestion] {
    Lever.questions(of: levers ?? LeverDefaults.all(cheaper: nil))
  }

  /// Tries levers on usage.
  ///
  /// - Throws: `LeverRefusal.outOfRange` for figures beyond 128 bits, `.nothingPriced` where what has
  ///   to be paid has no price at all. A lever that cannot be moved is
  ///   listed with its reason, unless a scenario asks for a model that is not there.
  package init(_ input: WhatIfInput) throws(LeverRefusal) {
    let base = WhatIfBase(input)
    let today = try base.cost(base.rows, storage: [], lever: .modelShare)
    // What is free has a price of zero; beside what has none, that is no bill of zero.
    guard today > .zero || base.leftOut.isEmpty else {
      throw .nothingPriced(input.at, base.leftOut.reasons)
    }
    let cheaper = input.levers == nil ? try base.cheapest(than: today) : nil
    let levers = (input.levers ?? LeverDefaults.all(cheaper: cheaper)).inOrder
    var lines: [Line] = []
    var alone: [(lever: Lever, reason: LeverRefusal)] = []
    // A scenario's lever that finds nothing alone may find what another one makes.
    var joined: [Lever] = []
    for lever in levers {
      do throws(LeverRefusal) {
        let effect = try base.effect([lever], today: today)
        lines.append(Line(lever: lever, isDefault: input.levers == nil, effect: effect))
        // At settings of our own, a lever that costs money is nobody's plan; a scenario's all are.
        if input.levers != nil || effect.saved.upperBound > .zero { joined.append(lever) }
      } catch {
        if case .outOfRange = error.bare { throw error }
        alone.append((lever, base.explained(error)))
        if input.levers != nil, error.isIdle { joined.append(lever) }
      }
    }
    let all = joined.isEmpty ? nil : try base.effect(joined, today: today, skipsIdle: true)
    together = all.flatMap { $0.levers.isEmpty ? nil : $0 }
    var unsaid = alone.map { lever, reason in
      Unsaid(
        name: lever.name, setting: lever.setting, reason: reason,
        actsTogether: all?.levers.contains(lever) ?? false)
    }
    if input.levers == nil, cheaper == nil {
      unsaid.append(
        Unsaid(
          name: .modelShare, setting: nil, reason: .impossible(.modelShare, .noCheaperModel),
          actsTogether: false))
    }
    notJoined = lines.filter { $0.isDefault && $0.effect.saved.upperBound <= .zero }
      .map(\.lever.name)
    self.lines = lines.enumerated().sorted { one, other in
      let (left, right) = (one.element.effect.saved, other.element.effect.saved)
      return (right.lowerBound, right.upperBound, one.offset)
        < (left.lowerBound, left.upperBound, other.offset)
    }.map(\.element)
    self.unsaid = unsaid.sorted { $0.name.position < $1.name.position }
    at = input.at
    days = input.days
    usage = base.usage
    self.today = today
    leftOut = base.leftOut
    ended = base.ended
    contracts = input.book.contractNames
  }
}

/// The usage on which levers are tried: summed over time, split into what has a price and the rest.
private struct WhatIfBase {
  let input: WhatIfInput
  private(set) var rows: [ScaledRow] = []
  private(set) var usage = UsageAmount.none
  private(set) var leftOut = UnpricedUsage.none
  private var unpriced: [UsageSeries] = []
  private(set) var ended: [LeverNote] = []

  init(_ input: WhatIfInput) {
    self.input = input
    var valuation = Valuation(
      book: input.book, basis: .on(input.at.priceInstant), shutdowns: .movesToSuccessor)
    for row in input.rows.summedByKind {
      let charge = valuation.charge(for: row)
      guard charge.isComplete else {
        leftOut = leftOut.adding(row, reasons: charge.reasons)
        unpriced.append(row.series)
        continue
      }
      usage = UsageAmount(
        requests: usage.requests + Int64(row.requests), tokens: usage.tokens + row.tokens.total)
      rows.append(ScaledRow(row))
    }
    var run = LeverRun(
      book: input.book, instant: input.at.priceInstant, bound: .most, evidence: input.evidence)
    for row in rows { run.noteEnd(of: row) }
    ended = run.allNotes
  }

  /// Why a lever finds nothing: perhaps what it looks for is there and was left out.
  func explained(_ refusal: LeverRefusal) -> LeverRefusal {
    guard case .nothingSelected(let name, let selection) = refusal.bare,
      unpriced.contains(where: { selection.contains($0) })
    else { return refusal.bare }
    return .nothingPricedSelected(name, selection)
  }

  /// The cost of a month, rounded once.
  func cost(
    _ rows: [ScaledRow], storage: [CacheStorage], lever: LeverName
  ) throws(LeverRefusal) -> Money {
    let instant = input.at.priceInstant
    let tokens =
      try rows.cost(input.book, at: instant, lever: lever)
      * Exact(WhatIf.monthDays) / input.days.exact
    guard let kept = storage.costPerDay(input.book, at: instant),
      let cost = (tokens + kept * Exact(WhatIf.monthDays)).money
    else { throw .outOfRange }
    return cost
  }

  /// What levers do to the bill, under both readings of the documentation.
  ///
  /// - Parameters:
  ///   - levers: What is moved.
  ///   - today: The bill as it is.
  ///   - skipsIdle: Whether a lever that finds nothing is passed over: together, one may leave nothing
  ///     for another; alone, that is worth an answer.
  /// - Returns: The bill then.
  /// - Throws: Why a lever cannot be moved.
  func effect(
    _ levers: [Lever], today: Money, skipsIdle: Bool = false
  ) throws(LeverRefusal) -> WhatIf.Effect {
    var costs: [Money] = []
    var latest: LeverRun?
    for bound in [TokenBound.fewest, .most] {
      var run = LeverRun(
        book: input.book, instant: input.at.priceInstant, bound: bound,
        evidence: input.evidence)
      let changed = try run.apply(levers, to: rows, skipsIdle: skipsIdle)
      costs.append(
        try cost(changed, storage: run.storage, lever: levers.first?.name ?? .modelShare))
      latest = run
    }
    let cost = min(costs[0], costs[1])...max(costs[0], costs[1])
    return WhatIf.Effect(
      cost: cost, saved: (today - cost.upperBound)...(today - cost.lowerBound),
      requests: latest?.moved.whole ?? 0, notes: latest?.allNotes ?? [],
      levers: latest?.movedLevers ?? [])
  }

  /// The model in use on which all of the usage would cost the least; nil where none is cheaper than
  /// what is used today.
  func cheapest(than today: Money) throws(LeverRefusal) -> ModelTarget? {
    var best: (target: ModelTarget, cost: Money)?
    var keys: Set<ModelKey> = []
    for row in rows {
      guard let model = row.series.model, row.series.provider != .onDevice else { continue }
      keys.insert(ModelKey(provider: row.series.provider, model: model))
    }
    for key in keys.sorted() {
      let target = ModelTarget(provider: key.provider, model: key.model, tokenRatio: .one)
      let lever = Lever(.modelShare(ModelShare(targets: [(target, .one)])))
      guard let effect = try? effect([lever], today: today) else { continue }
      let cost = effect.cost.upperBound
      if cost < best?.cost ?? today { best = (target, cost) }
    }
    return best?.target
  }
}
