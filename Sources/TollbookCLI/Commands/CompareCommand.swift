import Arguments
import TollbookKit

/// `tollbook compare`: what other models would cost.
enum CompareCommand {
  static let declaration = Command(
    "compare",
    summary: "what the recorded usage would cost on other models, or on a mix of them",
    discussion: [
      "The recorded tokens are priced anew on each model: cached share, thinking, service tier and "
        + "context bands are kept, and what a model does not offer is named. The usage is that of "
        + "the last 30 days unless a period is given, and is shown per 30 days.",
      "A model may be written PROVIDER:MODEL where several sell it.",
    ],
    operands: [
      Operand("MODEL", help: "Models to compare with today's.", minimum: 0, maximum: nil)
    ],
    options: [
      .list(
        "mix", placeholder: "MODEL=SHARE,…", help: "A mix; its shares add up to 100.",
        splitsOnComma: false),
      Invocation.valuationOption(default: "now"),
      .list("on", placeholder: "DAY", help: "At this day's prices too, in columns of their own."),
      .list(
        "token-ratio", placeholder: "MODEL=RATIO",
        help: "Tokens that a model needs for one of today's.", splitsOnComma: false),
    ] + Invocation.periodOptions + Invocation.pricingOptions,
    examples: [
      (
        line: "tollbook compare gemini-3.8-flash gemini-2.5-pro --on 2027-01-01",
        purpose: "Two models, today and at next year's prices."
      ),
      (
        line: "tollbook compare --mix 'gemini-2.5-flash=80,gemini-2.5-pro=20'",
        purpose: "Four requests in five on Flash."
      ),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let parsed = invocation.parsed
    let tollbook = try invocation.tollbook()
    var candidates = parsed.operands.map { word in
      let (provider, model) = named(word, tollbook)
      return ComparisonCandidate(model: model, provider: provider)
    }
    for text in parsed.values("mix") { candidates.append(try mix(text, tollbook)) }
    guard !candidates.isEmpty else {
      throw TollbookError(
        .usage, "there is nothing to compare with",
        next: "Name models, or a mix: tollbook compare gemini-3.8-flash.")
    }
    let days = try parsed.values("on").map { text throws(TollbookError) in
      try TimeBounds.day(text, option: "--on")
    }
    let period = try invocation.period(tollbook.zone)
    let comparison = try tollbook.compare(
      candidates, period: period, valuation: try invocation.valuation(today: tollbook.today),
      on: days,
      tokenRatios: try Numbers.tokenRatios(parsed.values("token-ratio")))
    try invocation.write(comparison)
    return .done
  }

  /// A model's name, with the seller that may stand before it.
  static func named(_ word: String, _ tollbook: Tollbook) -> (Provider?, String) {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let provider = Provider(parts[0]),
      tollbook.book.providers.contains(provider)
    else { return (nil, word) }
    return (provider, parts[1])
  }

  private static func mix(_ text: String, _ tollbook: Tollbook) throws -> ComparisonCandidate {
    var shares: [ComparisonCandidate.Share] = []
    for part in text.split(separator: ",").map(String.init) {
      let (word, share) = try Numbers.pair(
        part, option: "--mix", example: "gemini-2.5-flash=80,gemini-2.5-pro=20")
      let (provider, model) = named(word, tollbook)
      let number = share.hasSuffix("%") ? String(share.dropLast()) : share
      shares.append(
        ComparisonCandidate.Share(
          provider: provider, model: model,
          percent: try Numbers.factor(number, option: "--mix \(word)=")))
    }
    return ComparisonCandidate(mix: shares)
  }
}
