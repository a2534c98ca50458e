import Arguments
import Testing

struct DeclarationFaultTests {
  @Test func `a sound declaration has no faults`() {
    #expect(tollbook.declarationFaults().isEmpty)
  }

  @Test func `an option may not share a name with one it inherits, or with a built-in one`() {
    let tool = Command(
      "tool", summary: "s", options: [.flag("all", short: "a", help: "h")],
      subcommands: [
        Command(
          "go", summary: "s",
          options: [.flag("all", help: "h"), .flag("hot", short: "h", help: "h")])
      ])
    #expect(
      tool.declarationFaults() == [
        "tool go: two options are called --all", "tool go: two options are called -h",
      ])
  }

  @Test func `two subcommands may not share a name, nor take the name help`() {
    let twice = Command("go", summary: "s")
    let help = Command("help", summary: "s")
    let tool = Command("tool", summary: "s", subcommands: [twice, twice, help])
    #expect(
      tool.declarationFaults() == [
        "tool: two subcommands are called go", "tool: the subcommand help is built in",
      ])
  }

  @Test func `operands need room, and a command of their own`() {
    let impossible = Operand("A", help: "h", minimum: 2, maximum: 1)
    let tool = Command(
      "tool", summary: "s", operands: [impossible], subcommands: [Command("go", summary: "s")])
    #expect(
      tool.declarationFaults() == [
        "tool: A may never be as many as it must be",
        "tool: operands cannot be told from subcommands",
      ])
  }

  @Test func `an option has to be one that can be typed`() {
    let tool = Command(
      "tool", summary: "s",
      options: [
        .flag("five", short: "5", help: "h"), .flag("a=b", help: "h"), .flag("", help: "h"),
        .list("mix", placeholder: "M", help: "h", choices: ["a,b", "c"]),
      ])
    #expect(
      tool.declarationFaults() == [
        "tool: the short form of --five reads as a number", "tool: --a=b cannot be typed",
        "tool: -- cannot be typed", "tool: --mix splits its choice a,b on the comma",
      ])
  }
}
