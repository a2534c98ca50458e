import Arguments
import TollbookKit

/// `tollbook prices`: the price book.
enum PricesCommand {
  private static let providerOption = Option.value(
    "provider", placeholder: "NAME", help: "Only this seller's.")

  private static let options =
    [Invocation.bookOption, Invocation.bookAsOfOption, Invocation.pricesOption]
    + [Invocation.ledgerOption, Invocation.asOfOption, Invocation.zoneOption]
    + Invocation.outputOptions

  static let declaration = Command(
    "prices",
    summary: "the price book: list, show, check",
    discussion: [
      "Prices are dated statements with their sources. A file of one's own (--prices FILE) adds to "
        + "them or takes their place; its format is that of pricing/README.md."
    ],
    subcommands: [
      Command(
        "list", summary: "every model's price on a day",
        options: [providerOption] + options,
        examples: [(line: "tollbook prices list --as-of 2027-01-01", purpose: "Next year's.")]),
      Command(
        "show", summary: "everything the book says of a model",
        operands: [Operand("MODEL", help: "A model, or a name that stands for one.")],
        options: [providerOption] + options,
        examples: [(line: "tollbook prices show gemini-3.8-flash", purpose: "Its whole life.")]),
      Command(
        "check", summary: "what in the book, or in files of one's own, deserves a second look",
        discussion: ["Exits with 78 if a file cannot be used, and with 1 if --fail-on finds any."],
        operands: [
          Operand(
            "FILE", help: "Files of one's own; only they are reported on.", minimum: 0,
            maximum: nil)
        ],
        options: [
          .list(
            "fail-on", placeholder: "WHAT", help: "Exit with 1 if there is any of this.",
            choices: ["finding"])
        ] + options),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    switch invocation.parsed.commandPath.last {
    case "list": return try list(invocation)
    case "show": return try show(invocation)
    default: return try check(invocation)
    }
  }

  private static func list(_ invocation: Invocation) throws -> ExitCode {
    let prices = PriceQuestions(
      book: try invocation.book(), now: try invocation.now(), zone: try invocation.zone())
    try invocation.write(prices.list(provider: try provider(invocation, prices.book)))
    return .done
  }

  private static func show(_ invocation: Invocation) throws -> ExitCode {
    let prices = PriceQuestions(
      book: try invocation.book(), now: try invocation.now(), zone: try invocation.zone())
    let name = invocation.parsed.operands.first ?? ""
    try invocation.write(
      try prices.show(name, provider: try provider(invocation, prices.book)))
    return .done
  }

  private static func check(_ invocation: Invocation) throws -> ExitCode {
    let book = try invocation.book(with: invocation.parsed.operands)
    let prices = PriceQuestions(
      book: book, now: try invocation.now(), zone: try invocation.zone())
    let (report, findings) = prices.check(only: invocation.parsed.operands)
    try invocation.write(report)
    let fails = invocation.parsed.values("fail-on").contains("finding")
    return fails && findings > 0 ? .checkFailed : .done
  }

  private static func provider(
    _ invocation: Invocation, _ book: PriceBook
  ) throws(TollbookError) -> Provider? {
    guard let name = invocation.parsed.value("provider") else { return nil }
    guard let provider = Provider(name), book.providers.contains(provider) else {
      throw TollbookError(
        .usage, "--provider \(name): the book has no such seller",
        next: "It has \(book.providers.map(\.name).joined(separator: ", ")).")
    }
    return provider
  }
}
