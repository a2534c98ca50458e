import Arguments

/// A small `tollbook` that uses every part of a declaration once.
let tollbook = Command(
  "tollbook", summary: "what language models cost",
  discussion: ["Reads usage logs and prices them."],
  options: [
    .value(
      "db", placeholder: "PATH", help: "The ledger.", defaultText: "the user's ledger",
      environment: "TOLLBOOK_DB"),
    .flag("quiet", short: "q", help: "Say nothing but results."),
  ],
  subcommands: [importing, cost, prices],
  examples: [(line: "tollbook cost --by model", purpose: "What each model cost.")],
  sections: [
    (title: "exit status", paragraphs: ["0\tDone.", "64\tThe command line is wrong."])
  ])

private let importing = Command(
  "import", summary: "read usage logs into the ledger",
  operands: [Operand("PATH", help: "Files or folders; - is standard input.", maximum: nil)],
  options: [.flag("dry-run", short: "n", help: "Read, but keep nothing.")])

private let cost = Command(
  "cost", summary: "what it cost",
  options: [
    .list(
      "by", short: "b", placeholder: "KEY", help: "Group by this.",
      choices: ["day", "model", "label"]),
    .value("since", placeholder: "DAY", help: "The first day."),
    .value(
      "format", short: "f", placeholder: "FORMAT", help: "How to lay it out.",
      choices: ["table", "csv"], defaultText: "table"),
    .list("label", placeholder: "NAME=VALUE", help: "Only these.", splitsOnComma: false),
    .value("mau", short: "m", placeholder: "N", help: "Users a month."),
    .flag("exact", short: "x", help: "Show every digit."),
  ])

private let prices = Command(
  "prices", summary: "the price book",
  subcommands: [
    Command("list", summary: "every price in force"),
    Command(
      "diff", summary: "what changed between two books",
      operands: [
        Operand("OLD", help: "The earlier book."),
        Operand("NEW", help: "The later book.", minimum: 0, choices: ["latest", "bundled"]),
      ]),
  ])

/// What `arguments`, separated by spaces, ask for.
func parse(_ arguments: String) throws -> ParseResult {
  try tollbook.parse(arguments.split(separator: " ").map(String.init))
}

/// The command to run, or a failure of the test when help or version came out instead.
func run(_ arguments: String) throws -> Parsed {
  guard case .run(let parsed) = try parse(arguments) else { throw NotARun() }
  return parsed
}

struct NotARun: Error {}
