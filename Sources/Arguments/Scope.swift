/// A command together with the commands above it: the place a command line has reached.
///
/// What a command understands depends on where it hangs, because options are inherited. The
/// parser walks down a scope word by word; help, man page and completions walk over all of them.
struct Scope: Sendable {
  /// The root first, the command itself last; never empty.
  private let lineage: [Command]
  let command: Command

  init(root: Command) {
    lineage = [root]
    command = root
  }

  private init(lineage: [Command], command: Command) {
    self.lineage = lineage + [command]
    self.command = command
  }

  var program: String { lineage[0].name }

  /// The words that lead here, without the program's name: `["prices", "list"]`.
  var path: [String] { lineage.dropFirst().map(\.name) }

  /// What a user types to get here: `tollbook prices list`.
  var invocation: String { lineage.map(\.name).joined(separator: " ") }

  /// Options declared by the commands above, root first, then the built-in ones.
  var inheritedOptions: [Option] { lineage.dropLast().flatMap(\.options) + Option.builtIn }

  /// Every option understood here, the command's own first.
  var options: [Option] { command.options + inheritedOptions }

  func option(long name: String) -> Option? {
    options.first { $0.long == name }
  }

  func option(short letter: Character) -> Option? {
    options.first { $0.short == letter }
  }

  func child(named name: String) -> Scope? {
    command.subcommand(named: name).map { Scope(lineage: lineage, command: $0) }
  }

  /// The subcommand that is meant where none is named.
  var defaultChild: Scope? { command.defaultSubcommand.flatMap { child(named: $0) } }

  var children: [Scope] {
    command.subcommands.map { Scope(lineage: lineage, command: $0) }
  }

  /// This scope and all below it, in the order of declaration.
  var all: [Scope] { [self] + children.flatMap(\.all) }

  /// The deepest scope that `path` leads to; words that name nothing are passed over.
  func descending(_ path: some Sequence<String>) -> Scope {
    path.reduce(self) { scope, word in scope.child(named: word) ?? scope }
  }
}
