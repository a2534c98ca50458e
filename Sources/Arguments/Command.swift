/// A command as declared: its name, what it takes, and the words that explain it.
///
/// A command either has subcommands or does work; with subcommands, one of them must be named
/// (`tollbook prices` alone is an error that lists them) unless one is meant where none is. The options of a command are understood
/// by all its subcommands too, before or after the subcommand's name. `--help`, `-h`, `--version`
/// and the word `help` need no declaration. `declarationFaults()` finds mistakes in all of this.
package struct Command: Sendable {
  package let name: String
  /// One line without a full stop, shown in lists of commands.
  package let summary: String
  /// Paragraphs; one that reads `term<TAB>meaning` is a row of a two-column list.
  package let discussion: [String]
  package let operands: [Operand]
  package let options: [Option]
  package let subcommands: [Command]
  /// The name of the subcommand that is meant where none is named; nil where one has to be.
  package let defaultSubcommand: String?
  /// Command lines worth copying, each with what it does.
  package let examples: [(line: String, purpose: String)]
  /// More to read, such as the exit codes; paragraphs as in `discussion`.
  ///
  /// Titles are lower case, as help prints them; the man page puts them in capitals.
  package let sections: [(title: String, paragraphs: [String])]

  package init(
    _ name: String, summary: String, discussion: [String] = [], operands: [Operand] = [],
    options: [Option] = [], subcommands: [Command] = [], defaultSubcommand: String? = nil,
    examples: [(line: String, purpose: String)] = [],
    sections: [(title: String, paragraphs: [String])] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.operands = operands
    self.options = options
    self.subcommands = subcommands
    self.defaultSubcommand = defaultSubcommand
    self.examples = examples
    self.sections = sections
  }

  func subcommand(named name: String) -> Command? {
    subcommands.first { $0.name == name }
  }
}
