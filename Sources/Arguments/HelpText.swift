/// The help of one command, as `--help` prints it.
///
/// Order: what it is, how to call it, what it is about, what it takes, examples, further sections.
/// A reader who only needs a reminder finds it on the first screen.
extension Command {
  /// The help for the command at `path` below this one, ending in a newline.
  ///
  /// An empty path is the command itself.
  package func helpText(_ path: [String] = [], width: Int = 80) -> String {
    let help = HelpText(scope: Scope(root: self).descending(path), layout: TextLayout(width: width))
    return help.parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }
}

/// The parts of one help text.
///
/// A part without content is left out, with its title.
private struct HelpText {
  let scope: Scope
  let layout: TextLayout

  private var command: Command { scope.command }

  /// The blocks of lines that blank lines separate.
  var parts: [[String]] {
    [
      layout.paragraph("\(scope.invocation): \(command.summary)"),
      layout.paragraph("usage: " + scope.usage),
    ]
      + Prose.blocks(command.discussion).map(layout.block)
      + ([operands, commands] + options + [examples]).filter { !$0.isEmpty }
      + command.sections.flatMap(section)
      + (command.subcommands.isEmpty ? [] : [layout.paragraph(nextStep)])
  }

  private var operands: [String] {
    titled("operands", command.operands.map { .init(term: $0.usage, meaning: $0.annotatedHelp) })
  }

  private var commands: [String] {
    titled(
      "commands",
      command.subcommands.map { child in
        let isMeant = child.name == command.defaultSubcommand
        return .init(term: child.name, meaning: child.summary + (isMeant ? " (default)" : ""))
      })
  }

  /// The command's own options, then the inherited ones; on the program itself these are the same.
  private var options: [[String]] {
    let shared = "options of every command"
    guard scope.path.isEmpty else {
      return [
        titled("options", command.options.map(row)),
        titled(shared, scope.inheritedOptions.map(row)),
      ]
    }
    return [titled(command.subcommands.isEmpty ? "options" : shared, scope.options.map(row))]
  }

  private var examples: [String] {
    guard !command.examples.isEmpty else { return [] }
    return ["examples:"]
      + command.examples.flatMap { example in
        ["  " + example.line] + layout.paragraph(example.purpose, indent: 6)
      }
  }

  /// A list of commands is a dead end without a word on how to learn more.
  private var nextStep: String { "`\(scope.invocation) help COMMAND` explains one command." }

  /// A declared section: its title stands right above its first paragraph.
  private func section(_ section: (title: String, paragraphs: [String])) -> [[String]] {
    let blocks = Prose.blocks(section.paragraphs).map(layout.block)
    return [["\(section.title):"] + (blocks.first ?? [])] + blocks.dropFirst()
  }

  private func titled(_ title: String, _ rows: [Prose.Row]) -> [String] {
    rows.isEmpty ? [] : ["\(title):"] + layout.list(rows)
  }

  /// `-b, --by KEY`; without a short form the long one stays in its column.
  private func row(_ option: Option) -> Prose.Row {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.valueText.map { " " + $0 } ?? ""
    return .init(term: short + option.spelling + value, meaning: option.annotatedHelp)
  }
}

extension Scope {
  /// How to call the command: `tollbook import [options] PATH...`.
  var usage: String {
    let name = command.defaultSubcommand == nil ? "COMMAND" : "[COMMAND]"
    let words = command.subcommands.isEmpty ? command.operands.map(\.usage) : [name, "..."]
    return ([invocation, "[options]"] + words).joined(separator: " ")
  }
}
