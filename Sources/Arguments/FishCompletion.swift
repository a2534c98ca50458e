/// A completion script for fish.
///
/// A small function finds the command under the cursor, and every `complete` line says where it
/// holds. Options of the program itself hold everywhere and need no condition.
extension Command {
  /// The script, to be sourced or named `tollbook.fish` in fish's completions folder.
  package func fishCompletion() -> String {
    let root = Scope(root: self)
    let lines =
      ["# fish completion for \(name)", ""] + walk(root)
      + ["", "complete -c \(name) -f"]
      + root.options.map { fishOption($0, condition: "") }
      + root.all.flatMap(fishLines)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The function that prints where the cursor is, and the two conditions made from it.
  private var path: String { "_" + Shell.function(name) + "_path" }
  private var at: String { Shell.function(name) + "_at" }
  private var within: String { Shell.function(name) + "_within" }

  /// The walk over the words before the cursor, and the two conditions on where it ends: at a
  /// command exactly, for what only it takes, or within it, for options its subcommands inherit.
  private func walk(_ root: Scope) -> [String] {
    [
      "function \(path)", "  set -l at ''", "  set -l skip no",
      "  for word in (commandline -opc)[2..-1]",
      "    if test $skip = yes", "      set skip no", "      continue", "    end",
      "    switch \"$at:$word\"",
    ]
      + Shell.indented(root.all.flatMap(\.fishSteps), by: 6)
      + ["    end", "  end", "  echo $at", "end", ""]
      + ["function \(at)", "  set -l at (\(path))", "  test \"$at\" = \"$argv\"", "end", ""]
      + [
        "function \(within)", "  set -l at (\(path))",
        "  string match -q -- \"$argv *\" \"$at \"", "end",
      ]
  }

  /// What one command offers: its subcommands, the words and files it takes, its options.
  private func fishLines(_ scope: Scope) -> [String] {
    let here = "-n " + Shell.fishQuoted("\(at) \(scope.pathText)") + " "
    let below = "-n " + Shell.fishQuoted("\(within) \(scope.pathText)") + " "
    let operands = scope.command.operands
    let choices = operands.flatMap(\.choices).joined(separator: " ")
    return scope.command.subcommands.map { child in
      "complete -c \(name) \(here)-a \(child.name) -d \(Shell.fishQuoted(child.summary))"
    }
      + (choices.isEmpty ? [] : ["complete -c \(name) \(here)-a \(Shell.fishQuoted(choices))"])
      + (operands.contains(where: \.takesFiles) ? ["complete -c \(name) \(here)-F"] : [])
      + (scope.path.isEmpty ? [] : scope.command.options.map { fishOption($0, condition: below) })
  }

  private func fishOption(_ option: Option, condition: String) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let choices = Shell.fishQuoted(option.choices.joined(separator: " "))
    // -x wants a value and offers no files; -r -F wants one and does.
    let value =
      option.isFlag
      ? "" : option.takesFiles ? " -r -F" : option.choices.isEmpty ? " -x" : " -x -a \(choices)"
    return "complete -c \(name) \(condition)-l \(option.long)\(short)\(value)"
      + " -d \(Shell.fishQuoted(option.help))"
  }
}

extension Scope {
  /// How the walk goes on from here: past the value of an option, or down to a subcommand.
  fileprivate var fishSteps: [String] {
    guard !command.subcommands.isEmpty else { return [] }
    let values = valueOptions.flatMap(\.spellings).map { Shell.fishQuoted("\(pathText):\($0)") }
    let skip = "case \(values.joined(separator: " "))"
    return (values.isEmpty ? [] : [skip, "  set skip yes"])
      + children.flatMap { child in
        [
          "case \(Shell.fishQuoted("\(pathText):\(child.command.name)"))",
          "  set at \(Shell.fishQuoted(child.pathText))",
        ]
      }
  }
}
