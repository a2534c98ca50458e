import Pricing
import Quantities
import Usage

/// Refuses comparisons that make no sense, and finds the sellers of those that do.
struct ComparisonCheck {
  let input: ComparisonInput

  /// The shares of each candidate with their sellers.
  func resolved() throws(ComparisonRefusal) -> [[ResolvedShare]] {
    guard input.days > 0, !input.at.isEmpty else { throw .noDays }
    guard !input.rows.isEmpty else { throw .noUsage }
    try checkRatios()
    let sellers = sellersByUsage()
    var candidates: [[ResolvedShare]] = []
    for candidate in input.candidates {
      try check(candidate)
      var shares: [ResolvedShare] = []
      for share in candidate.shares {
        let provider = try seller(of: share, among: sellers)
        shares.append(
          ResolvedShare(provider: provider, model: share.model, percent: share.percent))
      }
      candidates.append(shares)
    }
    return candidates
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
    let compared = Set(input.candidates.flatMap(\.shares).map(\.model))
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
        let slots = input.rows.map(\.slot)
        return [slots.min(), slots.max()].compactMap(\.self)
      }
    }
  }

  /// Sellers by their part in the usage, then those that the book knows beside them.
  private func sellersByUsage() -> [Provider] {
    var requests: [Provider: Int] = [:]
    for row in input.rows { requests[row.series.provider, default: 0] += row.requests }
    let used = requests.keys.sorted { one, other in
      (requests[other] ?? 0, one) < (requests[one] ?? 0, other)
    }
    return used + input.book.providers.filter { requests[$0] == nil }
  }
}

extension PriceBook {
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
