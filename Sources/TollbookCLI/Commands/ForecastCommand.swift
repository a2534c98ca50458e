import Arguments
import TollbookKit

/// `tollbook forecast`: what it will cost at a number of users.
enum ForecastCommand {
  static let declaration = Command(
    "forecast",
    summary: "what it will cost, month by month, at your number of users",
    discussion: [
      "What an average monthly active user cost lately, priced anew at each future day's price, "
        + "times the users you say you will have. A price step, a re-route or a shutdown lands in "
        + "its month and is listed with its effect. The figure is a point, without a range.",
      "Without a log, --scenario describes what an app will send; see docs/scenarios.md.",
    ],
    options: [
      .value("mau", placeholder: "N", help: "Monthly active users; without it, as many as now."),
      .value(
        "mau-growth", placeholder: "RATE",
        help: "Growth of users a month: 0.05 is five percent more each month."),
      .value(
        "scale", placeholder: "FACTOR",
        help: "Instead of users: how many times as much as now."),
      .value("months", placeholder: "N", help: "How many months.", defaultText: "12"),
      Invocation.valuationOption(default: "then"),
      .value("from", placeholder: "DAY", help: "Learn from this day on."),
      .value("until", placeholder: "DAY", help: "Learn up to this day, not included."),
      .value("scenario", placeholder: "FILE", help: "Forecast a plan instead of a log."),
      .list(
        "token-ratio", placeholder: "MODEL=RATIO",
        help: "Tokens that a successor needs for one of its predecessor.", splitsOnComma: false),
      .flag("drop-retired", help: "Leave out models that end without a successor."),
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
    let tollbook = try invocation.tollbook()
    let months = try Numbers.whole(
      parsed.value("months") ?? "12", option: "--months", minimum: 1, what: "a number of months")
    let users = try users(parsed)
    let valuation = try invocation.valuation(today: tollbook.today) ?? .then
    let ratios = try Numbers.tokenRatios(parsed.values("token-ratio"))
    let forecast: Forecast
    if let path = parsed.value("scenario") {
      for option in ["from", "until"] where parsed.value(option) != nil {
        throw TollbookError(
          .usage, "--\(option) does not go with --scenario",
          next: "A plan has no days to learn from; leave it out.")
      }
      forecast = try tollbook.forecast(
        of: try scenario(path), months: months, users: users, valuation: valuation,
        dropRetired: parsed.flag("drop-retired"), tokenRatios: ratios)
    } else {
      let asOf = try parsed.value("as-of").map { text throws(TollbookError) in
        try TimeBounds.day(text, option: "--as-of")
      }
      forecast = try tollbook.forecast(
        months: months, users: users, window: try window(parsed), asOf: asOf,
        valuation: valuation, dropRetired: parsed.flag("drop-retired"), tokenRatios: ratios)
    }
    try invocation.write(tollbook.report(forecast))
    return .done
  }

  private static func scenario(_ path: String) throws -> Scenario {
    try Scenario(parsing: try Files.read(path), file: path)
  }

  private static func users(_ parsed: Parsed) throws -> MAUPlan {
    let mau = try parsed.value("mau").map { text throws(TollbookError) in
      try Numbers.whole(
        text, option: "--mau", minimum: 0, what: "a number of monthly active users")
    }
    if let text = parsed.value("scale") {
      guard mau == nil, parsed.value("mau-growth") == nil else {
        throw TollbookError(
          .usage, "--scale does not go with --mau or --mau-growth",
          next: "Say how many users, or how many times as much.")
      }
      return .scale(try Numbers.factor(text, option: "--scale"))
    }
    if let text = parsed.value("mau-growth") {
      return .growth(from: mau, perMonth: try Numbers.factor(text, option: "--mau-growth"))
    }
    return mau.map { .constant($0) } ?? .observed
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
