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
    let choices = try ComparisonCheck(input: input).resolved()
    let ratios = TokenRatios(byModel: input.tokenRatios)
    let loads = Comparison.loads(input)
    let labels = ModelLabels(choices.flatMap(\.keys) + loads.compactMap(\.key))
    let split = ComparisonSplit(loads, ComparisonBase(book: input.book, at: input.at))
    guard !split.priced.isEmpty else { throw split.refusal(at: input.at) }

    let pricing = ChoicePricing(
      book: input.book, loads: split.priced, ratios: ratios, labels: labels)
    let scale = ComparisonScale(
      days: input.days, requests: split.priced.reduce(0) { $0 + $1.row.requests },
      users: input.knownUsers)
    let figures = try Comparison.figures([.today] + choices, input, pricing, scale)
    today = ComparisonLine(
      kind: .today,
      parts: Comparison.todaysParts(split.priced, book: input.book, labels: labels),
      figures: figures[0], fixedCost: .zero)
    lines = zip(choices, figures.dropFirst()).enumerated().map { index, line in
      Comparison.line(line.0, index, line.1, input, labels, split.priced)
    }
    try Comparison.checkNames([today] + lines, route: input.route?.route)
    at = input.at
    days = input.days
    users = input.knownUsers
    unnamed = input.unnamed
    isLevered = input.isLevered
    usage = UsageAmount(
      requests: Int64(scale.requests),
      tokens: split.priced.reduce(.zero) { $0 + $1.row.tokens.total })
    cachedShare = Comparison.cachedShare(of: split.priced)
    leftOut = split.leftOut
    leftOutAt = input.at.filter { split.gaps[$0] != nil }
    asOf = input.asOf
    needsEachRequest = input.needsEachRequest
    tokenRatios = input.tokenRatios
    bookVersion = input.book.version
    contracts = input.book.contractNames
    route = try RouteShares(input, choices.last, pricing, scale)
    outlook =
      input.months == 0
      ? nil : try ComparisonOutlook(input, [.today] + choices, pricing, scale)
  }

  /// Columns and members bear the names of choices.
  private static func checkNames(
    _ lines: [ComparisonLine], route: Route?
  ) throws(ComparisonRefusal) {
    var names: Set<String> = []
    for line in lines where !names.insert(line.name).inserted {
      throw .choiceTwice(line.name, line.name == route?.name ? route?.places?.name : nil)
    }
  }

  private static func cachedShare(of loads: [Load]) -> ExactRatio? {
    ExactRatio(
      Int(loads.reduce(0) { $0 + $1.row.tokens.cached.value }),
      to: Int(loads.reduce(0) { $0 + $1.row.tokens.prompt.value }))
  }

  /// The usage in loads; each knows the rule of the route that it falls under.
  static func loads(_ input: ComparisonInput) -> [Load] {
    let groups = input.route?.groups.map(\.rows) ?? [input.rows]
    return groups.enumerated().flatMap { rule, rows in
      Load.loads(of: rows, book: input.book, keepsPricesApart: input.at.contains(.then)).map {
        Load(row: $0.row, producedBy: $0.producedBy, factor: $0.factor, part: rule)
      }
    }
  }

  /// The figures of each choice, at each of the prices asked for; the first choice is today's mix.
  private static func figures(
    _ choices: [ComparisonChoice], _ input: ComparisonInput, _ pricing: ChoicePricing,
    _ scale: ComparisonScale
  ) throws(ComparisonRefusal) -> [[ComparisonFigures]] {
    let list =
      input.book.contractNames.isEmpty
      ? nil
      : ChoicePricing(
        book: input.book.withoutContracts, loads: pricing.loads, ratios: pricing.ratios,
        labels: pricing.labels)
    var figures: [[ComparisonFigures]] = choices.map { _ in [] }
    for time in input.at {
      let today = pricing.sum(.today, at: time.basis)
      for (index, choice) in choices.enumerated() {
        let sum = index == 0 ? today : pricing.sum(choice, at: time.basis)
        figures[index].append(
          try scale.figures(
            sum, at: time, today: today, list: list?.sum(choice, at: time.basis)))
      }
    }
    return figures
  }

  private static func line(
    _ choice: ComparisonChoice, _ index: Int, _ figures: [ComparisonFigures],
    _ input: ComparisonInput, _ labels: ModelLabels, _ loads: [Load]
  ) -> ComparisonLine {
    switch choice {
    case .models(let shares):
      ComparisonLine(
        kind: .models, parts: shares.map { $0.part(input, labels: labels) }, figures: figures,
        fixedCost: input.candidates[index].fixedCost)
    case .today, .route:
      ComparisonLine(
        kind: input.route.map { .route(name: $0.route.name) } ?? .today,
        parts: choice.keys.map { key in
          ResolvedShare(provider: key.provider, model: key.model, percent: nil)
            .part(input, labels: labels)
        } + staying(choice, loads, input, labels), figures: figures,
        fixedCost: input.route?.fixedCost ?? .zero)
    }
  }

  /// The recorded models that a route leaves requests on, and does not name as well: it lasts no
  /// longer than they do.
  private static func staying(
    _ choice: ComparisonChoice, _ loads: [Load], _ input: ComparisonInput, _ labels: ModelLabels
  ) -> [ComparisonLine.Part] {
    guard case .route(let targets) = choice else { return [] }
    let named = Set(choice.keys)
    let own = loads.filter { load in
      targets[load.part] == .asRecorded && load.key.map { !named.contains($0) } ?? false
    }
    return todaysParts(own, book: input.book, labels: labels)
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
  /// Its share in percent; nil where each request is sent where it belongs.
  let percent: DecimalFactor?

  var key: ModelKey { ModelKey(provider: provider, model: model) }

  func part(_ input: ComparisonInput, labels: ModelLabels) -> ComparisonLine.Part {
    ComparisonLine.Part(
      provider: provider, model: model, label: labels.label(of: model, at: provider),
      percent: percent, tokenRatio: input.tokenRatios[model] ?? .one,
      lifecycle: input.book.lifecycle(of: model, at: provider, on: input.asOf))
  }
}

