import Pricing
import Quantities
import Usage

extension Estimate {
  /// Estimates a request for each model.
  ///
  /// The lower bound is priced with the least tokens, the upper one with the most, each in the
  /// context band that its own prompt falls in.
  ///
  /// - Throws: A model that no price book knows.
  public init(_ input: EstimateInput) throws(EstimateRefusal) {
    var lines: [Line] = []
    for model in input.models {
      lines.append(try Estimator(input: input).line(model.provider, model.name))
    }
    self.lines = lines
    at = input.at
    requests = input.requests
    serviceTier = input.serviceTier
    contracts = input.book.contractNames
  }
}

/// Estimates for one model at a time.
private struct Estimator {
  let input: EstimateInput

  func line(_ asked: Provider?, _ name: String) throws(EstimateRefusal) -> Estimate.Line {
    let instant = input.at.priceInstant
    let sellers = asked.map { [$0] } ?? input.book.providers
    func resolution(_ seller: Provider) -> Resolution? {
      input.book.resolve(
        provider: seller, model: name, at: instant, shutdowns: .movesToSuccessor)
    }
    guard let provider = sellers.first(where: { resolution($0) != nil }),
      let billed = resolution(provider)?.model
    else { throw .unknownModel(name, provider: asked) }
    let parts = parts(billed)
    let least = bound(parts, \.lowerBound)
    let most = bound(parts, \.upperBound)
    let series = UsageSeries(
      provider: provider, requestedModel: name, serviceTier: input.serviceTier)
    var costs: [Money] = []
    var reasons: [UnpricedReason] = []
    for tokens in [least, most].compactMap(\.self) {
      let charge = charge(tokens, series)
      costs.append(charge.cost)
      for reason in charge.reasons where !reasons.contains(reason) { reasons.append(reason) }
    }
    let isPriced = costs.count == 2 && reasons.isEmpty
    // A longer prompt may fall in a dearer band, and never in a cheaper one by much: order anyway.
    let cost = isPriced ? min(costs[0], costs[1])...max(costs[0], costs[1]) : nil
    let prompts = [least, most].compactMap { $0.map { $0.total.value - input.output } }
    return Estimate.Line(
      provider: provider, model: name, billedAs: billed, parts: parts,
      input: prompts.count == 2 ? prompts[0]...prompts[1] : nil, output: input.output,
      requestCost: cost, cost: try all(cost), reasons: reasons)
  }

  private func all(_ cost: ClosedRange<Money>?) throws(EstimateRefusal) -> ClosedRange<Money>? {
    guard let cost else { return nil }
    let times = Exact(input.requests)
    guard let least = (Exact(cost.lowerBound) * times).money,
      let most = (Exact(cost.upperBound) * times).money
    else { throw .outOfRange }
    return least...most
  }

  private func charge(_ tokens: MeteredTokens, _ series: UsageSeries) -> Charge {
    let row = RollupRow(
      slot: input.at.priceInstant, series: series,
      contextOver: input.book.contextThresholds.exceeded(by: tokens.prompt), requests: 1,
      tokens: tokens)
    var valuation = Valuation(
      book: input.book, basis: .on(input.at.priceInstant), shutdowns: .movesToSuccessor)
    return valuation.charge(for: row)
  }

  /// The tokens of a request at one end of the range; nil where a part cannot be said.
  private func bound(
    _ parts: [Estimate.Part], _ end: (ClosedRange<Int64>) -> Int64
  ) -> MeteredTokens? {
    var tokens = MeteredTokens()
    for part in parts {
      guard let range = part.tokens else { return nil }
      tokens[part.meter] += TokenCount(end(range))
    }
    tokens[.textOutput] = TokenCount(input.output)
    return tokens
  }

  private func parts(_ model: String) -> [Estimate.Part] {
    let generation = ModelGeneration(model: model)
    let resolution = input.resolution.flatMap { MediaResolution(rawValue: $0) }
    var parts: [Estimate.Part] = []
    func add(
      _ kind: Estimate.Part.Kind, _ meter: Meter, _ rate: MediaTokens.Rate?, times: Exact
    ) {
      let tokens = rate.map { $0.bounds.scaled(by: times) }
      parts.append(
        Estimate.Part(
          kind: kind, meter: meter, tokens: tokens,
          basis: rate?.basis ?? "how \(model) counts this is not known here"))
    }
    if let text = input.text { parts.append(part(text, model)) }
    for image in input.images {
      let rate = MediaTokens.image(
        .pixels(width: image.width, height: image.height), resolution, model: model,
        on: input.at)
      add(.image, .imageInput, rate, times: .one)
    }
    if input.audioSeconds > .zero {
      add(
        .audio, .audioInput, generation.map(MediaTokens.audio), times: Exact(input.audioSeconds))
    }
    if input.videoSeconds > .zero {
      let seconds = Exact(input.videoSeconds)
      add(
        .video, .videoInput, generation.map { MediaTokens.frames($0, resolution) },
        times: seconds)
      add(.sound, .audioInput, generation.map(MediaTokens.sound), times: seconds)
    }
    if input.pdfPages > 0 {
      add(
        .pdf, .documentInput, generation.map { MediaTokens.page($0, resolution) },
        times: Exact(input.pdfPages))
    }
    return parts
  }

  private func part(_ text: TextCharacters, _ model: String) -> Estimate.Part {
    let family = TokensPerCharacter.Family(model: model)
    return Estimate.Part(
      kind: .text, meter: .textInput,
      tokens: family.map { TokensPerCharacter.tokens(of: text, $0) },
      basis: family?.basis ?? "how \(model) counts text is not known here")
  }
}

extension ClosedRange<Int64> {
  /// So many times the range, outwards to whole numbers.
  fileprivate func scaled(by times: Exact) -> ClosedRange<Int64> {
    func whole(_ value: Exact, up: Bool) -> Int64 {
      guard !value.isOutOfRange else { return .max }
      let (quotient, rest) = value.numerator.quotientAndRemainder(dividingBy: value.denominator)
      return Int64(clamping: quotient + (up && rest > 0 ? 1 : 0))
    }
    let least = whole(Exact(lowerBound) * times, up: false)
    return least...Swift.max(least, whole(Exact(upperBound) * times, up: true))
  }
}
