/// A completion script for bash, from 3.2 (macOS) on.
///
/// It walks the words before the cursor to the command they name, then offers that command's
/// option values, options, subcommands, choices or files.
extension Command {
  /// The script, to be sourced or put where bash-completion looks for it.
  package func bashCompletion() -> String {
    let root = Scope(root: self)
    let name = Shell.function(self.name)
    let lines =
      ["# bash completion for \(self.name)", "", "\(name)() {"]
      + Shell.indented(opening, by: 2)
      + Shell.indented(root.all.flatMap(\.bashSteps), by: 6)
      + ["    esac", "  done", "  case \"$at:$previous\" in"]
      + Shell.indented(root.all.flatMap(\.bashValues), by: 4)
      + ["  esac", "  local options='' words='' files=''", "  case \"$at\" in"]
      + Shell.indented(root.all.map(\.bashWords), by: 4)
      + ["  esac"]
      + Shell.indented(closing(name), by: 2)
      + ["}", ""] + filesFunction(name) + ["", "complete -F \(name) \(self.name)"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Finds the word being completed, the one before it, and `at`, the command they belong to.
  private var opening: [String] {
    [
      "local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
      "# readline splits --name=value into three words",
      "if [[ $current == = ]]; then",
      "  current=''",
      "elif [[ $previous == = && COMP_CWORD -gt 1 ]]; then",
      "  previous=${COMP_WORDS[COMP_CWORD-2]}",
      "fi",
      "local at='' i",
      "for ((i = 1; i < COMP_CWORD; i++)); do",
      "  case \"$at:${COMP_WORDS[i]}\" in",
    ]
  }

  /// A dash asks for options; anything else for what the command takes.
  private func closing(_ name: String) -> [String] {
    [
      "if [[ $current == -* ]]; then",
      "  COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))",
      "elif [[ -n $files ]]; then",
      "  \(name)_files \"$current\"",
      "else",
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))",
      "fi",
    ]
  }

  /// readline quotes file names best itself, but only bash 4 can be told to; 3.2 has `compgen`.
  private func filesFunction(_ name: String) -> [String] {
    [
      "\(name)_files() {",
      "  COMPREPLY=()",
      "  compopt -o default 2>/dev/null && return",
      "  local IFS=$'\\n'",
      "  COMPREPLY=($(compgen -f -- \"$1\"))",
      "}",
    ]
  }
}

extension Scope {
  /// How the walk goes on from here: past the value of an option, or down to a subcommand.
  fileprivate var bashSteps: [String] {
    guard !command.subcommands.isEmpty else { return [] }
    let values = bashPatterns(valueOptions)
    let skip = "\(values)) ((i++)); [[ ${COMP_WORDS[i]} == = ]] && ((i++)) ;;"
    return (values.isEmpty ? [] : [skip])
      + children.map { child in
        "\(bashPattern(child.command.name))) at=\(Shell.quoted(child.pathText)) ;;"
      }
  }

  /// What to offer right after an option that wants a value.
  ///
  /// An option whose value is free text offers nothing, on purpose: file names after `--since`
  /// would be noise.
  fileprivate var bashValues: [String] {
    let free = valueOptions.filter { $0.choices.isEmpty && !$0.takesFiles }
    let files = valueOptions.filter { $0.choices.isEmpty && $0.takesFiles }
    let chosen = valueOptions.filter { !$0.choices.isEmpty }.map { option in
      let words = Shell.quoted(option.choices.joined(separator: " "))
      return
        "\(bashPatterns([option]))) COMPREPLY=($(compgen -W \(words) -- \"$current\")); return ;;"
    }
    return chosen
      + (files.isEmpty ? [] : ["\(bashPatterns(files))) \(filesFunction) \"$current\"; return ;;"])
      + (free.isEmpty ? [] : ["\(bashPatterns(free))) COMPREPLY=(); return ;;"])
  }

  /// What to offer where no option waits for its value.
  fileprivate var bashWords: String {
    let words = command.subcommands.map(\.name) + command.operands.flatMap(\.choices)
    let files = words.isEmpty && command.operands.contains(where: \.takesFiles)
    return "\(Shell.quoted(pathText))) options="
      + Shell.quoted(options.flatMap(\.spellings).joined(separator: " "))
      + (words.isEmpty ? "" : " words=" + Shell.quoted(words.joined(separator: " ")))
      + (files ? " files=yes" : "") + " ;;"
  }

  private func bashPatterns(_ options: [Option]) -> String {
    options.flatMap(\.spellings).map(bashPattern).joined(separator: "|")
  }

  /// A pattern for a word typed here.
  ///
  /// The colon keeps `prices` with `list` apart from a command
  /// that would be called `prices list`.
  private func bashPattern(_ word: String) -> String { Shell.quoted("\(pathText):\(word)") }
}
