import Arguments
import TollbookKit

/// `tollbook forecast`: what it will cost at a number of users.
enum ForecastCommand {
  static let declaration = Command(
    "forecast",
    summary: "what it will cost, month by month, at your number of users, and how sure that is",
    discussion: [
      "What an average monthly active user cost lately, priced anew at each future day's price, "
        + "times the users you say you will have. A price step, a re-route or a shutdown lands in "
        + "its month and is listed with its effect. Each month has a range; --explain says how it "
        + "is made, and docs/forecast.md in full.",
      "Without a log, --scenario describes what an app will send (docs/scenarios.md), or its levers "
        + "change what was recorded (docs/levers.md).",
    ],
    options: ForecastOptions.users + [
      .value("months", placeholder: "N", help: "How many months.", defaultText: "12"),
      Invocation.valuationOption(default: "then"),
      .value("from", placeholder: "DAY", help: "Learn from this day on."),
      .value("until", placeholder: "DAY", help: "Learn up to this day, not included."),
      .value("scenario", placeholder: "FILE", help: "A plan instead of a log, or levers on it."),
      .list(
        "token-ratio", placeholder: "MODEL=RATIO",
        help: "Tokens that a successor needs for one of its predecessor.", splitsOnComma: false),
      .flag("drop-retired", help: "Leave out models that end without a successor."),
      .value(
        "fixed-fee", placeholder: "USD", help: "What is paid each month whatever is used."),
    ] + ForecastOptions.method + [
      .flag("explain", help: "Say in plain words how the figures are made.")
    ] + Invocation.pricingOptions,
    examples: [
      (line: "tollbook forecast --mau 8000", purpose: "Twelve months at 8,000 users."),
      (
        line: "tollbook forecast --mau 8000 --mau-growth 0.1 --months 6",
        purpose: "Ten percent more users each month."
      ),
      (
        line: "tollbook forecast --scenario plan.json --mau 8000",
        purpose: "Before there is a log."
      ),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let parsed = invocation.parsed
    do {
      try invocation.answer(schema: "tollbook.forecast/1") {
        let tollbook = try invocation.tollbook()
        return tollbook.report(
          try forecast(invocation, tollbook), explains: parsed.flag("explain"))
      }
    } catch let refusal as ForecastRefusal {
      // Only here is it known that the plan is a file's.
      guard case .noMAU = refusal, let path = parsed.value("mau-path") else { throw refusal }
      throw TollbookError(
        .inputData, "\(path): \(refusal.explanation)", next: refusal.remedy)
    }
    return .done
  }

  private static func forecast(
    _ invocation: Invocation, _ tollbook: Tollbook
  ) throws -> Forecast {
    let parsed = invocation.parsed
    let plan = try parsed.value("scenario").map { path in try Self.scenario(path) }
    if plan?.features.isEmpty == false { try refuseLogOptions(parsed) }
    var question = try question(invocation, tollbook)
    question.levers = plan?.levers ?? []
    guard let plan, !plan.features.isEmpty else { return try tollbook.forecast(question) }
    return try tollbook.forecast(of: plan, question)
  }

  private static func question(
    _ invocation: Invocation, _ tollbook: Tollbook
  ) throws -> ForecastQuestion {
    let parsed = invocation.parsed
    var question = ForecastQuestion()
    question.months = try Numbers.whole(
      parsed.value("months") ?? "12", option: "--months", minimum: 1, what: "a number of months",
      example: 12)
    question.users = try ForecastOptions.users(parsed)
    question.valuation = try invocation.valuation(today: tollbook.today) ?? .then
    question.tokenRatios = try Numbers.tokenRatios(parsed.values("token-ratio"))
    question.dropRetired = parsed.flag("drop-retired")
    question.window = try window(parsed)
    question.asOf = try parsed.value("as-of").map { text throws(TollbookError) in
      try TimeBounds.day(text, option: "--as-of")
    }
    let fee = try ForecastOptions.fee(parsed)
    let refined = try ForecastOptions.refinement(parsed)
    question.refine = { input in
      refined(&input)
      input.fixedFee = fee
    }
    return question
  }

  /// What says how to learn from a log means nothing beside a plan.
  private static func refuseLogOptions(_ parsed: Parsed) throws(TollbookError) {
    let single = [
      "from", "until", "mau-sd", "new-user-factor", "population", "base",
    ].filter { parsed.value($0) != nil }
    let lists = ["level", "exclude", "gap", "constant"].filter { !parsed.values($0).isEmpty }
    guard let option = (single + lists).first else { return }
    throw TollbookError(
      .usage, "--\(option) does not go with --scenario",
      next: "A plan has no days to learn from; leave it out.")
  }

  private static func scenario(_ path: String) throws -> Scenario {
    try Scenario(parsing: try Files.read(path), file: path)
  }

  private static func window(_ parsed: Parsed) throws -> Range<Day>? {
    guard let from = parsed.value("from") else {
      guard parsed.value("until") == nil else {
        throw TollbookError(
          .usage, "--until needs --from", next: "Give both ends of the days to learn from.")
      }
      return nil
    }
    guard let until = parsed.value("until") else {
      throw TollbookError(
        .usage, "--from needs --until", next: "Give both ends of the days to learn from.")
    }
    let first = try TimeBounds.day(from, option: "--from")
    let end = try TimeBounds.day(until, option: "--until")
    guard first < end else {
      throw TollbookError(
        .usage, "--until \(until) is not after --from \(from)",
        next: "The days go up to, and do not include, what --until names.")
    }
    return first..<end
  }
}
