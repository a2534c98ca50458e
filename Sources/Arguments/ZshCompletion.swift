/// A completion script for zsh: a file named `_tollbook` in a directory of `$fpath`.
///
/// One function a command, each a call of `_arguments`; a command with subcommands hands over to
/// theirs.
extension Command {
  /// The script, with `#compdef` on its first line as zsh's `compinit` wants it.
  package func zshCompletion() -> String {
    let root = Scope(root: self)
    let functions = root.all.map { $0.zshFunction.joined(separator: "\n") }
    // zsh runs the file as the body of the function on its first use, and later calls the function.
    let call = "if [[ $funcstack[1] == _\(name) ]]; then\n  \(Shell.function(name)) \"$@\"\nfi"
    return (["#compdef \(name)"] + functions + [call]).joined(separator: "\n\n") + "\n"
  }
}

extension Scope {
  /// The function for this command.
  ///
  /// `-C` keeps the context for the subcommand's own function, `-s`
  /// allows bundles of short flags, `-S` ends options at `--`: the parser's rules.
  fileprivate var zshFunction: [String] {
    let specs = options.flatMap(zshSpecs) + (children.isEmpty ? operandSpecs : commandSpecs)
    return ["\(Shell.function(invocation))() {"]
      + Shell.indented(
        ["local curcontext=$curcontext context state state_descr line", "typeset -A opt_args"]
          + ["_arguments -C -s -S \\"]
          + Shell.indented([specs.joined(separator: " \\\n    ")], by: 2)
          + (children.isEmpty ? [] : zshDispatch), by: 2)
      + ["}"]
  }

  /// The first word names a command; `*::` hands it the rest as if it were the whole line.
  private var commandSpecs: [String] { ["'1:command:->command'", "'*::argument:->argument'"] }

  /// Offers the subcommands, or leaves the rest of the line to the one that was named.
  private var zshDispatch: [String] {
    let names = children.map {
      Shell.quoted("\($0.command.name):\(Self.escaped($0.command.summary))")
    }
    return ["case $state in", "command)", "  local -a commands=("]
      + Shell.indented(names, by: 4)
      + ["  )", "  _describe -t commands command commands ;;", "argument)", "  case $line[1] in"]
      + children.map { "  \($0.command.name)) \(Shell.function($0.invocation)) ;;" }
      + ["  esac ;;", "esac"]
  }

  /// Positions are counted until an operand takes more than one word; that one takes the rest.
  private var operandSpecs: [String] {
    var specs: [String] = []
    for (index, operand) in command.operands.enumerated() {
      let action = Self.action(operand.choices, files: operand.takesFiles)
      let name = Self.escaped(operand.placeholder)
      guard operand.maximum == 1 else { return specs + [Shell.quoted("*:\(name):\(action)")] }
      let separator = operand.minimum == 0 ? "::" : ":"
      specs.append(Shell.quoted("\(index + 1)\(separator)\(name):\(action)"))
    }
    return specs
  }

  /// One spec for each spelling, which exclude one another unless the option repeats.
  private func zshSpecs(_ option: Option) -> [String] {
    let before = option.repeats ? "*" : "(\(option.spellings.joined(separator: " ")))"
    return option.spellings.map { spelling in
      let help = "[\(Self.escaped(option.help))]"
      guard let placeholder = option.placeholder else {
        return Shell.quoted(before + spelling + help)
      }
      let join = spelling.hasPrefix("--") ? "=" : "+"
      let action = Self.action(option.choices, files: option.takesFiles)
      return Shell.quoted(
        "\(before)\(spelling)\(join)\(help):\(Self.escaped(placeholder)):\(action)")
    }
  }

  /// What to offer for a value: its choices, files, or (a space) only a hint of what it is.
  private static func action(_ choices: [String], files: Bool) -> String {
    if !choices.isEmpty { return "(\(choices.map(escaped).joined(separator: " ")))" }
    return files ? "_files" : " "
  }

  /// Text inside a spec, where brackets and colons have a meaning.
  private static func escaped(_ text: String) -> String {
    text.map { "\\[]:()".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
