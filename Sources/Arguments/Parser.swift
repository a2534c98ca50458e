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

private struct Parser {
  private var scope: Scope
  private var rest: ArraySlice<String>
  private var optionsEnded = false
  private var operands: [String] = []
  /// The values of each option given, by long name; a flag has none.
  private var given: [String: [String]] = [:]

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
  private mutating func read(_ argument: String) throws(UsageError) -> ParseResult? {
    if optionsEnded || !Self.looksLikeOption(argument) { return try readWord(argument) }
    if argument == "--" {
      optionsEnded = true
      return nil
    }
    return try argument.hasPrefix("--") ? readLong(argument) : readShort(argument)
  }

  private static func looksLikeOption(_ argument: String) -> Bool {
    guard argument.first == "-", argument.count > 1 else { return false }
    let second = argument.dropFirst().first { $0 != "." }
    return second.map { !("0"..."9").contains($0) } ?? true
  }
}

// MARK: - Words

extension Parser {
  private mutating func readWord(_ word: String) throws(UsageError) -> ParseResult? {
    guard !scope.command.subcommands.isEmpty else {
      operands.append(word)
      return nil
    }
    if let child = scope.child(named: word) {
      scope = child
      return nil
    }
    guard word == "help" else { throw unknownCommand(word) }
    return try readHelpPath()
  }

  /// `help prices list`: every further word has to name a command.
  private mutating func readHelpPath() throws(UsageError) -> ParseResult {
    while let word = rest.popFirst() {
      if Option.helpFlag.spellings.contains(word) { continue }
      guard let child = scope.child(named: word) else { throw unknownCommand(word) }
      scope = child
    }
    return helpResult
  }

  private func finished() throws(UsageError) -> Parsed {
    let subcommands = scope.command.subcommands.map(\.name)
    guard subcommands.isEmpty else { throw error(.missingCommand(choices: subcommands)) }
    try checkOperands()
    return Parsed(
      commandPath: scope.path, operands: operands, given: given,
      declared: Set(scope.options.map(\.long)))
  }

  private func checkOperands() throws(UsageError) {
    let declared = scope.command.operands
    guard let assigned = Operand.assignment(of: operands.count, to: declared) else {
      throw wrongCount(of: declared)
    }
    for (word, operand) in zip(operands, assigned) {
      try check(word, against: operand.choices, subject: operand.placeholder)
    }
  }

  private func wrongCount(of declared: [Operand]) -> UsageError {
    var needed = 0
    for operand in declared {
      needed += operand.minimum
      if operands.count < needed {
        return error(.missingOperand(placeholder: operand.placeholder))
      }
    }
    let maximum = declared.reduce(0) { $0 + ($1.maximum ?? 0) }
    return error(.unexpectedOperand(operands[maximum], maximum: maximum))
  }
}

// MARK: - Options

extension Parser {
  private mutating func readLong(_ argument: String) throws(UsageError) -> ParseResult? {
    let equals = argument.firstIndex(of: "=")
    let spelling = String(argument[..<(equals ?? argument.endIndex)])
    guard let option = scope.option(long: String(spelling.dropFirst(2))) else {
      throw unknownOption(spelling)
    }
    return try take(option, attached: equals.map { argument[argument.index(after: $0)...] })
  }

  /// A bundle of letters.
  ///
  /// The first that wants a value takes what is left of the bundle.
  private mutating func readShort(_ argument: String) throws(UsageError) -> ParseResult? {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = scope.option(short: letter) else {
        throw unknownLetter(letter, in: argument)
      }
      if option.isFlag && letters.first != "=" {
        if let result = try take(option, attached: nil) { return result }
        continue
      }
      if letters.isEmpty { return try take(option, attached: nil) }
      return try take(option, attached: letters.first == "=" ? letters.dropFirst() : letters)
    }
    return nil
  }

  private mutating func take(
    _ option: Option, attached: Substring?
  ) throws(UsageError) -> ParseResult? {
    guard let placeholder = option.placeholder else {
      if let attached {
        throw error(.valueForFlag(option: option.spelling, value: String(attached)))
      }
      if option == .helpFlag { return helpResult }
      if option == .versionFlag { return .version }
      given[option.long] = []
      return nil
    }
    if !option.repeats, given[option.long] != nil { throw error(.repeatedOption(option.spelling)) }
    let text = if let attached { String(attached) } else { try nextValue(for: option, placeholder) }
    for item in try items(of: text, option) {
      try check(item, against: option.choices, subject: option.spelling)
      given[option.long, default: []].append(item)
    }
    return nil
  }

  /// The next argument, unless it is an option: swallowing `--since` as a value of `--by` would
  /// turn one forgotten word into a puzzle three words later.
  private mutating func nextValue(
    for option: Option, _ placeholder: String
  ) throws(UsageError) -> String {
    guard let next = rest.first, !Self.looksLikeOption(next) else {
      let follower = rest.first
      throw error(
        .missingValue(option: option.spelling, placeholder: placeholder, follower: follower))
    }
    return rest.removeFirst()
  }

  private func items(of text: String, _ option: Option) throws(UsageError) -> [String] {
    guard option.splitsOnComma else { return [text] }
    let items = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if items.contains("") { throw error(.emptyItem(option: option.spelling, list: text)) }
    return items
  }

  private func check(
    _ value: String, against choices: [String], subject: String
  ) throws(UsageError) {
    if choices.isEmpty || choices.contains(value) { return }
    let suggestion = EditDistance.nearest(to: value, among: choices)
    throw error(
      .unknownChoice(subject: subject, value: value, choices: choices, suggestion: suggestion))
  }
}

// MARK: - What went wrong

extension Parser {
  private func error(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem, invocation: scope.invocation)
  }

  private func unknownCommand(_ word: String) -> UsageError {
    let names = scope.command.subcommands.map(\.name)
    guard !names.isEmpty else { return error(.unexpectedOperand(word, maximum: 0)) }
    let suggestion = EditDistance.nearest(to: word, among: names + ["help"])
    return error(.unknownCommand(word, suggestion: suggestion))
  }

  private func unknownOption(_ spelling: String) -> UsageError {
    if let misplaced = optionBeforeCommand(spelling) { return misplaced }
    let name = String(spelling.dropFirst(2))
    let suggestion = EditDistance.nearest(to: name, among: scope.options.map(\.long))
    return error(.unknownOption(spelling, suggestion: suggestion.map { "--" + $0 }))
  }

  /// Set when the option is right and only its place is wrong: before the command it belongs to.
  private func optionBeforeCommand(_ spelling: String) -> UsageError? {
    let owners = scope.all.dropFirst().filter { below in
      below.command.options.contains { $0.spellings.contains(spelling) }
    }
    guard !owners.isEmpty else { return nil }
    let commands = owners.map { $0.path.joined(separator: " ") }
    return error(.optionBeforeCommand(spelling, commands: commands))
  }

  /// `-since` is how some programs spell their long options; say how this one does.
  private func unknownLetter(_ letter: Character, in argument: String) -> UsageError {
    let name = argument.dropFirst().prefix { $0 != "=" }
    if name.count > 1, let option = scope.option(long: String(name)) {
      return error(.unknownOption("-\(name)", suggestion: option.spelling))
    }
    let spelling = "-\(letter)"
    return optionBeforeCommand(spelling) ?? error(.unknownOption(spelling, suggestion: nil))
  }
}
