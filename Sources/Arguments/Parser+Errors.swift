/// What went wrong, with the best guess at what was meant.
///
/// Guesses only ever go into the message. None is acted on: a program that runs what it thinks was
/// meant will one day run what was not.
extension Parser {
  func error(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem, invocation: scope.invocation)
  }

  func unknownCommand(_ word: String) -> UsageError {
    let names = scope.command.subcommands.map(\.name)
    guard !names.isEmpty else { return error(.unexpectedOperand(word, maximum: 0)) }
    let suggestion = EditDistance.nearest(to: word, among: names + ["help"])
    return error(.unknownCommand(word, suggestion: suggestion))
  }

  func unknownOption(_ spelling: String) -> UsageError {
    if let misplaced = optionBeforeCommand(spelling) { return misplaced }
    let name = String(spelling.dropFirst(2))
    let suggestion = EditDistance.nearest(to: name, among: scope.options.map(\.long))
    return error(.unknownOption(spelling, suggestion: suggestion.map { "--" + $0 }))
  }

  /// Set when the option is right and only its place is wrong: before the command it belongs to.
  func optionBeforeCommand(_ spelling: String) -> UsageError? {
    let owners = scope.all.dropFirst().filter { below in
      below.command.options.contains { $0.spellings.contains(spelling) }
    }
    guard !owners.isEmpty else { return nil }
    let commands = owners.map { $0.path.joined(separator: " ") }
    return error(.optionBeforeCommand(spelling, commands: commands))
  }

  /// `-since` is how some programs spell their long options; say how this one does.
  func unknownLetter(_ letter: Character, in argument: String) -> UsageError {
    let name = argument.dropFirst().prefix { $0 != "=" }
    if name.count > 1, let option = scope.option(long: String(name)) {
      return error(.unknownOption("-\(name)", suggestion: option.spelling))
    }
    let spelling = "-\(letter)"
    return optionBeforeCommand(spelling) ?? error(.unknownOption(spelling, suggestion: nil))
  }
}
