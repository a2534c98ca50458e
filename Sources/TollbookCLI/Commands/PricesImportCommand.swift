import Arguments
import TollbookKit

/// `tollbook prices import`: somebody else's table as a price file of one's own.
enum PricesImportCommand {
  /// The option `--from`, with the kinds that can be read.
  static func fromOption(_ kinds: [PriceTableKind]) -> Option {
    .value(
      "from", placeholder: "KIND", help: "Whose table it is.", choices: kinds.map(\.rawValue),
      defaultText: "by its content")
  }

  static let declaration = Command(
    "import", summary: "somebody else's table of prices as a price file of one's own",
    discussion: [
      "Writes the prices of one seller as a file for --prices, from the decimal text of the table, "
        + "never through binary floating point; to standard output, or to --output FILE. With "
        + "--output FOLDER/ it writes one file for each seller.",
      "Lists what the table has and a price file cannot express, and what was refused because no "
        + "seller asks it: a slip of the unit, cached input for more than fresh input, a price a "
        + "thousandfold apart from the book's.",
      "A table without days says what holds now, so its prices count from today on, or from "
        + "--since on.",
    ],
    operands: [
      Operand(
        "FILE",
        help: "model_prices_and_context_window.json of litellm, data.json of genai-prices, "
          + "api.json of models.dev, or a file of llm-prices.")
    ],
    options: [
      fromOption(PriceTableKind.allCases.filter { $0 != .tollbook }),
      .list("seller", placeholder: "NAME", help: "Only this seller's prices."),
      .value(
        "since", placeholder: "DAY", help: "Since when prices count for which no day is named.",
        defaultText: "today"),
      .flag("only-missing", help: "Only models that the price book has no price for."),
      .list(
        "fail-on", placeholder: "WHAT", help: "Exit with 1 if there is any of this.",
        choices: ["refused", "not-expressed"]),
      Invocation.bookOption, Invocation.bookAsOfOption, Invocation.pricesOption,
      Invocation.ledgerOption, Invocation.asOfOption, Invocation.zoneOption,
      .value(
        "format", short: "f", placeholder: "FORMAT", help: "How the listing is written.",
        choices: ReportFormat.allCases.map(\.rawValue), defaultText: "table"),
      .value(
        "output", short: "o", placeholder: "FILE",
        help: "Write the price file here, and the listing to standard output."),
    ],
    examples: [
      (
        line: "tollbook prices import model_prices.json --seller openai -o openai.json",
        purpose: "What litellm has of OpenAI."
      ),
      (
        line: "tollbook prices import --from models.dev api.json --only-missing -o prices/",
        purpose: "Every model that the book does not have, a file for each seller."
      ),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let parsed = invocation.parsed
    let path = parsed.operands.first ?? ""
    var request = PriceTableImport.Request()
    request.kind = parsed.value("from").flatMap(PriceTableKind.init(rawValue:))
    request.sellers = parsed.values("seller")
    request.isOnlyMissing = parsed.flag("only-missing")
    let zone = try invocation.zone()
    request.since = try parsed.value("since").map {
      try TimeBounds.instant($0, option: "--since", zone: zone)
    }
    let table = try PriceTableImport(
      PriceBookSource(name: path, bytes: try Files.read(path)), request,
      PriceQuestions(book: try invocation.book(), now: try invocation.now(), zone: zone))
    try write(table, invocation)
    let fails = parsed.values("fail-on")
    let (refused, notExpressed) = table.remarkCounts
    let isFailed =
      fails.contains("refused") && refused > 0
      || fails.contains("not-expressed") && notExpressed > 0
    return isFailed ? .checkFailed : .done
  }

  /// The price file is the data: where it goes to standard output, the listing is talk.
  private static func write(_ table: PriceTableImport, _ invocation: Invocation) throws {
    let (parsed, surroundings) = (invocation.parsed, invocation.surroundings)
    let format = parsed.value("format").flatMap(ReportFormat.init(rawValue:)) ?? .table
    guard let output = parsed.value("output") else {
      try surroundings.print(try table.onlyText())
      return surroundings.say(render(table.report([:]), as: format))
    }
    let paths = try table.write(to: output)
    let options = RenderingOptions(
      width: surroundings.terminalWidth, color: surroundings.wantsColor)
    try surroundings.print(render(table.report(paths), as: format, options: options))
  }
}
