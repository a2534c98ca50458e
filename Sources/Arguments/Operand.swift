/// A word on the command line that is not an option: a path, a name, a model.
///
/// A command lists its operands in order. Each takes at least `minimum` words; what is left over
/// goes to the earliest operand with room.
package struct Operand: Hashable, Sendable {
  /// What stands for it in help texts.
  ///
  /// `PATH`, `FILE` and `DIR` make a shell offer files.
  package let placeholder: String
  package let help: String
  package let minimum: Int
  /// `nil` for no limit.
  package let maximum: Int?
  /// The words accepted, or empty when any text is.
  package let choices: [String]

  package init(
    _ placeholder: String, help: String, minimum: Int = 1, maximum: Int? = 1,
    choices: [String] = []
  ) {
    self.placeholder = placeholder
    self.help = help
    self.minimum = minimum
    self.maximum = maximum
    self.choices = choices
  }
}

extension Operand {
  static func namesFiles(_ placeholder: String) -> Bool {
    ["PATH", "FILE", "DIR"].contains(placeholder)
  }

  var takesFiles: Bool { Self.namesFiles(placeholder) }

  /// The operand in a usage line: `NAME`, `[NAME]`, `PATH...` or `[PATH...]`.
  var usage: String {
    let name = maximum == 1 ? placeholder : placeholder + "..."
    return minimum == 0 ? "[\(name)]" : name
  }

  var annotatedHelp: String {
    choices.isEmpty ? help : "\(help) (one of: \(choices.joined(separator: ", ")))"
  }

  /// Which operand each of `count` words belongs to, in order; `nil` when they do not fit.
  ///
  /// The words of later minimums are set aside first, so `SOURCE... TARGET` works.
  static func assignment(of count: Int, to operands: [Operand]) -> [Operand]? {
    var spare = count - operands.reduce(0) { $0 + $1.minimum }
    guard spare >= 0 else { return nil }
    var assigned: [Operand] = []
    for operand in operands {
      let extra = min(spare, operand.maximum.map { $0 - operand.minimum } ?? spare)
      spare -= extra
      assigned += Array(repeating: operand, count: operand.minimum + extra)
    }
    return spare == 0 ? assigned : nil
  }
}
