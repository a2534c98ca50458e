import Arguments
import TollbookKit

/// The options of the forecasting method, for `forecast` and `backtest`.
enum ForecastOptions {
  /// How many users there will be.
  static let users = [
    Option.value(
      "mau", placeholder: "N", help: "Monthly active users; without it, as many as now."),
    .value(
      "mau-growth", placeholder: "RATE",
      help: "Growth of users a month: 0.05 is five percent more each month."),
    .value(
      "mau-path", placeholder: "FILE", help: "Users by month: a CSV file with month,mau."),
    .value(
      "scale", placeholder: "FACTOR", help: "Instead of users: how many times as much as now."),
    .value(
      "mau-sd", placeholder: "SD",
      help: "How uncertain the users are: 0.1 is give or take ten percent."),
    .value(
      "new-user-factor", placeholder: "FACTOR",
      help: "What a user beyond those seen costs, compared with one who was seen."),
  ]

  /// How the method learns, and what it shows.
  static let method = [
    Option.list(
      "level", placeholder: "PERCENT", help: "The levels of the range.", defaultText: "80,95"),
    .value(
      "population", placeholder: "WHOM",
      help: "Whether the users to come are like those seen, or other people.",
      choices: Population.allCases.map(\.rawValue), defaultText: "same"),
    .value(
      "base", placeholder: "WINDOWS", help: "How many windows the cost per user is taken from.",
      choices: ["1", "3"]),
    .list(
      "exclude", placeholder: "WHAT",
      help: "Usage that will not repeat: user=NAME, user=NAME@DAY, DAY..DAY.",
      splitsOnComma: false),
    .list(
      "gap", placeholder: "DAY..DAY", help: "Days of which usage was not recorded.",
      splitsOnComma: false),
    .flag("force", help: "Show the point, without a range, where the log is too small for one."),
    .list(
      "constant", placeholder: "NAME=VALUE",
      help: "Another value for a constant of the method; see docs/forecast.md.",
      splitsOnComma: false),
  ]

  /// The users of each month.
  static func users(_ parsed: Parsed) throws -> MAUPlan {
    let mau = try parsed.value("mau").map { text throws(TollbookError) in
      try Numbers.whole(
        text, option: "--mau", minimum: 0, maximum: MAUPlan.mostUsers,
        what: "a number of monthly active users", example: 8000)
    }
    if parsed.value("scale") != nil, mau != nil || parsed.value("mau-growth") != nil {
      throw TollbookError(
        .usage, "--scale does not go with --mau or --mau-growth",
        next: "Say how many users, or how many times as much.")
    }
    if let path = parsed.value("mau-path") {
      for option in ["mau", "mau-growth", "scale"] where parsed.value(option) != nil {
        throw TollbookError(
          .usage, "--mau-path does not go with --\(option)",
          next: "The file says how many users each month has.")
      }
      return try plan(path)
    }
    if let text = parsed.value("scale") {
      return .scale(try Numbers.factor(text, option: "--scale"))
    }
    if let text = parsed.value("mau-growth") {
      return .growth(from: mau, perMonth: try Numbers.factor(text, option: "--mau-growth"))
    }
    return mau.map { .constant($0) } ?? .observed
  }