/// The usage under its own names: what the others are compared with.
struct TodaysMix {
  let book: PriceBook
  let ratios: TokenRatios
  var labels = ModelLabels([])
  var shutdowns = ShutdownRule.movesToSuccessor

  /// What usage costs at one time's prices, with what of it has none then.
  func sum(_ loads: [Load], at basis: Valuation.Basis) -> RepricedSum {
    loads.reduce(into: RepricedSum()) { sum, load in
      let charge = charge(load, at: basis)
      add(charge, of: load, to: &sum)
      sum.unpricedTokens += Exact(charge.unpricedTokens.value)
      sum.unpricedRequests += Exact(charge.unpricedRequests)
      charge.reasons.forEach { sum.add(reason: $0) }
    }
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

/// What sums are divided by.
struct ComparisonScale {
  let days: DayCount
  let requests: Int
  let users: MonthlyUsers?

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
      perThousandMAU: try perThousand(perMonth), perUserDay: try perUserDay(sum.cost),
      ratio: hasRatio ? ExactRatio(ratio) : nil,
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

  /// What `Comparison.monthDays` days cost.
  func perMonth(_ sum: RepricedSum) -> Exact {
    sum.cost * Exact(Comparison.monthDays) / days.exact
  }

  private func perThousand(_ perMonth: Exact) throws(ComparisonRefusal) -> Money? {
    guard let users else { return nil }
    guard let money = (perMonth * Exact(1000) / users.mean).money else { throw .outOfRange }
    return money
  }

  private func perUserDay(_ cost: Exact) throws(ComparisonRefusal) -> Money? {
    guard let userDays = users?.userDays else { return nil }
    guard let money = (cost / Exact(userDays)).money else { throw .outOfRange }
    return money
  }
}
