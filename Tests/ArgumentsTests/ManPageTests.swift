import Arguments
import Testing

struct ManPageTests {
  static let count = Command(
    "count", summary: "An exact count",
    discussion: [".dots and 'quotes' start lines – back\\slash.", "'Tis more."],
    operands: [Operand("FILE", help: "What to count.", minimum: 0, maximum: nil)],
    options: [
      .value(
        "by", short: "b", placeholder: "KEY", help: "The unit.", choices: ["line", "word"],
        environment: "COUNT_BY")
    ],
    examples: [(line: "count \"a b\" --by=word", purpose: "Words.")],
    sections: [
      (title: "see also", paragraphs: ["wc"]), (title: "exit status", paragraphs: ["0\tDone."]),
      (title: "environment", paragraphs: ["NO_COLOR\tNo color."]),
    ])

  @Test func `a page has its sections in mdoc's order and every text escaped`() {
    #expect(
      Self.count.manPage(date: "2026-10-05", version: "1.2") == #"""
        .Dd October 5, 2026
        .Dt COUNT 1
        .Os count 1.2
        .Sh NAME
        .Nm count
        .Nd \&An exact count
        .Sh SYNOPSIS
        .Nm
        .Oo Ar options Oc
        .Oo Ar FILE ... Oc
        .Sh DESCRIPTION
        \&.dots and 'quotes' start lines \[u2013] back\eslash.
        .Pp
        \&'Tis more.
        .Bl -tag -width Ds
        .It Ar FILE
        What to count.
        .El
        .Bl -tag -width Ds
        .It Fl b , Fl \-by Ar KEY
        The unit. (one of: line, word; environment: COUNT_BY)
        .It Fl h , Fl \-help
        Show help and exit.
        .It Fl \-version
        Show the version and exit.
        .El
        .Sh ENVIRONMENT
        .Bl -tag -width Ds
        .It Ev COUNT_BY
        Used where \-\-by is not given.
        .El
        .Bl -tag -width Ds
        .It NO_COLOR
        No color.
        .El
        .Sh EXIT STATUS
        .Bl -tag -width Ds
        .It 0
        Done.
        .El
        .Sh EXAMPLES
        Words.
        .Dl count \(dqa b\(dq \-\-by=word
        .Sh SEE ALSO
        wc

        """#)
  }

  @Test func `each command has a subsection with its synopsis and options`() {
    let page = tollbook.manPage(date: "2026-10-05", version: "1.2")
    #expect(
      page.contains(
        #"""
        .Ss prices diff: what changed between two books
        .D1 Nm Cm prices diff Oo Ar options Oc Ar OLD Oo Ar NEW Oc
        .Bl -tag -width Ds
        .It Ar OLD
        The earlier book.
        """#))
    #expect(page.contains("\n.It Fl n , Fl \\-dry\\-run\nRead, but keep nothing.\n"))
  }

  @Test func `a command's own discussion, sections and examples stay in its subsection`() {
    let tool = Command(
      "tool", summary: "s",
      subcommands: [
        Command(
          "go", summary: "goes", discussion: ["About."],
          examples: [(line: "tool go", purpose: "Goes.")],
          sections: [(title: "notes", paragraphs: ["Noted."])])
      ])
    #expect(
      tool.manPage(date: "2026-10-05", version: "1").hasSuffix(
        """
        .Sh COMMANDS
        .Ss go: goes
        .D1 Nm Cm go Oo Ar options Oc
        .Pp
        About.
        .Pp
        .Sy notes
        .Pp
        Noted.
        .Pp
        Goes.
        .Dl tool go

        """))
  }

  @Test(arguments: [
    ("2026-01-31", "January 31, 2026"), ("2026-12-09", "December 9, 2026"),
    ("2026-13-01", "2026-13-01"), ("2026-00-01", "2026-00-01"), ("soon", "soon"),
  ])
  func `a day is written out and anything else left alone`(date: String, written: String) {
    let page = tollbook.manPage(date: date, version: "1")
    #expect(page.hasPrefix(".Dd \(written)\n"))
  }

  @Test(.enabled(if: Tool("groff") != nil), arguments: [tollbook, count])
  func `groff reads the page without a warning`(command: Command) throws {
    let groff = try #require(Tool("groff"))
    let page = command.manPage(date: "2026-10-05", version: "1.2")
    let result = try groff.run(["-mdoc", "-ww", "-z"], input: page)
    #expect(result.output == "")
    #expect(result.status == 0)
  }

  @Test(.enabled(if: Tool("mandoc") != nil), arguments: [tollbook, count])
  func `mandoc finds nothing to warn of`(command: Command) throws {
    let mandoc = try #require(Tool("mandoc"))
    let page = command.manPage(date: "2026-10-05", version: "1.2")
    let result = try mandoc.run(["-T", "lint", "-W", "warning"], input: page)
    #expect(result.output == "")
    #expect(result.status == 0)
  }
}
