import Pricing
import Quantities
import Usage

/// Making a report on retirements.
extension RetirementReport {
  /// What is known about the end of the models in use, or only of those that are asked about.
  public init(_ input: RetirementInput) {
    let usage = ModelUse.collect(input)
    var all = usage.values.reduce(into: ModelUse()) { $0.cost += $1.cost }
    // Requests that name no model are requests all the same.
    all.requests = input.rows.reduce(0) { $0 + $1.requests }
    let asked = input.named.flatMap { RetirementReport.keys(of: $0, input, used: usage) }
    let keys = input.named.isEmpty ? Array(usage.keys) : asked
    let maker = RetirementMaker(input: input, all: all)
    warnings = Set(keys).sorted().map { maker.warning($0, use: usage[$0]) }
      .sorted { $0.urgency < $1.urgency }
    asOf = input.asOf
    bookVersion = input.book.version
    oldBooks = Set(keys.map(\.provider)).sorted().compactMap { provider in
      guard let known = input.book.asOf(of: provider) else { return nil }
      let age = known.days(until: input.asOf)
      guard age > ForecastWarning.oldestBook else { return nil }
      return OldBook(provider: provider, asOf: known, days: age)
    }
  }

  /// The sellers of a name: the one given, else those it is used from, else all that know it, else
  /// the first of the book.
  private static func keys(
    of name: RetirementInput.Name, _ input: RetirementInput, used: [ModelKey: ModelUse]
  ) -> [ModelKey] {
    if let provider = name.provider { return [ModelKey(provider: provider, model: name.model)] }
    let inUse = used.keys.filter { $0.model == name.model }
    guard inUse.isEmpty else { return inUse }
    let providers = input.book.providers
    let known = providers.filter { provider in
      input.book.resolve(provider: provider, model: name.model, at: input.asOf.priceInstant) != nil
    }
    return (known.isEmpty ? Array(providers.prefix(1)) : known)
      .map { ModelKey(provider: $0, model: name.model) }
  }
}

extension RetirementWarning {
  /// What is over comes first, then what ends soonest, then what is not known, then what stays.
  fileprivate var urgency: (Int, Int, String, String) {
    let rank =
      switch status {
      case .passed, .scheduled: 0
      case .unknownModel: 1
      case .limitedAccess: 2
      case .noneAnnounced: 3
      }
    return (rank, daysLeft ?? 0, model, provider.name)
  }
}

/// The use of one model name while it is summed.
struct ModelUse {
  var rows: [RollupRow] = []
  var requests = 0
  var cost = Money.zero
  var unpricedRequests = 0
  var lastSeen: Day?
  var versions: [String?: VersionUse] = [:]

  /// The use of one version of the app.
  struct VersionUse {
    var requests = 0
    var cost = Money.zero
    var unpricedRequests = 0
    var lastSeen: Day
  }

  /// The use of each model that is named, at the prices of the time.
  static func collect(_ input: RetirementInput) -> [ModelKey: ModelUse] {
    var valuation = Valuation(book: input.book)
    var uses: [ModelKey: ModelUse] = [:]
    for row in input.rows {
      guard let model = row.series.model else { continue }
      let key = ModelKey(provider: row.series.provider, model: model)
      let day = input.zone.day(of: row.slot)
      uses[key, default: ModelUse()].add(row, valuation.charge(for: row), on: day)
    }
    return uses
  }

  private mutating func add(_ row: RollupRow, _ charge: Charge, on day: Day) {
    rows.append(row)
    requests += row.requests
    cost += charge.cost
    unpricedRequests += charge.unpricedRequests
    lastSeen = max(lastSeen ?? day, day)
    let version = row.series.labels[Labels.appVersion]
    var use = versions[version] ?? VersionUse(lastSeen: day)
    use.requests += row.requests
    use.cost += charge.cost
    use.unpricedRequests += charge.unpricedRequests
    use.lastSeen = max(use.lastSeen, day)
    versions[version] = use
  }
}

