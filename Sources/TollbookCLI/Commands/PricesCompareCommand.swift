import Arguments
import TollbookKit

/// `tollbook prices compare`: where somebody else's table does not agree with the price book.
enum PricesCompareCommand {
  static let declaration = Command(
    "compare", summary: "where somebody else's table does not agree with the price book",
    discussion: [
      "Asks both what a request pays on a day, for every model, tier, context band and meter that "
        + "the table has a price for, and lists where the answers differ, with the source of each. "
        + "The table is one that `prices import` reads, or a price file of Tollbook's own format."
    ],
    options: [
      .value("with", placeholder: "FILE", help: "The table; required."),
      PricesImportCommand.fromOption(PriceTableKind.allCases),
      .value("provider", placeholder: "NAME", help: "Only this seller's."),
      .value("on", placeholder: "DAY", help: "At this day's prices.", defaultText: "today"),
      .list(
        "fail-on", placeholder: "WHAT", help: "Exit with 1 if there is any of this.",
        choices: ["difference"]),
      Invocation.bookOption, Invocation.bookAsOfOption, Invocation.pricesOption,
      Invocation.ledgerOption, Invocation.asOfOption, Invocation.zoneOption,
    ] + Invocation.outputOptions,
    examples: [
      (
        line: "tollbook prices compare --with model_prices.json --provider anthropic",
        purpose: "Where litellm says something else."
      )
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let parsed = invocation.parsed
    guard let path = parsed.value("with") else {
      throw TollbookError(
        .usage, "--with FILE is missing: compare with what?",
        next: "Name the table: tollbook prices compare --with FILE.")
    }
    if let output = parsed.value("output"), let identity = Files.identity(output),
      identity == Files.identity(path)
    {
      throw TollbookError(
        .usage, "--output \(output): this command reads \(path), which is the same file",
        next: "Choose another file for the result.")
    }
    let prices = PriceQuestions(
      book: try invocation.book(), now: try invocation.now(), zone: try invocation.zone())
    let (report, differences) = try prices.compare(
      with: PriceBookSource(name: path, bytes: try Files.read(path)),
      as: parsed.value("from").flatMap(PriceTableKind.init(rawValue:)),
      provider: try PricesCommand.provider(invocation, prices.book),
      on: try parsed.value("on").map { try TimeBounds.day($0, option: "--on") })
    try invocation.write(report)
    let fails = parsed.values("fail-on").contains("difference")
    return fails && differences > 0 ? .checkFailed : .done
  }
}
