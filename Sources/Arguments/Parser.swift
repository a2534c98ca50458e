/// Reads a command line, one argument at a time, against a declared command.
///
/// The rules, in the order they are applied to each argument:
/// - after `--`, everything is a word;
/// - `-`, and a dash before a digit, are words, so `--mau -5` and `report -` read as meant;
/// - `--name=value`, `--name value` and `--name`; names are never abbreviated, because a name
///   added later would break the scripts that relied on it;
/// - `-n value`, `-nvalue`, `-n=value`, and `-abc` for the flags `-a -b -c`;
/// - a word is a subcommand's name where the command has subcommands, otherwise an operand.
///
/// A plea for help wins over any mistake before it.
extension Command {
  package func parse(_ arguments: [String]) throws(UsageError) -> ParseResult {
    var parser = Parser(root: self, arguments: arguments)
    // A bare `tollbook` is somebody's first contact, not a slip.
    if arguments.isEmpty, !subcommands.isEmpty { return .help(commandPath: []) }
    do throws(UsageError) {
      return try parser.run()
    } catch {
      guard parser.helpIsAskedLater else { throw error }
      return parser.helpResult
    }
  }
}

/// The state of one reading: where it is, what is left, what it has found.
///
/// Words, options and errors have a file each; this one decides which of them an argument is.
struct Parser {
  /// The command reached so far; what an option means depends on it.
  var scope: Scope
  var rest: ArraySlice<String>
  var optionsEnded = false
  var operands: [String] = []
  /// The values of each option given, by long name; a flag has none.
  var given: [String: [String]] = [:]

  init(root: Command, arguments: [String]) {
    scope = Scope(root: root)
    rest = arguments[...]
  }

  var helpIsAskedLater: Bool {
    !optionsEnded
      && rest.prefix { $0 != "--" }.contains { Option.helpFlag.spellings.contains($0) }
  }

  /// Help for the command reached, or for the one named after `--help`.
  var helpResult: ParseResult { .help(commandPath: scope.descending(rest).path) }

  mutating func run() throws(UsageError) -> ParseResult {
    while let argument = rest.popFirst() {
      if let result = try read(argument) { return result }
    }
    return .run(try finished())
  }

  /// Takes in one argument; a result ends the reading early.
  mutating func read(_ argument: String) throws(UsageError) -> ParseResult? {
    if optionsEnded || !Self.looksLikeOption(argument) { return try readWord(argument) }
    if argument == "--" {
      optionsEnded = true
      return nil
    }
    return try argument.hasPrefix("--") ? readLong(argument) : readShort(argument)
  }

  /// Whether an argument is an option, known or not.
  ///
  /// Numbers are not: `-5` and `-.5` are values far more often than slips, and no short option is
  /// a digit.
  static func looksLikeOption(_ argument: String) -> Bool {
    guard argument.first == "-", argument.count > 1 else { return false }
    let second = argument.dropFirst().first { $0 != "." }
    return second.map { !("0"..."9").contains($0) } ?? true
  }
}
