/// A command line understood: which command, with which options and operands.
///
/// Ask for options by their long name. A name the command does not declare is a slip in the
/// program, not in what the user typed, and stops a debug build.
package struct Parsed: Hashable, Sendable {
  /// The words that name the command, without the program: `["prices", "list"]`.
  ///
  /// Empty when the program itself is the command.
  package let commandPath: [String]
  /// The words that are not options, in order; their number fits the declaration.
  package let operands: [String]
  private let given: [String: [String]]
  private let declared: Set<String>

  init(
    commandPath: [String], operands: [String], given: [String: [String]], declared: Set<String>
  ) {
    self.commandPath = commandPath
    self.operands = operands
    self.given = given
    self.declared = declared
  }

  /// Whether the command has this option at all: code that several commands share may ask.
  package func declares(_ name: String) -> Bool { declared.contains(name) }

  /// Whether the flag was given.
  package func flag(_ name: String) -> Bool {
    assert(declared.contains(name), "no option --\(name) in \(commandPath)")
    return given[name] != nil
  }

  /// The option's value, or `nil` when it was not given; defaults are the caller's.
  package func value(_ name: String) -> String? {
    values(name).last
  }

  /// All values of a list, commas split, in the order given.
  package func values(_ name: String) -> [String] {
    assert(declared.contains(name), "no option --\(name) in \(commandPath)")
    return given[name] ?? []
  }
}

/// What a command line asks for.
package enum ParseResult: Hashable, Sendable {
  case run(Parsed)
  /// Show the help of the command at this path; an empty path is the program itself.
  case help(commandPath: [String])
  case version
}
