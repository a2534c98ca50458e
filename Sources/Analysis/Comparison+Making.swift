import Pricing
import Quantities
import Usage

/// Making a comparison: today's mix first, then each candidate over the very same usage.
extension Comparison {
  /// A comparison of recorded usage with other models.
  ///
  /// - Parameter input: What is compared with what.
  /// - Throws: Why nothing can be compared.
  public init(_ input: ComparisonInput) throws(ComparisonRefusal) {
    let candidates = try ComparisonCheck(input: input).resolved()
    let ratios = TokenRatios(byModel: input.tokenRatios)
    let loads = Load.loads(
      of: input.rows, book: input.book, keepsPricesApart: input.at.contains(.then))
    let labels = ModelLabels(
      candidates.joined().map(\.key) + loads.compactMap(\.key))
    let split = TodaysMix(
      book: input.book, at: input.at.map(\.basis), ratios: ratios, labels: labels
    )
    .split(loads)
    guard !split.priced.isEmpty else { throw .nothingPriced(split.leftOut.reasons) }

    let requests = split.priced.reduce(0) { $0 + $1.row.requests }
    let scale = ComparisonScale(
      days: input.days, requests: requests, activeUsers: input.activeUsers)
    let contracts = input.book.contractNames
    let list = contracts.isEmpty ? nil : ComparisonAtList(input, loads: split.priced)
    var today: [ComparisonFigures] = []
    var lines: [[ComparisonFigures]] = candidates.map { _ in [] }
    for (time, own) in zip(input.at, split.sums) {
      today.append(try scale.figures(own, at: time, today: own, list: list?.today(at: time)))
      for (index, shares) in candidates.enumerated() {
        let sum = shares.sum(
          of: split.priced, book: input.book, at: time, ratios: ratios, labels: labels)
        lines[index].append(
          try scale.figures(sum, at: time, today: own, list: list?.sum(shares, at: time)))
      }
    }
    self.today = ComparisonLine(
      parts: Comparison.todaysParts(split.priced, book: input.book, labels: labels), figures: today)
    self.lines = zip(candidates, lines).map { shares, figures in
      ComparisonLine(parts: shares.map { $0.part(input, labels: labels) }, figures: figures)
    }
    at = input.at
    days = input.days
    activeUsers = input.activeUsers
    usage = UsageAmount(
      requests: Int64(requests),
      tokens: split.priced.reduce(.zero) { $0 + $1.row.tokens.total })
    leftOut = split.leftOut
    tokenRatios = input.tokenRatios
    bookVersion = input.book.version
    self.contracts = contracts
  }

  /// The models of the usage, the most tokens first.
  private static func todaysParts(
    _ loads: [Load], book: PriceBook, labels: ModelLabels
  ) -> [ComparisonLine.Part] {
    var tokens: [ModelKey: Int64] = [:]
    for load in loads {
      guard let key = load.key else { continue }
      tokens[key, default: 0] += load.row.tokens.total.value
    }
    let keys = tokens.keys.sorted { one, other in
      (tokens[other] ?? 0, one) < (tokens[one] ?? 0, other)
    }
    return keys.map { key in
      ComparisonLine.Part(
        provider: key.provider, model: key.model,
        label: labels.label(of: key.model, at: key.provider), percent: nil, tokenRatio: .one,
        lifecycle: book.currentLifecycle(provider: key.provider, model: key.model))
    }
  }
}

/// A model of a seller.
struct ModelKey: Hashable, Comparable {
  let provider: Provider
  let model: String

  static func < (left: ModelKey, right: ModelKey) -> Bool {
    (left.provider, left.model) < (right.provider, right.model)
  }
}

/// A share of a candidate whose seller has been found.
struct ResolvedShare {
  let provider: Provider
  let model: String
  let percent: DecimalFactor

  var key: ModelKey { ModelKey(provider: provider, model: model) }

  func part(_ input: ComparisonInput, labels: ModelLabels) -> ComparisonLine.Part {
    ComparisonLine.Part(
      provider: provider, model: model, label: labels.label(of: model, at: provider),
      percent: percent, tokenRatio: input.tokenRatios[model] ?? .one,
      lifecycle: input.book.lifecycle(of: model, at: provider, on: input.asOf))
  }
}

extension [ResolvedShare] {
  /// All of the usage on these models, each for its share of the tokens.
  func sum(
    of loads: [Load], book: PriceBook, at time: PriceTime, ratios: TokenRatios,
    labels: ModelLabels
  ) -> RepricedSum {
    reduce(into: RepricedSum()) { sum, share in
      let part = Repricing.sum(
        loads, book: book, at: time.basis, provider: share.provider, model: share.model,
        label: labels.label(of: share.model, at: share.provider), ratios: ratios)
      sum.add(part, share: Exact(share.percent) / Exact(DecimalFactor.hundred))
    }
  }
}

