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
      "A table of the coming months shows what becomes of the choices as known prices change, and "
        + "the month in which another one becomes the cheapest. See docs/compare.md, and "
        + "docs/routes.md for rules that send each request where it belongs.",
      "A model may be written PROVIDER:MODEL where several sell it.",
    ],
    operands: [
      Operand("MODEL", help: "Models to compare with today's.", minimum: 0, maximum: nil)
    ],
    options: [
      .list(
        "mix", placeholder: "MODEL=SHARE,…", help: "A mix; its shares add up to 100.",
        splitsOnComma: false),
      .value(
        "route", placeholder: "FILE",
        help: "Rules that send each recorded request to a model; one more choice."),
      .value(
        "scenario", placeholder: "FILE",
        help: "Levers that change the recorded usage before it is compared; see docs/levers.md."),
      .value("months", placeholder: "N", help: "How many months ahead.", defaultText: "12"),
      .list(
        "fixed-cost", placeholder: "[MODEL=]USD",
        help: "What a choice costs a month beside tokens; without a name, every choice does. A mix "
          + "is named as it was written, the route by its name.", splitsOnComma: false),
      .value(
        "revenue-per-mau", placeholder: "USD",
        help: "What a monthly active user brings a month: which choice that pays for."),
      .value(
        "budget", placeholder: "USD",
        help: "What may be spent a month: how many monthly active users that affords."),
      .flag(
        "each-request",
        help: "Read requests one by one, for latencies and ranges by user, also where there are "
          + "more than a million."),
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
      (
        line: "tollbook compare --route route.json --budget 500",
        purpose: "Rules for each request, and the users that 500 USD a month affords."
      ),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.answer(schema: "tollbook.comparison/1") { try report(invocation) }
    return .done
  }

  private static func report(_ invocation: Invocation) throws -> Report {
    let tollbook = try invocation.tollbook()
    var question = try question(invocation, tollbook)
    guard !question.candidates.isEmpty || question.route != nil else {
      throw TollbookError(
        .usage, "there is nothing to compare with",
        next: "Name models, a mix or a route: tollbook compare gemini-3.8-flash.")
    }
    let parsed = invocation.parsed
    let names = parsed.operands + parsed.values("mix")
    let fixed = try FixedCosts(
      parsed.values("fixed-cost"), choices: names + [question.route?.name].compactMap(\.self))
    for (index, name) in names.enumerated() {
      question.candidates[index].fixedCost = fixed.cost(of: name)
    }
    question.routeFixedCost = question.route.map { fixed.cost(of: $0.name) } ?? .zero
    return try tollbook.compare(question)
  }

  /// The levers of a scenario; a comparison is about recorded usage, so it has no features.
  private static func levers(_ parsed: Parsed) throws -> [Lever] {
    guard let path = parsed.value("scenario") else { return [] }
    guard parsed.value("route") == nil else {
      throw TollbookError(
        .usage, "--scenario does not go with --route",
        next: "A route looks at recorded requests; give the lever model_share instead.")
    }
    let scenario = try Scenario(parsing: try Files.read(path), file: path)
    guard scenario.features.isEmpty else {
      throw TollbookError(
        .usage, "\(path): the scenario stands alone, and a comparison is of recorded usage",
        next: "Leave \"features\" out of it.")
    }
    return scenario.levers
  }

  /// What the options ask, fixed costs left aside.
  private static func question(
    _ invocation: Invocation, _ tollbook: Tollbook
  ) throws -> ComparisonQuestion {
    let parsed = invocation.parsed
    var question = ComparisonQuestion(
      parsed.operands.map { word in
        let (provider, model) = tollbook.book.sellerAndModel(word)
        return ComparisonCandidate(model: model, provider: provider)
      } + (try parsed.values("mix").map { try mix($0, tollbook) }))
    question.route = try parsed.value("route").map { path in
      try Route(parsing: try Files.read(path), file: path)
    }
    question.levers = try levers(parsed)
    question.days = try parsed.values("on").map { text throws(TollbookError) in
      try TimeBounds.day(text, option: "--on")
    }
    question.period = try invocation.period(tollbook.zone)
    question.valuation = try invocation.valuation(today: tollbook.today)
    question.tokenRatios = try Numbers.tokenRatios(parsed.values("token-ratio"))
    question.months = try Numbers.whole(
      parsed.value("months") ?? "12", option: "--months", minimum: 0, what: "a number of months",
      example: 12)
    question.revenuePerMAU = try money(parsed, "revenue-per-mau")
    question.budget = try money(parsed, "budget")
    question.readsEachRequest = parsed.flag("each-request")
    return question
  }

  private static func money(_ parsed: Parsed, _ option: String) throws -> Money? {
    try parsed.value(option).map { try Numbers.money($0, option: "--\(option)") }
  }

  private static func mix(_ text: String, _ tollbook: Tollbook) throws -> ComparisonCandidate {
    var shares: [ComparisonCandidate.Share] = []
    for part in text.split(separator: ",").map(String.init) {
      let (word, share) = try Numbers.pair(
        part, option: "--mix", example: "gemini-2.5-flash=80,gemini-2.5-pro=20")
      let (provider, model) = tollbook.book.sellerAndModel(word)
      let number = share.hasSuffix("%") ? String(share.dropLast()) : share
      shares.append(
        ComparisonCandidate.Share(
          provider: provider, model: model,
          percent: try Numbers.factor(number, option: "--mix \(word)=")))
    }
    return ComparisonCandidate(mix: shares)
  }
}