  private static func plan(_ path: String) throws -> MAUPlan {
    let bytes = try Files.read(path)
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw TollbookError(
        .inputData, "\(path): this is no text in UTF-8",
        next: "Save it as CSV in UTF-8: \(MAUPath.header), then lines such as 2027-01,8000.")
    }
    do throws(MAUPath.Problem) {
      return try MAUPath.plan(text, file: path)
    } catch {
      throw TollbookError(
        .inputData, "\(error.file):\(error.line): \(error.message)", next: error.remedy)
    }
  }

  /// What is paid each month whatever is used.
  static func fee(_ parsed: Parsed) throws -> Money {
    try parsed.value("fixed-fee").map { text throws(TollbookError) in
      try Numbers.money(text, option: "--fixed-fee")
    } ?? .zero
  }

  /// Everything else that an input can have.
  ///
  /// - Parameters:
  ///   - parsed: The command line, of a command that takes `method`.
  ///   - takesUsers: Whether it takes `users` too.
  /// - Returns: What sets it.
  /// - Throws: `TollbookError` for what cannot be read.
  static func refinement(
    _ parsed: Parsed, takesUsers: Bool = true
  ) throws -> @Sendable (inout ForecastInput) -> Void {
    let levels = try parsed.values("level").map { text throws(TollbookError) in
      try Numbers.whole(
        text, option: "--level", minimum: 1, what: "a percentage below 100", example: 80)
    }
    let deviation = takesUsers ? try factor("mau-sd", parsed) : nil
    let newUser = takesUsers ? try factor("new-user-factor", parsed) : nil
    let exclusions =
      try parsed.values("exclude").map { try exclusion($0) }
      + parsed.values("gap").map {
        ForecastExclusion(user: nil, days: try span($0, option: "--gap"))
      }
    let population = parsed.value("population").flatMap(Population.init(rawValue:))
    let base = parsed.value("base").flatMap { Int($0) }
    let isForced = parsed.flag("force")
    let constants = try constants(parsed.values("constant"))
    return { input in
      // A level named twice is meant once.
      var wanted: [Int] = []
      for level in levels where !wanted.contains(level) { wanted.append(level) }
      if !wanted.isEmpty { input.levels = wanted }
      input.usersDeviation = deviation ?? .zero
      input.newUserFactor = newUser ?? .one
      input.exclusions = exclusions
      input.population = population ?? .same
      input.base = base
      input.isForced = isForced
      input.constants = constants
    }
  }

  private static func factor(
    _ option: String, _ parsed: Parsed
  ) throws(TollbookError) -> DecimalFactor? {
    guard let text = parsed.value(option) else { return nil }
    let factor = try Numbers.factor(text, option: "--\(option)")
    guard factor >= .zero else {
      throw TollbookError(
        .usage, "--\(option) \(text): this is below zero", next: "Give 0 or more.")
    }
    return factor
  }

  private static func constants(_ texts: [String]) throws(TollbookError) -> ForecastConstants {
    var constants = ForecastConstants()
    for text in texts {
      let (name, value) = try Numbers.pair(text, option: "--constant", example: "drift=0.05")
      guard constants.named.contains(where: { $0.name == name }) else {
        throw TollbookError(
          .usage, "--constant \(name): there is no such constant",
          next: "Choose from \(constants.named.map(\.name).joined(separator: ", ")).")
      }
      guard let number = DecimalFactor(value).map({ Double($0.description) ?? -1 }),
        constants.set(name, to: number)
      else {
        throw TollbookError(
          .usage, "--constant \(text): this constant cannot have that value",
          next: "Give a whole number from 1 to 1000 for a count, 0 to 1000 for all others.")
      }
    }
    return constants
  }

  /// `user=NAME`, `user=NAME@DAY`, `user=NAME@DAY..DAY` or `DAY..DAY`.
  private static func exclusion(_ text: String) throws -> ForecastExclusion {
    guard text.hasPrefix("user=") else {
      return ForecastExclusion(user: nil, days: try span(text, option: "--exclude"))
    }
    let name = String(text.dropFirst(5))
    // A user's name may hold an @, as addresses do: only days behind the last one count.
    if let place = name.lastIndex(of: "@"),
      let days = days(String(name[name.index(after: place)...]))
    {
      return ForecastExclusion(user: String(name[..<place]), days: days)
    }
    return ForecastExclusion(user: name, days: nil)
  }

  private static func span(_ text: String, option: String) throws -> Range<Day> {
    guard let days = days(text) else {
      throw TollbookError(
        .usage, "\(option) \(text): these are not days",
        next: "Write it like 2026-11-03..2026-11-05, the last day included.")
    }
    return days
  }

  /// `DAY` or `DAY..DAY`, the last day included.
  private static func days(_ text: String) -> Range<Day>? {
    if let day = Day(text) { return day..<day.adding(days: 1) }
    guard text.utf8.count == 22, text.dropFirst(10).hasPrefix("..") else { return nil }
    guard let first = Day(String(text.prefix(10))), let last = Day(String(text.suffix(10))),
      first <= last
    else { return nil }
    return first..<last.adding(days: 1)
  }
}