/// Makes the warnings of one report.
private struct RetirementMaker {
  let input: RetirementInput
  let all: ModelUse

  func warning(_ key: ModelKey, use: ModelUse?) -> RetirementWarning {
    let now = input.asOf.priceInstant
    let name = input.book.named(key.model, at: key.provider, instant: now)
    let lifecycle = input.book.currentLifecycle(provider: key.provider, model: name)
    let isKnown = input.book.model(name, of: key.provider) != nil
    let day = lifecycle?.mode == .limitedAccess ? nil : lifecycle?.day
    let daysLeft = day.map { input.asOf.days(until: $0) }
    return RetirementWarning(
      provider: key.provider, model: key.model, aliasOf: name == key.model ? nil : name,
      status: status(lifecycle, isKnown: isKnown, daysLeft: daysLeft), lifecycle: lifecycle,
      earlier: input.book.lifecycles(provider: key.provider, model: name).filter { !$0.isCurrent },
      daysLeft: daysLeft, change: change(key, lifecycle, use), use: use.flatMap(shares))
  }

  private func status(
    _ lifecycle: Lifecycle?, isKnown: Bool, daysLeft: Int?
  ) -> RetirementWarning.Status {
    guard isKnown else { return .unknownModel }
    if let daysLeft { return daysLeft > 0 ? .scheduled : .passed }
    return lifecycle?.mode == .limitedAccess ? .limitedAccess : .noneAnnounced
  }

  private func shares(_ use: ModelUse) -> RetirementWarning.Use? {
    guard let lastSeen = use.lastSeen else { return nil }
    // A log without the label would show one line "unknown" that says nothing new.
    let isLabelled = use.versions.keys.contains { $0 != nil }
    let versions =
      !isLabelled
      ? []
      : use.versions.map { version, use in
        RetirementWarning.AppVersion(
          version: version, requests: use.requests, cost: use.cost,
          unpricedRequests: use.unpricedRequests, lastSeen: use.lastSeen)
      }
    return RetirementWarning.Use(
      requests: use.requests, shareOfRequests: ExactRatio(use.requests, to: all.requests),
      cost: use.cost, unpricedRequests: use.unpricedRequests,
      shareOfCost: ExactRatio(use.cost, to: all.cost), lastSeen: lastSeen,
      appVersions: versions.sorted {
        ($1.requests, $0.version ?? "") < ($0.requests, $1.version ?? "")
      })
  }

  /// The recorded usage on both sides of the day.
  private func change(
    _ key: ModelKey, _ lifecycle: Lifecycle?, _ use: ModelUse?
  ) -> RetirementWarning.Change? {
    guard let use, let lifecycle, let successor = lifecycle.successor,
      let day = lifecycle.takesEffect, lifecycle.mode != .limitedAccess
    else { return nil }
    let now = input.asOf.priceInstant
    let lastQuarter = day.adding(microseconds: -Instant.slotMicroseconds)
    let loads = Load.loads(of: use.rows, book: input.book)
    let none = TokenRatios(byModel: [:])
    let basis = Valuation.Basis.on(min(now, lastQuarter))
    let mix = TodaysMix(
      book: input.book, ratios: none, shutdowns: .keepsItsPrice)
    let priced = loads.filter { mix.charge($0, at: basis).isComplete }
    // Usage without a price on the one side is left out on the other: like is compared with like.
    let after = Repricing.sum(
      priced, book: input.book, at: .on(max(now, day)), provider: key.provider,
      model: successor,
      ratios: none)
    guard !priced.isEmpty, let before = mix.sum(priced, at: basis).cost.money,
      let cost = after.cost.money, let requests = after.unpricedRequests.count,
      let tokens = after.unpricedTokens.count
    else { return nil }
    return RetirementWarning.Change(
      successor: after.billed ?? successor, before: before, after: cost,
      ratio: after.isComplete ? ExactRatio(cost, to: before) : nil, notes: after.notes,
      unpriced: UnpricedUsage(
        requests: requests, tokens: TokenCount(tokens), reasons: after.reasons))
  }
}
