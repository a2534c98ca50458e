import Arguments
import Testing

struct ParserTests {
  @Test func `a subcommand is named by the words that lead to it`() throws {
    #expect(try run("cost").commandPath == ["cost"])
    #expect(try run("prices list").commandPath == ["prices", "list"])
  }

  @Test func `a program without subcommands is itself the command`() throws {
    let plain = Command("count", summary: "counts", operands: [Operand("FILE", help: "What.")])
    guard case .run(let parsed) = try plain.parse(["a.txt"]) else { throw NotARun() }
    #expect(parsed.commandPath.isEmpty)
    #expect(parsed.operands == ["a.txt"])
  }

  @Test(arguments: ["cost --since 2026-01-01", "cost --since=2026-01-01"])
  func `a value follows its option or an equals sign`(line: String) throws {
    #expect(try run(line).value("since") == "2026-01-01")
  }

  @Test(arguments: ["cost -f csv", "cost -fcsv", "cost -f=csv", "cost -xf csv", "cost -xfcsv"])
  func `a short option takes its value apart or attached`(line: String) throws {
    #expect(try run(line).value("format") == "csv")
  }

  @Test func `an equals sign in a value belongs to the value`() throws {
    #expect(try run("cost --label=team=search").values("label") == ["team=search"])
    #expect(try run("cost --label team=search").values("label") == ["team=search"])
  }

  @Test func `a value after an equals sign may be empty or start with a dash`() throws {
    #expect(try run("cost --since=").value("since") == "")
    #expect(try run("cost --since=--x").value("since") == "--x")
  }

  @Test func `short flags may be bundled`() throws {
    let parsed = try run("cost -xq")
    #expect(parsed.flag("exact"))
    #expect(parsed.flag("quiet"))
  }

  @Test func `a flag given twice is the same as once`() throws {
    #expect(try run("cost --exact -x").flag("exact"))
  }

  @Test func `what was not given is off, absent or empty`() throws {
    let parsed = try run("cost")
    #expect(!parsed.flag("exact"))
    #expect(parsed.value("since") == nil)
    #expect(parsed.values("by").isEmpty)
  }

  @Test(arguments: ["cost --by day,model", "cost --by day --by model", "cost -b day --by=model"])
  func `a list gathers its items from commas and repetition, in order`(line: String) throws {
    #expect(try run(line).values("by") == ["day", "model"])
  }

  @Test func `a list that does not split keeps its commas`() throws {
    #expect(try run("cost --label a=1,2 --label b=3").values("label") == ["a=1,2", "b=3"])
  }

  @Test(arguments: ["--db x cost -q", "cost --db x -q", "-q --db=x cost", "-q cost --db x"])
  func `the program's options stand before or after the command`(line: String) throws {
    let parsed = try run(line)
    #expect(parsed.value("db") == "x")
    #expect(parsed.flag("quiet"))
    #expect(parsed.commandPath == ["cost"])
  }

  @Test func `a value that is a command's name stays a value`() throws {
    let parsed = try run("--db import cost")
    #expect(parsed.value("db") == "import")
    #expect(parsed.commandPath == ["cost"])
  }

  @Test func `a negative number is a value`() throws {
    #expect(try run("cost --mau -5").value("mau") == "-5")
    #expect(try run("cost -m -.5").value("mau") == "-.5")
  }

  @Test func `a negative number is an operand`() throws {
    #expect(try run("import -5").operands == ["-5"])
  }

  @Test func `a single dash is an operand or a value`() throws {
    #expect(try run("import -").operands == ["-"])
    #expect(try run("import a --db -").value("db") == "-")
  }

  @Test func `options and operands mix freely`() throws {
    let parsed = try run("import a -n b")
    #expect(parsed.operands == ["a", "b"])
    #expect(parsed.flag("dry-run"))
  }

  @Test func `a double dash ends the options`() throws {
    let parsed = try run("import -n -- --dry-run -- -h")
    #expect(parsed.operands == ["--dry-run", "--", "-h"])
    #expect(try run("-- import -x").operands == ["-x"])
  }

  @Test func `operands are counted against what the command takes`() throws {
    #expect(try run("prices diff a").operands == ["a"])
    #expect(try run("prices diff a latest").operands == ["a", "latest"])
  }

  @Test func `a later operand's minimum is set aside before an earlier one takes more`() throws {
    let copy = Command(
      "copy", summary: "copies",
      operands: [
        Operand("SOURCE", help: "From.", maximum: nil),
        Operand("TARGET", help: "To.", choices: ["here", "there"]),
      ])
    guard case .run(let parsed) = try copy.parse(["a", "b", "there"]) else { throw NotARun() }
    #expect(parsed.operands == ["a", "b", "there"])
    #expect(throws: UsageError.self) { try copy.parse(["a", "there", "b"]) }
  }

  #if DEBUG
    @Test func `asking for an option nobody declared stops a debug build`() async {
      await #expect(processExitsWith: .failure) { _ = try run("cost").flag("dry-run") }
      await #expect(processExitsWith: .failure) { _ = try run("cost").value("bye") }
    }
  #endif
}

struct HelpRequestTests {
  @Test(
    arguments: [
      ("", []), ("help", []), ("--help", []), ("-h", []), ("help --help", []),
      ("import --help", ["import"]), ("import -h", ["import"]), ("help import", ["import"]),
      ("--help import", ["import"]), ("import a b --help", ["import"]), ("cost -xh", ["cost"]),
      ("prices --help", ["prices"]), ("help prices list", ["prices", "list"]),
      ("prices help list", ["prices", "list"]), ("--db x prices -h list", ["prices", "list"]),
    ] as [(String, [String])])
  func `help can be asked for in every usual way`(line: String, path: [String]) throws {
    #expect(try parse(line) == .help(commandPath: path))
  }

  @Test(arguments: ["cost --sicne x --help", "cost --since -h", "--frob cost -h"])
  func `a plea for help wins over the mistake before it`(line: String) throws {
    #expect(try parse(line) == .help(commandPath: ["cost"]))
  }

  @Test func `help after a double dash is an operand`() throws {
    #expect(throws: UsageError.self) { try parse("cost --frob -- --help") }
    #expect(throws: UsageError.self) { try parse("prices -- lst --help") }
    #expect(try run("import -- --help").operands == ["--help"])
  }

  @Test(arguments: ["--version", "cost --version", "--version cost"])
  func `the version can be asked for anywhere`(line: String) throws {
    #expect(try parse(line) == .version)
  }

  @Test func `help is an operand where there are no subcommands`() throws {
    #expect(try run("import help").operands == ["help"])
  }
}