/// The usage under its own names: what the others are compared with.
struct TodaysMix {
  let book: PriceBook
  let at: [Valuation.Basis]
  let ratios: TokenRatios
  var labels = ModelLabels([])
  var shutdowns = ShutdownRule.movesToSuccessor

  /// The usage that has a price each time, its sum each time, and the rest.
  struct Split {
    var priced: [Load] = []
    var sums: [RepricedSum]
    var leftOut = UnpricedUsage.none
  }

  /// Splits usage into what can be compared and what cannot.
  func split(_ loads: [Load]) -> Split {
    var split = Split(sums: at.map { _ in RepricedSum() })
    for load in loads {
      let charges = at.map { charge(load, at: $0) }
      let reasons = charges.flatMap(\.reasons)
      guard reasons.isEmpty else {
        split.leftOut = split.leftOut.adding(load, reasons: reasons)
        continue
      }
      split.priced.append(load)
      for (index, charge) in charges.enumerated() { add(charge, of: load, to: &split.sums[index]) }
    }
    return split
  }

  func charge(_ load: Load, at basis: Valuation.Basis) -> Charge {
    let series = load.row.series
    // What was recorded was served, whatever had been announced: as `cost` has it.
    let shutdowns = basis == .then ? .keepsItsPrice : self.shutdowns
    return Charge(
      for: load.row,
      at: book.rates(
        provider: series.provider, model: series.model, tier: series.serviceTier,
        contextOver: load.row.contextOver, at: basis.instant(for: load.row.slot),
        shutdowns: shutdowns))
  }

  func add(_ charge: Charge, of load: Load, to sum: inout RepricedSum) {
    let resolution = charge.rates.resolution
    sum.cost +=
      Exact(charge.cost) * ratios.along(resolution?.steps ?? [], producedBy: load.producedBy)
    guard let resolution, let model = load.row.series.model else { return }
    let label = labels.label(of: model, at: load.row.series.provider)
    sum.note(resolution, of: label, row: load.row)
  }
}

extension UnpricedUsage {
  /// This and a load, all of it.
  fileprivate func adding(_ load: Load, reasons more: [UnpricedReason]) -> UnpricedUsage {
    var reasons = reasons
    for reason in more where !reasons.contains(reason) { reasons.append(reason) }
    return UnpricedUsage(
      requests: requests + Int64(load.row.requests), tokens: tokens + load.row.tokens.total,
      reasons: reasons)
  }
}

/// What sums are divided by.
struct ComparisonScale {
  let days: Int
  let requests: Int
  let activeUsers: Int?

  func figures(
    _ sum: RepricedSum, at time: PriceTime, today: RepricedSum, list: RepricedSum? = nil
  ) throws(ComparisonRefusal) -> ComparisonFigures {
    let perMonth = perMonth(sum)
    guard let cost = sum.cost.money, let month = perMonth.money,
      let request = (sum.cost / Exact(requests)).money,
      let unpricedRequests = sum.unpricedRequests.count,
      let unpricedTokens = sum.unpricedTokens.count
    else { throw .outOfRange }
    let ratio = sum.cost / today.cost
    let hasRatio = sum.isComplete && !ratio.isOutOfRange
    return ComparisonFigures(
      at: time, cost: cost, perMonth: month, perRequest: request,
      perThousandMAU: try perThousand(perMonth), ratio: hasRatio ? ExactRatio(ratio) : nil,
      list: try list.map { sum throws(ComparisonRefusal) in try listFigures(sum) },
      unpriced: UnpricedUsage(
        requests: unpricedRequests, tokens: TokenCount(unpricedTokens), reasons: sum.reasons),
      notes: sum.notes)
  }

  private func listFigures(_ sum: RepricedSum) throws(ComparisonRefusal) -> ListFigures {
    guard let cost = sum.cost.money, let month = perMonth(sum).money,
      let tokens = sum.unpricedTokens.count
    else { throw .outOfRange }
    return ListFigures(cost: cost, perMonth: month, unlistedTokens: TokenCount(tokens))
  }

  private func perMonth(_ sum: RepricedSum) -> Exact {
    sum.cost * Exact(Comparison.monthDays) / Exact(days)
  }

  private func perThousand(_ perMonth: Exact) throws(ComparisonRefusal) -> Money? {
    guard let activeUsers, activeUsers > 0 else { return nil }
    guard let money = (perMonth * Exact(1000) / Exact(activeUsers)).money else {
      throw .outOfRange
    }
    return money
  }
}
