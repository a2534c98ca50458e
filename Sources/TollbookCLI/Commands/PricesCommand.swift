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

  private static let model = Operand("MODEL", help: "A model, or a name that stands for one.")

  static let declaration = Command(
    "prices",
    summary: "the price book: list, show, history, diff, check, import, compare",
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
        "show", summary: "everything the book says of a model, or what holds on a day",
        operands: [model],
        options: [
          providerOption,
          .value(
            "on", placeholder: "DAY",
            help: "Only what holds on this day, how the name leads there, and how it is known."),
        ] + options,
        examples: [
          (line: "tollbook prices show gemini-3.8-flash", purpose: "Every statement."),
          (
            line: "tollbook prices show gemini-flash-latest --on 2026-12-24",
            purpose: "What a request pays that day, and why."
          ),
        ]),
      Command(
        "history", summary: "one model's life: prices, announcements, re-routes, its end",
        operands: [model], options: [providerOption] + options,
        examples: [(line: "tollbook prices history gemini-2.5-flash", purpose: "All of it.")]),
      Command(
        "diff", summary: "what differs between two price books, and what that costs",
        discussion: [
          "Each book is a version or the start of a digest that the ledger keeps, \"bundled\", or a "
            + "file or folder of price files; @DAY behind it is the book as known on that day. The "
            + "effect is shown on the ledger's last full month and on the next twelve."
        ],
        operands: [
          Operand("OLD", help: "The older book."),
          Operand("NEW", help: "The newer one; the built-in one if left out.", minimum: 0),
        ],
        options: [providerOption, Invocation.pricesOption, Invocation.ledgerOption]
          + [Invocation.asOfOption, Invocation.zoneOption] + Invocation.outputOptions,
        examples: [
          (line: "tollbook prices diff 2026-11-30", purpose: "What an upgrade changes."),
          (
            line: "tollbook prices diff bundled@2026-09-17 bundled",
            purpose: "What was learned since September."
          ),
        ]),
      Command(
        "check", summary: "what in the book, or in files of one's own, deserves a second look",
        discussion: [
          "Exits with 78 if a file cannot be used, and with 1 if --fail-on finds any: a fault is "
            + "something that the file's author can mend, any other finding comes with time.",
          "Past prices are never edited: --freeze writes what has begun or ended into a list, and "
            + "--frozen says what of the list is not in the book any more.",
        ],
        operands: [
          Operand(
            "FILE", help: "Files of one's own; only they are reported on.", minimum: 0,
            maximum: nil)
        ],
        options: [
          .list(
            "fail-on", placeholder: "WHAT", help: "Exit with 1 if there is any of this.",
            choices: ["finding", "fault"]),
          .value(
            "frozen", placeholder: "FILE", help: "Hold the book to this list of past statements."),
          .value(
            "freeze", placeholder: "FILE",
            help: "Add what is missing to this list, then hold the book to it."),
        ] + options,
        examples: [
          (
            line: "tollbook prices check mine.json --fail-on fault", purpose: "A file of one's own."
          ),
          (
            line: "tollbook prices check --book pricing --frozen pricing/frozen.txt",
            purpose: "The files of a repository."
          ),
        ]),
      PricesImportCommand.declaration, PricesCompareCommand.declaration,
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    switch invocation.parsed.commandPath.last {
    case "list": return try list(invocation)
    case "show": return try show(invocation)
    case "history": return try history(invocation)
    case "diff": return try diff(invocation)
    case "import": return try PricesImportCommand.run(invocation)
    case "compare": return try PricesCompareCommand.run(invocation)
    default: return try check(invocation)
    }
  }

  private static func list(_ invocation: Invocation) throws -> ExitCode {
    let prices = try questions(invocation)
    try invocation.write(prices.list(provider: try provider(invocation, prices.book)))
    return .done
  }

  private static func show(_ invocation: Invocation) throws -> ExitCode {
    let prices = try questions(invocation)
    let name = invocation.parsed.operands.first ?? ""
    let provider = try provider(invocation, prices.book)
    guard let text = invocation.parsed.value("on") else {
      try invocation.write(try prices.show(name, provider: provider))
      return .done
    }
    let day = try TimeBounds.day(text, option: "--on")
    try invocation.write(try prices.show(name, on: day, provider: provider))
    return .done
  }

  private static func history(_ invocation: Invocation) throws -> ExitCode {
    let prices = try questions(invocation)
    try invocation.write(
      try prices.history(
        invocation.parsed.operands.first ?? "", provider: try provider(invocation, prices.book)))
    return .done
  }

  private static func diff(_ invocation: Invocation) throws -> ExitCode {
    let words = invocation.parsed.operands + [PriceBookShelf.bundledWord]
    let books = try words.prefix(2).map { try invocation.book(named: $0) }
    let diff = PriceDiff(
      old: try invocation.tollbook(books[0]), new: try invocation.tollbook(books[1]))
    // A seller that only the older book has is one all the same.
    let name = invocation.parsed.value("provider").flatMap { Provider($0) }
    let knows = books.first { book in name.map { book.providers.contains($0) } ?? true } ?? books[1]
    try invocation.write(try diff.report(provider: try provider(invocation, knows)))
    return .done
  }

  private static func check(_ invocation: Invocation) throws -> ExitCode {
    let parsed = invocation.parsed
    let prices = try questions(invocation, with: parsed.operands)
    var list = try parsed.value("frozen").map { path throws(TollbookError) in
      PriceBookSource(name: path, bytes: try Files.read(path))
    }
    var notes: [String] = []
    if let path = parsed.value("freeze") {
      let (longer, added) = try prices.freeze(path)
      list = longer
      notes.append("\(path): \(Phrase.counted(added, "line")) added")
    }
    let (report, findings) = try prices.check(only: parsed.operands, frozen: list, notes: notes)
    try invocation.write(report)
    let fails = parsed.values("fail-on").contains { word in
      word == "finding" ? !findings.isEmpty : findings.contains(where: \.kind.isFault)
    }
    return fails ? .checkFailed : .done
  }

  private static func questions(
    _ invocation: Invocation, with others: [String] = []
  ) throws -> PriceQuestions {
    PriceQuestions(
      book: try invocation.book(with: others), now: try invocation.now(),
      zone: try invocation.zone())
  }

  static func provider(
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
