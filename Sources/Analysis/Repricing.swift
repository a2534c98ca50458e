import Pricing
import Quantities
import Usage

/// Prices usage as if another model had served it, at one instant or each at its own.
///
/// Falls back where the model does not offer what was used, and keeps count of it:
/// - a service tier without a price: the standard price;
/// - cached input: the price of the same input uncached, else that of text input;
/// - other input, and what was written to a cache: the price of text input;
/// - thinking: the price of text output.
/// Image, audio and video output have no such neighbour: a model without a price does not make them.
struct Repricing {
  let book: PriceBook
  let basis: Valuation.Basis
  let provider: Provider
  let model: String
  /// What notes call the model.
  let label: String
  let ratios: TokenRatios
  private(set) var sum = RepricedSum()
  private var answers: [Kind: Rates] = [:]

  private struct Kind: Hashable {
    let tier: ServiceTier
    let contextOver: TokenCount
    let instant: Instant
  }

  init(
    book: PriceBook, at basis: Valuation.Basis, provider: Provider, model: String,
    label: String, ratios: TokenRatios
  ) {
    self.book = book
    self.basis = basis
    self.provider = provider
    self.model = model
    self.label = label
    self.ratios = ratios
  }

  /// The usage priced on the model.
  static func sum(
    _ loads: [Load], book: PriceBook, at basis: Valuation.Basis, provider: Provider,
    model: String, label: String? = nil, ratios: TokenRatios
  ) -> RepricedSum {
    var repricing = Repricing(
      book: book, at: basis, provider: provider, model: model,
      label: label ?? model, ratios: ratios)
    for load in loads { repricing.add(load) }
    return repricing.sum
  }

  /// What each load costs by itself on the model; nil where a part of it has no price.
  static func costs(
    _ loads: [Load], book: PriceBook, at basis: Valuation.Basis, key: ModelKey,
    ratios: TokenRatios
  ) -> [Exact?] {
    var repricing = Repricing(
      book: book, at: basis, provider: key.provider, model: key.model, label: key.model,
      ratios: ratios)
    return loads.map { load in
      repricing.sum = RepricedSum()
      repricing.add(load)
      return repricing.sum.isComplete ? repricing.sum.cost : nil
    }
  }

  private mutating func add(_ load: Load) {
    let row = load.row
    let rates = rates(for: row)
    if let resolution = rates.resolution { sum.note(resolution, of: label, row: row) }
    sum.billed = sum.billed ?? rates.pricedModel
    let tokenRatio = tokenRatio(for: load, resolution: rates.resolution)
    var isUnpriced = false
    for meter in Meter.all where row.tokens[meter] != .zero {
      let tokens = row.tokens[meter]
      if let price = rates.price(of: meter) {
        sum.cost += Exact(price * tokens) * tokenRatio
      } else if let (price, taken) = fallback(for: meter, in: rates) {
        sum.cost += Exact(price * tokens) * tokenRatio
        sum.note(
          .meterAtPriceOf(model: label, meter: meter, taken: taken), requests: row.requests,
          tokens: tokens)
      } else {
        isUnpriced = true
        sum.unpricedTokens += Exact(tokens.value)
        rates.unpricedReason(for: meter).map { sum.add(reason: $0) }
      }
    }
    if isUnpriced { sum.unpricedRequests += Exact(row.requests) }
  }

  private mutating func rates(for row: RollupRow) -> Rates {
    let tier = row.series.serviceTier
    let instant = basis.instant(for: row.slot)
    let offered = answer(Kind(tier: tier, contextOver: row.contextOver, instant: instant))
    guard case .noPriceInForce = offered.unpricedReason, tier != .standard else { return offered }
    let standard = answer(
      Kind(tier: .standard, contextOver: row.contextOver, instant: instant))
    guard standard.unpricedReason == nil else { return offered }
    sum.note(
      .tierAtStandard(model: label, tier: tier), requests: row.requests, tokens: row.tokens.total)
    return standard
  }

