import Pricing
import Quantities
import Usage

/// Refuses comparisons that make no sense, and finds the sellers of those that do.
struct ComparisonCheck {
  let input: ComparisonInput

  /// The candidates and then the route, with the sellers of their models.
  func resolved() throws(ComparisonRefusal) -> [ComparisonChoice] {
    guard input.days.isAboveZero, !input.at.isEmpty else { throw .noDays }
    guard !input.usage.isEmpty else { throw .noUsage }
    try checkRatios()
    try checkNumbers()
    let sellers = sellersByUsage()
    var choices: [ComparisonChoice] = []
    for candidate in input.candidates {
      try check(candidate)
      var shares: [ResolvedShare] = []
      for share in candidate.shares {
        let provider = try seller(of: share, among: sellers)
        shares.append(
          ResolvedShare(provider: provider, model: share.model, percent: share.percent))
      }
      choices.append(.models(shares))
    }
    if let route = input.route?.route {
      var targets: [ResolvedTarget] = []
      for (index, target) in route.targets.enumerated() {
        targets.append(
          try resolved(target, rule: index < route.rules.count ? index : nil, sellers))
      }
      choices.append(.route(targets))
    }
    return choices
  }

  private func resolved(
    _ target: RouteTarget, rule: Int?, _ sellers: [Provider]
  ) throws(ComparisonRefusal) -> ResolvedTarget {
    guard case .model(let word) = target else { return .asRecorded }
    let (provider, model) = input.book.sellerAndModel(word)
    let asked = provider.map { [$0] } ?? sellers
    guard let seller = asked.first(where: { knows($0, model) }) else {
      let route = input.route?.route
      let name = rule.flatMap { route?.rules[$0].name }
      let places = route?.places
      throw .unknownTarget(
        word, rule: name.map { "rule \($0)" } ?? "the default",
        rule.map { places?.rules[$0] } ?? places?.otherwise)
    }
    return .model(ModelKey(provider: seller, model: model))
  }

  private func checkNumbers() throws(ComparisonRefusal) {
    guard (0...ComparisonInput.mostMonths).contains(input.months) else {
      throw .monthsOutOfRange(input.months)
    }
    guard input.months == 0 || input.firstMonth.adding(months: input.months - 1) <= .last else {
      throw .horizonTooLate(asOf: input.asOf, months: input.months)
    }
    let fixed = input.candidates.map(\.fixedCost) + [input.route?.fixedCost ?? .zero]
    let amounts: [(Money?, String)] =
      [(input.revenuePerMAU, "--revenue-per-mau"), (input.budget, "--budget")]
      + fixed.map { ($0, "--fixed-cost") }
    for case (let amount?, let option) in amounts where amount < .zero {
      throw .negativeAmount(amount, option: option)
    }
    for case (let amount?, let option) in amounts where input.months == 0 && amount > .zero {
      throw .needsMonths(option: option)
    }
    guard input.knownUsers == nil else { return }
    if input.revenuePerMAU != nil { throw noUsers("--revenue-per-mau") }
    if input.budget != nil { throw noUsers("--budget") }
  }

  /// Why an option about users means nothing here.
  private func noUsers(_ option: String) -> ComparisonRefusal {
    if input.needsEachRequest { return .needsEachRequest(option: option) }
    if input.users != nil, let unnamed = input.unnamed {
      return .tooManyUnnamed(unnamed, option: option)
    }
    let split = ComparisonSplit(
      Comparison.loads(input), ComparisonBase(book: input.book, at: input.at))
    // Users are counted of what has a price.
    if split.priced.isEmpty { return split.refusal(at: input.at) }
    return split.leftOut.isEmpty ? .noUsers(option: option) : .noPricedUsers(option: option)
  }

  private func check(_ candidate: ComparisonCandidate) throws(ComparisonRefusal) {
    var names: Set<String> = []
    var sum = Exact.zero
    for share in candidate.shares {
      guard share.percent >= .zero else {
        throw .negativeShare(model: share.model, share.percent)
      }
      let name = "\(share.provider?.name ?? "")/\(share.model)"
      guard names.insert(name).inserted else { throw .modelTwice(share.model) }
      sum += Exact(share.percent)
    }
    guard sum == Exact(DecimalFactor.hundred) else { throw .sharesAddUpTo(ExactRatio(sum)) }
  }

  /// A ratio that nothing would use is a mistyped name.
  private func checkRatios() throws(ComparisonRefusal) {
    if let bad = TokenRatios(byModel: input.tokenRatios).firstBad {
      throw .badTokenRatio(model: bad.model, bad.ratio)
    }
    let targets = input.route?.route.targets ?? []
    let routed = targets.compactMap { target in
      if case .model(let word) = target { return input.book.sellerAndModel(word).model }
      return nil
    }
    let compared = Set(input.candidates.flatMap(\.shares).map(\.model) + routed)
    for model in input.tokenRatios.keys.sorted() where !compared.contains(model) {
      throw .unusedTokenRatio(model: model)
    }
  }

  private func seller(
    of share: ComparisonCandidate.Share, among sellers: [Provider]
  ) throws(ComparisonRefusal) -> Provider {
    let asked = share.provider.map { [$0] } ?? sellers
    guard let provider = asked.first(where: { knows($0, share.model) }) else {
      throw .unknownModel(share.model, provider: share.provider)
    }
    return provider
  }

  private func knows(_ provider: Provider, _ model: String) -> Bool {
    instants.contains { input.book.resolve(provider: provider, model: model, at: $0) != nil }
  }

  /// When a name has to be known: on one of the days is enough, or at some time of the usage.
  private var instants: [Instant] {
    input.at.flatMap { time -> [Instant] in
      switch time {
      case .day(let day): return [day.priceInstant]
      case .then:
        let slots = input.usage.map(\.slot)
        return [slots.min(), slots.max()].compactMap(\.self)
      }
    }
  }

  /// Sellers by their part in the usage, then those that the book knows beside them.
  private func sellersByUsage() -> [Provider] {
    var requests: [Provider: Int] = [:]
    for row in input.usage { requests[row.series.provider, default: 0] += row.requests }
    let used = requests.keys.sorted { one, other in
      (requests[other] ?? 0, one) < (requests[one] ?? 0, other)
    }
    return used + input.book.providers.filter { requests[$0] == nil }
  }
}

extension ComparisonInput {
  /// The first month that begins today or later.
  var firstMonth: Month {
    let own = asOf.month
    return asOf == own.firstDay ? own : own.next
  }

  /// The usage that is compared.
  var usage: [RollupRow] { route?.groups.flatMap(\.rows) ?? rows }
}

extension PriceBook {
  /// A model as it is written where several sellers may have it: `google-vertex:gemini-2.5-flash`.
  ///
  /// Only a seller of the book counts as one; any other colon is part of the model's name.
  package func sellerAndModel(_ word: String) -> (provider: Provider?, model: String) {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let provider = Provider(parts[0]), providers.contains(provider) else {
      return (nil, word)
    }
    return (provider, parts[1])
  }

  /// What is said about the end of the model that a name, perhaps an alias, stands for on a day.
  func lifecycle(of name: String, at provider: Provider, on day: Day) -> Lifecycle? {
    let model = named(name, at: provider, instant: day.priceInstant)
    return currentLifecycle(provider: provider, model: model)
  }

  /// The model that a name is an alias of, re-routes and shutdowns left aside; else the name itself.
  func named(_ name: String, at provider: Provider, instant: Instant) -> String {
    let steps = resolve(provider: provider, model: name, at: instant)?.steps ?? []
    return steps.prefix { $0.kind == .alias }.last?.to ?? name
  }
}
