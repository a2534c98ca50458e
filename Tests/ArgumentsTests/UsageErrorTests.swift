import Arguments
import Testing

/// Every way a command line can be wrong, with the words a user reads.
struct UsageErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let line: String
    let message: String
    var testDescription: String { line }
  }

  static let cases = [
    Case(
      line: "cost --sicne 2026-01-01",
      message: """
        unknown option --sicne; did you mean --since?
        see `tollbook cost --help`
        """),
    Case(
      line: "cost --frobnicate=1",
      message: "unknown option --frobnicate\nsee `tollbook cost --help`"),
    Case(line: "cost -z", message: "unknown option -z\nsee `tollbook cost --help`"),
    Case(line: "cost -xz", message: "unknown option -z\nsee `tollbook cost --help`"),
    Case(
      line: "cost -since x",
      message: "unknown option -since; did you mean --since?\nsee `tollbook cost --help`"),
    Case(
      line: "cost --versoin",
      message: "unknown option --versoin; did you mean --version?\nsee `tollbook cost --help`"),
    Case(
      line: "--by day cost",
      message: "--by is an option of cost; give it after the command\nsee `tollbook --help`"),
    Case(
      line: "-n import a",
      message: "-n is an option of import; give it after the command\nsee `tollbook --help`"),
    Case(
      line: "imoprt a",
      message: "unknown command imoprt; did you mean import?\nsee `tollbook --help`"),
    Case(line: "frobnicate", message: "unknown command frobnicate\nsee `tollbook --help`"),
    Case(
      line: "prices lst",
      message: "unknown command lst; did you mean list?\nsee `tollbook prices --help`"),
    Case(
      line: "help prices lst",
      message: "unknown command lst; did you mean list?\nsee `tollbook prices --help`"),
    Case(
      line: "help cost x",
      message: "unexpected operand x; tollbook cost takes none\nsee `tollbook cost --help`"),
    Case(
      line: "prices",
      message: "tollbook prices needs a command: list or diff\nsee `tollbook prices --help`"),
    Case(
      line: "--quiet",
      message: "tollbook needs a command: import, cost or prices\nsee `tollbook --help`"),
    Case(line: "cost --since", message: "--since needs a value DAY\nsee `tollbook cost --help`"),
    Case(line: "cost -xf", message: "--format needs a value FORMAT\nsee `tollbook cost --help`"),
    Case(
      line: "cost --since --exact",
      message: """
        --since needs a value DAY, but --exact follows
        write --since=--exact if that is the value
        see `tollbook cost --help`
        """),
    Case(
      line: "cost --since -- x",
      message: "--since needs a value DAY, but -- follows\nsee `tollbook cost --help`"),
    Case(
      line: "cost --exact=yes",
      message: "--exact takes no value, but was given yes\nsee `tollbook cost --help`"),
    Case(
      line: "cost -x=",
      message: "--exact takes no value, but was given ''\nsee `tollbook cost --help`"),
    Case(
      line: "--db a cost --db a",
      message: """
        --db is given more than once, and only one value can count
        see `tollbook cost --help`
        """),
    Case(
      line: "cost --format tabel",
      message: """
        --format cannot be tabel; did you mean table?
        choose table or csv
        see `tollbook cost --help`
        """),
    Case(
      line: "cost --by day,week",
      message: """
        --by cannot be week
        choose day, model or label
        see `tollbook cost --help`
        """),
    Case(
      line: "prices diff a newest",
      message: """
        NEW cannot be newest
        choose latest or bundled
        see `tollbook prices diff --help`
        """),
    Case(
      line: "cost --by day,,model",
      message: "--by has an empty item in day,,model\nsee `tollbook cost --help`"),
    Case(
      line: "cost --by=", message: "--by has an empty item in ''\nsee `tollbook cost --help`"),
    Case(line: "import -n", message: "missing operand PATH\nsee `tollbook import --help`"),
    Case(
      line: "prices diff", message: "missing operand OLD\nsee `tollbook prices diff --help`"),
    Case(
      line: "cost 2026",
      message: "unexpected operand 2026; tollbook cost takes none\nsee `tollbook cost --help`"),
    Case(
      line: "prices diff a latest c",
      message: """
        unexpected operand c; tollbook prices diff takes at most 2
        see `tollbook prices diff --help`
        """),
  ]

  @Test(arguments: cases)
  func `every mistake is named, explained and followed by a next step`(slip: Case) throws {
    let error = try #require(throws: UsageError.self) { try parse(slip.line) }
    #expect(error.message == slip.message)
  }

  @Test func `an error is data before it is words`() throws {
    let error = try #require(throws: UsageError.self) { try parse("cost --sicne x") }
    #expect(
      error
        == UsageError(
          .unknownOption("--sicne", suggestion: "--since"), invocation: "tollbook cost"))
  }

  @Test func `what the user typed cannot repaint the terminal`() throws {
    let error = try #require(throws: UsageError.self) {
      try tollbook.parse(["cost", "\u{1B}[2Jé\n\u{202E}"])
    }
    #expect(
      error.message.hasPrefix(
        "unexpected operand \\u{1B}[2Jé\\n\\u{202E}; tollbook cost takes none"))
  }

  @Test func `an operand that is missing is named by the first that cannot be filled`() throws {
    let compare = Command(
      "compare", summary: "compares",
      operands: [Operand("A", help: "One."), Operand("B", help: "Others.", maximum: nil)])
    let error = try #require(throws: UsageError.self) { try compare.parse(["x"]) }
    #expect(error.problem == .missingOperand(placeholder: "B"))
  }
}