  private mutating func answer(_ kind: Kind) -> Rates {
    if let known = answers[kind] { return known }
    let rates = book.rates(
      provider: provider, model: model, tier: kind.tier, contextOver: kind.contextOver,
      at: kind.instant, shutdowns: .movesToSuccessor)
    answers[kind] = rates
    return rates
  }

  private func fallback(for meter: Meter, in rates: Rates) -> (price: UnitPrice, taken: Meter)? {
    for other in meter.neighbours {
      if let price = rates.price(of: other) { return (price, other) }
    }
    return nil
  }

  /// The tokens that one recorded token becomes; those that the model itself produced stay.
  private func tokenRatio(for load: Load, resolution: Resolution?) -> Exact {
    let billed = resolution?.model ?? model
    guard load.producedBy != billed, load.producedBy != model else {
      return ratios.along(resolution?.steps ?? [], producedBy: load.producedBy)
    }
    return ratios.ratio(of: model) * ratios.along(resolution?.steps ?? [], producedBy: nil)
  }
}

/// Usage priced on one model, not rounded yet.
struct RepricedSum {
  var cost = Exact.zero
  var unpricedRequests = Exact.zero
  var unpricedTokens = Exact.zero
  private(set) var reasons: [UnpricedReason] = []
  private(set) var notes: [ComparisonNote] = []
  /// The model that is billed; nil while nothing has been priced.
  var billed: String?

  var isComplete: Bool { reasons.isEmpty }

  mutating func add(reason: UnpricedReason) {
    if !reasons.contains(reason) { reasons.append(reason) }
  }

  /// Adds to the note of a kind.
  mutating func note(_ kind: ComparisonNote.Kind, requests: Int, tokens: TokenCount) {
    guard let place = notes.firstIndex(where: { $0.kind == kind }) else {
      notes.append(ComparisonNote(kind: kind, requests: requests, tokens: tokens))
      return
    }
    let known = notes[place]
    notes[place] = ComparisonNote(
      kind: kind, requests: known.requests + requests, tokens: known.tokens + tokens)
  }

  /// Notes what has become of a name.
  mutating func note(_ resolution: Resolution, of model: String, row: RollupRow) {
    if let step = resolution.steps.last {
      note(
        .answeredBy(model: model, other: resolution.model, kind: step.kind),
        requests: row.requests, tokens: row.tokens.total)
    }
    guard let end = resolution.shutdown, let day = end.day else { return }
    note(
      .ended(model: resolution.model, day: day, isEarliestOnly: end.isEarliestOnly),
      requests: row.requests, tokens: row.tokens.total)
  }

  /// Adds a share of another sum.
  mutating func add(_ other: RepricedSum, share: Exact) {
    cost += other.cost * share
    unpricedRequests += other.unpricedRequests * share
    unpricedTokens += other.unpricedTokens * share
    other.reasons.forEach { add(reason: $0) }
    for note in other.notes { self.note(note.kind, requests: note.requests, tokens: note.tokens) }
  }
}

extension Meter {
  /// The meters whose price is taken where there is none for this one, the nearest first.
  var neighbours: [Meter] {
    switch self {
    case .textInput, .textOutput, .imageOutput, .audioOutput, .videoOutput: []
    case .imageInput, .videoInput, .audioInput, .documentInput, .toolUseInput: [.textInput]
    case .cachedTextInput: [.textInput]
    case .cachedImageInput: [.imageInput, .textInput]
    case .cachedVideoInput: [.videoInput, .textInput]
    case .cachedAudioInput: [.audioInput, .textInput]
    case .cachedDocumentInput: [.documentInput, .textInput]
    case .cacheWrite5m, .cacheWrite30m, .cacheWrite1h, .cacheWrite12h: [.textInput]
    case .thinking: [.textOutput]
    }
  }
}
