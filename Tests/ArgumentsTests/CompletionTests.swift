import Arguments
import Testing

/// The scripts are run in the shells they are for: what counts is what a shell offers.
struct CompletionTests {
  struct Case: CustomTestStringConvertible, Sendable {
    /// The words typed; the last is the one being completed.
    let words: [String]
    let offered: [String]
    var testDescription: String { words.joined(separator: " ") }
  }

  static let cases = [
    Case(words: ["tollbook", ""], offered: ["cost", "import", "prices"]),
    Case(words: ["tollbook", "help", "c"], offered: ["cost"]),
    Case(words: ["tollbook", "prices", ""], offered: ["diff", "list"]),
    Case(words: ["tollbook", "--db", "cost", "pri"], offered: ["prices"]),
    Case(words: ["tollbook", "-q", "prices", "d"], offered: ["diff"]),
    Case(words: ["tollbook", "cost", "--format", ""], offered: ["csv", "table"]),
    Case(words: ["tollbook", "cost", "-b", ""], offered: ["day", "label", "model"]),
    Case(words: ["tollbook", "cost", "--e"], offered: ["--exact"]),
    Case(words: ["tollbook", "cost", "--d"], offered: ["--db"]),
    Case(words: ["tollbook", "import", "--d"], offered: ["--db", "--dry-run"]),
    Case(words: ["tollbook", "--dr"], offered: []),
    Case(words: ["tollbook", "cost", "--since", ""], offered: []),
    Case(words: ["tollbook", "cost", ""], offered: []),
    Case(words: ["tollbook", "prices", "diff", "a", "l"], offered: ["latest"]),
    Case(words: ["tollbook", "import", "/dev/nul"], offered: ["/dev/null"]),
    Case(words: ["tollbook", "--db", "/dev/nul"], offered: ["/dev/null"]),
  ]

  @Test(.enabled(if: Tool("bash") != nil), arguments: cases)
  func `bash offers what the parser would accept`(completion: Case) throws {
    #expect(try bashOffers(completion.words) == completion.offered)
  }

  /// readline hands `--name=value` over as three words.
  @Test(.enabled(if: Tool("bash") != nil))
  func `bash offers values after an equals sign`() throws {
    #expect(try bashOffers(["tollbook", "cost", "--format", "="]) == ["csv", "table"])
    #expect(try bashOffers(["tollbook", "cost", "--format", "=", "c"]) == ["csv"])
    #expect(try bashOffers(["tollbook", "--db", "=", "cost", "pri"]) == ["prices"])
  }

  @Test(.enabled(if: Tool("fish") != nil), arguments: cases)
  func `fish offers what the parser would accept`(completion: Case) throws {
    let line = completion.words.joined(separator: " ")
    let script = tollbook.fishCompletion() + "\ncomplete -C '\(line)'"
    let result = try #require(Tool("fish")).run(["--no-config", "-c", script])
    // Each line is an offer, a tab, and its description. fish also offers near misses.
    let offers = result.output.split(separator: "\n").compactMap { line in
      line.split(separator: "\t").first.map(String.init)
    }
    let typed = completion.words.last ?? ""
    #expect(offers.filter { $0.hasPrefix(typed) }.sorted() == completion.offered)
  }

  @Test(.enabled(if: Tool("zsh") != nil))
  func `zsh finds no fault in its script`() throws {
    let result = try #require(Tool("zsh")).run(["-f", "-n"], input: tollbook.zshCompletion())
    #expect(result.output == "")
    #expect(result.status == 0)
  }

  @Test func `a zsh script describes options and operands to _arguments`() {
    let tool = Command(
      "my-tool", summary: "s",
      operands: [
        Operand("KIND", help: "h", choices: ["a", "b:c"]), Operand("FILE", help: "h", maximum: nil),
      ],
      options: [
        .flag("all", short: "a", help: "It's [all]: yes."),
        .list("by", short: "b", placeholder: "KEY", help: "Keys.", choices: ["x", "y"]),
      ])
    #expect(
      tool.zshCompletion() == #"""
        #compdef my-tool

        _my_tool() {
          local curcontext=$curcontext context state state_descr line
          typeset -A opt_args
          _arguments -C -s -S \
            '(-a --all)-a[It'\''s \[all\]\: yes.]' \
            '(-a --all)--all[It'\''s \[all\]\: yes.]' \
            '*-b+[Keys.]:KEY:(x y)' \
            '*--by=[Keys.]:KEY:(x y)' \
            '(-h --help)-h[Show help and exit.]' \
            '(-h --help)--help[Show help and exit.]' \
            '(--version)--version[Show the version and exit.]' \
            '1:KIND:(a b\:c)' \
            '*:FILE:_files'
        }

        if [[ $funcstack[1] == _my-tool ]]; then
          _my_tool "$@"
        fi

        """#)
  }

  @Test func `every option is in the help, the page and all three scripts`() {
    let page = tollbook.manPage(date: "2026-10-05", version: "1").replacing("\\", with: "")
    let helps = [["import"], ["cost"]].map { tollbook.helpText($0) }.joined()
    let scripts = [tollbook.bashCompletion(), tollbook.zshCompletion()]
    for name in ["db", "quiet", "dry-run", "by", "since", "format", "label", "mau", "exact"] {
      #expect(page.contains("Fl -\(name)"))
      #expect(helps.contains("--\(name)"))
      for script in scripts { #expect(script.contains("--\(name)")) }
      #expect(tollbook.fishCompletion().contains("-l \(name) "))
    }
  }

  private func bashOffers(_ words: [String]) throws -> [String] {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let script =
      tollbook.bashCompletion() + """
        COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
        _tollbook
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    let result = try #require(Tool("bash")).run(["--norc", "-c", script])
    return result.output.split(separator: "\n").map(String.init).sorted()
  }
}
