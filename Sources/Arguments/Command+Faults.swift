/// What is wrong with a declaration itself, found by a test rather than by a user.
///
/// The parser does not look for these: it would pay for it at every start, and could only stop.
extension Command {
  /// One sentence for each mistake in this command or below it; empty when there is none.
  package func declarationFaults() -> [String] {
    Scope(root: self).all.flatMap(\.faults)
  }
}

extension Scope {
  fileprivate var faults: [String] {
    let places = [repeatedNames, operandFaults] + command.options.map(faults(of:))
    return places.joined().map { "\(invocation): \($0)" }
  }

  /// Names that mean two things here, counting what the commands above declare.
  private var repeatedNames: [String] {
    let taken = Set(inheritedOptions.flatMap(\.spellings))
    let options = Self.repeated(command.options.flatMap(\.spellings), beside: taken)
    let commands = Self.repeated(command.subcommands.map(\.name), beside: [])
    return options.map { "two options are called \($0)" }
      + commands.map { "two subcommands are called \($0)" }
      + (command.defaultSubcommand == nil || defaultChild != nil
        ? [] : ["the subcommand that is meant where none is named is not there"])
      + (command.subcommand(named: "help") == nil ? [] : ["the subcommand help is built in"])
  }

  /// Operands no command line could fill, or that a subcommand's name would be mistaken for.
  private var operandFaults: [String] {
    let misordered = command.operands.filter { ($0.maximum ?? .max) < max($0.minimum, 1) }
    let mixed = !command.operands.isEmpty && !command.subcommands.isEmpty
    return misordered.map { "\($0.placeholder) may never be as many as it must be" }
      + (mixed ? ["operands cannot be told from subcommands"] : [])
  }

  /// Names nobody could type, and choices nobody could reach.
  private func faults(of option: Option) -> [String] {
    let unreachable = option.splitsOnComma ? option.choices.filter { $0.contains(",") } : []
    let digit = option.short.map { ("0"..."9").contains($0) } ?? false
    return unreachable.map { "\(option.spelling) splits its choice \($0) on the comma" }
      + (digit ? ["the short form of \(option.spelling) reads as a number"] : [])
      + (option.long.contains("=") || option.long.isEmpty
        ? ["\(option.spelling) cannot be typed"] : [])
  }

  private static func repeated(_ names: [String], beside taken: Set<String>) -> [String] {
    var seen = taken
    return names.filter { !seen.insert($0).inserted }
  }
}
