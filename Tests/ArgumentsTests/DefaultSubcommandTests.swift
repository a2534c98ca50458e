import Arguments
import Testing

/// A subcommand that is meant where none is named.
struct DefaultSubcommandTests {
  private func tool(meant: String = "kinds") -> Command {
    Command(
      "tool", summary: "does things",
      subcommands: [
        Command(
          "places", summary: "what was set aside",
          subcommands: [
            Command(
              "kinds", summary: "by kind",
              options: [.value("format", short: "f", placeholder: "FORMAT", help: "How.")]),
            Command("list", summary: "one by one"),
          ], defaultSubcommand: meant)
      ])
  }

  private func parsed(_ line: String) throws -> Parsed? {
    guard case .run(let parsed) = try tool().parse(line.split(separator: " ").map(String.init))
    else { return nil }
    return parsed
  }

  @Test(arguments: [
    ("places", ["places", "kinds"], nil), ("places kinds", ["places", "kinds"], nil),
    ("places --format csv", ["places", "kinds"], "csv"),
    ("places -fcsv", ["places", "kinds"], "csv"),
    ("places list", ["places", "list"], nil),
  ])
  func `a command line that names none has it`(_ line: String, _ path: [String], _ value: String?)
    throws
  {
    let parsed = try #require(try parsed(line))
    #expect(parsed.commandPath == path)
    if path.last == "kinds" { #expect(parsed.value("format") == value) }
  }

  @Test(arguments: ["places nonsense", "places --nonsense", "places list --format csv"])
  func `a slip is still a slip`(_ line: String) {
    #expect(throws: UsageError.self) { try parsed(line) }
  }

  @Test func `help says which it is, and that it need not be named`() {
    let help = tool().helpText(["places"])
    #expect(help.contains("usage: tool places [options] [COMMAND] ..."))
    #expect(help.contains("by kind (default)"))
    #expect(!help.contains("one by one (default)"))
  }

  @Test func `one that is not there is a fault of the declaration`() {
    #expect(tool().declarationFaults() == [])
    #expect(tool(meant: "none").declarationFaults().count == 1)
  }
}
