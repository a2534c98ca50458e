import Arguments
import Testing

struct HelpTextTests {
  @Test func `the program's help lists its commands, options, examples and sections`() {
    #expect(
      tollbook.helpText() == """
        tollbook: what language models cost

        usage: tollbook [options] COMMAND ...

        Reads usage logs and prices them.

        commands:
          import  read usage logs into the ledger
          cost    what it cost
          prices  the price book

        options of every command:
              --db PATH  The ledger. (default: the user's ledger; environment:
                         TOLLBOOK_DB)
          -q, --quiet    Say nothing but results.
          -h, --help     Show help and exit.
              --version  Show the version and exit.

        examples:
          tollbook cost --by model
              What each model cost.

        exit status:
          0   Done.
          64  The command line is wrong.

        `tollbook help COMMAND` explains one command.

        """)
  }

  @Test func `a command's help tells its own options from those of every command`() {
    #expect(
      tollbook.helpText(["cost"]).hasPrefix(
        """
        tollbook cost: what it cost

        usage: tollbook cost [options]

        options:
          -b, --by KEY,...        Group by this. (one of: day, model, label; may be
                                  repeated)
              --since DAY         The first day.
          -f, --format FORMAT     How to lay it out. (one of: table, csv; default:
                                  table)
              --label NAME=VALUE  Only these. (may be repeated)
          -m, --mau N             Users a month.
          -x, --exact             Show every digit.

        options of every command:
              --db PATH  The ledger.
        """))
  }

  @Test(arguments: [
    (["import"], "tollbook import [options] PATH..."),
    (["prices"], "tollbook prices [options] COMMAND ..."),
    (["prices", "diff"], "tollbook prices diff [options] OLD [NEW]"),
    (["prices", "list"], "tollbook prices list [options]"),
  ])
  func `the usage line shows what may be left out or repeated`(path: [String], usage: String) {
    #expect(tollbook.helpText(path).contains("\n\nusage: \(usage)\n\n"))
  }

  @Test func `operands are explained with the words they accept`() {
    let operands = """
      operands:
        OLD    The earlier book.
        [NEW]  The later book. (one of: latest, bundled)

      """
    #expect(tollbook.helpText(["prices", "diff"]).contains(operands))
  }

  @Test func `a program without subcommands has no options of every command`() {
    let plain = Command("count", summary: "counts", options: [.flag("all", help: "All of it.")])
    #expect(
      plain.helpText() == """
        count: counts

        usage: count [options]

        options:
              --all      All of it.
          -h, --help     Show help and exit.
              --version  Show the version and exit.

        """)
  }

  @Test(arguments: [40, 60, 80, 120])
  func `every line fits the width`(width: Int) {
    for path in [[], ["import"], ["cost"], ["prices", "diff"]] {
      let lines = tollbook.helpText(path, width: width).split(separator: "\n")
      #expect(lines.filter { $0.count > width } == [])
    }
  }

  @Test func `a path that names nothing gives the help of the command above`() {
    #expect(tollbook.helpText(["cost", "nowhere"]) == tollbook.helpText(["cost"]))
  }
}
