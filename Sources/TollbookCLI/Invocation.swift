import Arguments
import TollbookKit

/// One run of a command: what was given on the command line, with the options that all share.
struct Invocation {
  let parsed: Parsed
  let surroundings: Surroundings

  init(_ parsed: Parsed, _ surroundings: Surroundings) {
    self.parsed = parsed
    self.surroundings = surroundings
  }

  // MARK: Options that commands share

  /// The option `--db`.
  static let ledgerOption = Option.value(
    "db", placeholder: "PATH",
    help: "The ledger; made by import if it is not there.",
    defaultText: "$XDG_DATA_HOME/tollbook/tollbook.db", environment: "TOLLBOOK_DB")

  /// The option `--prices`.
  static let pricesOption = Option.list(
    "prices", placeholder: "FILE",
    help: "A price file of one's own, laid over the built-in price book.",
    splitsOnComma: false, environment: "TOLLBOOK_PRICES")

  /// The option `--as-of`.
  static let asOfOption = Option.value(
    "as-of", placeholder: "DAY", help: "What counts as today.", defaultText: "today")

  /// The option `--tz`.
  static let zoneOption = Option.value(
    "tz", placeholder: "ZONE",
    help: "The time zone of days, weeks and months, such as Asia/Tokyo.", defaultText: "UTC")

  /// How and where a result is written.
  static let outputOptions = [
    Option.value(
      "format", short: "f", placeholder: "FORMAT", help: "How the result is written.",
      choices: ReportFormat.allCases.map(\.rawValue), defaultText: "table"),
    Option.value(
      "output", short: "o", placeholder: "FILE",
      help: "Write the result to a file instead of standard output."),
  ]

  /// When: the options of a period.
  static let periodOptions = [
    Option.value("since", placeholder: "DAY", help: "The first day, or an instant."),
    Option.value(
      "until", placeholder: "DAY",
      help: "The day or instant at which the period ends, not included."),
    Option.value("month", placeholder: "MONTH", help: "One month, such as 2026-11."),
  ]

  /// Everything that a command which asks the ledger takes.
  static let questionOptions =
    [ledgerOption, pricesOption, asOfOption, zoneOption] + outputOptions

  /// Everything that a command which prices what is in the ledger takes.
  static let pricingOptions =
    [ledgerOption, bookOption, bookAsOfOption, pricesOption, asOfOption, zoneOption] + outputOptions

  /// The section of the manual on environment variables.
  static let environmentSection = (
    title: "environment",
    paragraphs: [
      "TOLLBOOK_DB\tThe ledger, where --db is not given.",
      "TOLLBOOK_PRICES\tPrice files, separated by colons, where --prices is not given.",
      "XDG_DATA_HOME\tWhere the ledger is kept by default; else ~/.local/share.",
      "NO_COLOR\tNo colour, whatever the terminal.",
    ]
  )

  // MARK: What they mean

  /// The front door, opened with what was given; only an import makes the default folder.
  ///
  /// Without a book it is that of `--book`.
  func tollbook(_ book: PriceBook? = nil, makesFolder: Bool = false) throws -> Tollbook {
    Tollbook(
      ledgerPath: try ledgerPath(makesFolder: makesFolder), book: try book ?? self.book(),
      zone: try zone(), now: try now(),
      talk: { [surroundings] words in ErrorText.note(words, surroundings) })
  }

  /// What counts as now: the clock's time, or the beginning of `--as-of`.
  func now() throws -> Instant {
    guard let text = parsed.value("as-of") else { return surroundings.now }
    return try zone().start(of: try TimeBounds.day(text, option: "--as-of"))
  }

  /// The time zone of `--tz`.
  func zone() throws -> TimeZoneRules { try TimeZones.named(parsed.value("tz") ?? "UTC") }

  /// The period of `--since`, `--until` and `--month`.
  func period(_ zone: TimeZoneRules) throws -> Period {
    try TimeBounds.period(
      since: parsed.value("since"), until: parsed.value("until"), month: parsed.value("month"),
      zone: zone)
  }

  /// The ledger's file: `--db`, the environment, or the default.
  func ledgerPath(makesFolder: Bool = false) throws -> String {
    if let path = parsed.value("db") {
      guard !path.isEmpty else {
        throw TollbookError(
          .usage, "--db is empty", next: "Name the ledger's file, or leave the option out.")
      }
      return path
    }
    if let path = surroundings.environment["TOLLBOOK_DB"], !path.isEmpty { return path }
    let base: String
    if let data = surroundings.environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      base = data
    } else if let home = surroundings.environment["HOME"], !home.isEmpty {
      base = home + "/.local/share"
    } else {
      throw TollbookError(
        .configuration, "neither HOME nor XDG_DATA_HOME says where to keep the ledger",
        next: "Name it with --db PATH or $TOLLBOOK_DB.")
    }
    if makesFolder { try Files.makeFolder(base + "/tollbook") }
    return base + "/tollbook/tollbook.db"
  }

  /// The numbers that `--by` lists.
  func groupKeys() throws -> [GroupKey] {
    var keys: [GroupKey] = []
    for word in parsed.values("by") {
      guard let key = GroupKey(word: word) else {
        throw TollbookError(
          .usage, "--by \(word): usage cannot be grouped by this",
          next: "Choose from \(GroupKey.words.joined(separator: ", ")).")
      }
      // Named twice is meant once.
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// Refuses an output that would take the place of something this very command reads.
  func checkOutput() throws {
    guard let output = parsed.value("output"), let identity = Files.identity(output) else { return }
    var read = parsed.values("prices") + parsed.operands + bookPaths
    // `prices list` needs no ledger, and so no place to keep one.
    if let ledger = try? ledgerPath() { read.append(ledger) }
    for option in ["scenario", "text", "mau-path", "route"] where parsed.declares(option) {
      read += parsed.values(option)
    }
    if parsed.commandPath.last == "check" {
      read += parsed.values("frozen") + parsed.values("freeze")
    }
    for path in read where Files.identity(path) == identity {
      throw TollbookError(
        .usage, "--output \(output): this command reads \(path), which is the same file",
        next: "Choose another file for the result.")
    }
  }

  /// Writes a report where it was asked for, in the format that was asked for.
  func write(_ report: Report) throws {
    let format = parsed.value("format").flatMap(ReportFormat.init(rawValue:)) ?? .table
    let path = parsed.value("output")
    let options = RenderingOptions(
      width: surroundings.terminalWidth, color: path == nil && surroundings.wantsColor)
    let text = render(report, as: format, options: options)
    guard let path else { return try surroundings.print(text) }
    try Files.write(text, to: path)
  }

  /// Whether the result is asked for in a form that programs read.
  var isForPrograms: Bool { ["json", "csv"].contains(parsed.value("format")) }
}
