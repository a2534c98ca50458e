/// Words: the names of commands on the way down, then operands.
///
/// Operands are only gathered on the way and judged at the end, because how many belong to which
/// depends on how many there are.
extension Parser {
  mutating func readWord(_ word: String) throws(UsageError) -> ParseResult? {
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
  mutating func readHelpPath() throws(UsageError) -> ParseResult {
    while let word = rest.popFirst() {
      if Option.helpFlag.spellings.contains(word) { continue }
      guard let child = scope.child(named: word) else { throw unknownCommand(word) }
      scope = child
    }
    return helpResult
  }

  mutating func finished() throws(UsageError) -> Parsed {
    if let meant = scope.defaultChild { scope = meant }
    let subcommands = scope.command.subcommands.map(\.name)
    guard subcommands.isEmpty else { throw error(.missingCommand(choices: subcommands)) }
    try checkOperands()
    return Parsed(
      commandPath: scope.path, operands: operands, given: given,
      declared: Set(scope.options.map(\.long)))
  }

  func checkOperands() throws(UsageError) {
    let declared = scope.command.operands
    guard let assigned = Operand.assignment(of: operands.count, to: declared) else {
      throw wrongCount(of: declared)
    }
    for (word, operand) in zip(operands, assigned) {
      try check(word, against: operand.choices, subject: operand.placeholder)
    }
  }

  func wrongCount(of declared: [Operand]) -> UsageError {
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
