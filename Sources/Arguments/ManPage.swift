/// The manual page of a program with all its commands, in mdoc.
///
/// Sections come in the order mdoc(7) asks for; those the program declares go where their titles
/// put them, and an `Environment` of its own is joined to the one made from the options.
extension Command {
  /// The page for section 1.
  ///
  /// `date` is a day such as `2026-10-05`; anything else is shown as is.
  package func manPage(date: String, version: String) -> String {
    var page = ManPage(program: self)
    page.head(date: date, version: version)
    page.description()
    page.commands()
    page.environment()
    page.sections { !ManPage.closing.contains($0) }
    page.examples()
    page.sections { ManPage.closing.contains($0) }
    return page.mdoc.lines.joined(separator: "\n") + "\n"
  }
}

private struct ManPage {
  let program: Command
  var mdoc = Mdoc()

  /// Titles that mdoc(7) places after EXAMPLES.
  static let closing: Set<String> = [
    "DIAGNOSTICS", "SEE ALSO", "STANDARDS", "HISTORY", "AUTHORS", "CAVEATS", "BUGS",
  ]
  private static let environmentTitle = "ENVIRONMENT"

  /// Prologue, name and synopsis.
  ///
  /// `Os` carries the version, which readers print in the footer.
  mutating func head(date: String, version: String) {
    mdoc.macro("Dd", Self.written(date))
    mdoc.macro("Dt", program.name.uppercased(), "1")
    mdoc.macro("Os", Mdoc.words("\(program.name) \(version)"))
    mdoc.macro("Sh", "NAME")
    mdoc.macro("Nm", program.name)
    mdoc.macro("Nd", Mdoc.words(program.summary))
    mdoc.macro("Sh", "SYNOPSIS")
    mdoc.macro("Nm")
    for word in Scope(root: program).synopsis { mdoc.macro(word) }
  }

  /// What the program is about, and the options that hold everywhere, once.
  mutating func description() {
    mdoc.macro("Sh", "DESCRIPTION")
    mdoc.blocks(program.discussion.isEmpty ? [program.summary + "."] : program.discussion)
    operands(of: program)
    if !program.subcommands.isEmpty {
      mdoc.macro("Pp")
      mdoc.text("These options are understood by every command:")
    }
    options(program.options + Option.builtIn)
  }

  /// A subsection for each command, a group before its members.
  mutating func commands() {
    let scopes = Scope(root: program).all.dropFirst()
    guard !scopes.isEmpty else { return }
    mdoc.macro("Sh", "COMMANDS")
    for scope in scopes {
      mdoc.macro("Ss", Mdoc.words("\(scope.path.joined(separator: " ")): \(scope.command.summary)"))
      mdoc.macro(
        "D1", "Nm", "Cm", Mdoc.words(scope.path.joined(separator: " ")),
        scope.synopsis.joined(separator: " "))
      mdoc.blocks(scope.command.discussion, afterHeading: false)
      operands(of: scope.command)
      options(scope.command.options)
      for section in scope.command.sections {
        mdoc.macro("Pp")
        mdoc.macro("Sy", Mdoc.words(section.title))
        mdoc.blocks(section.paragraphs, afterHeading: false)
      }
      for example in scope.command.examples { self.example(example, afterHeading: false) }
    }
  }

  /// The variables named by options, then those the program declares, such as `NO_COLOR`.
  mutating func environment() {
    let options = Scope(root: program).all.flatMap(\.command.options)
    let rows = options.compactMap { option in
      option.environment.map {
        (term: "Ev " + Mdoc.words($0), meaning: "Used where \(option.spelling) is not given.")
      }
    }
    let declared = paragraphs(titled: Self.environmentTitle)
    guard !rows.isEmpty || !declared.isEmpty else { return }
    mdoc.macro("Sh", Self.environmentTitle)
    if !rows.isEmpty { mdoc.list(rows) }
    mdoc.blocks(declared, afterHeading: rows.isEmpty)
  }

  /// The program's own sections whose titles, in capitals, belong at this place of the page.
  mutating func sections(where belongsHere: (String) -> Bool) {
    for section in program.sections {
      let title = section.title.uppercased()
      guard title != Self.environmentTitle, belongsHere(title) else { continue }
      mdoc.macro("Sh", Mdoc.words(title))
      mdoc.blocks(section.paragraphs)
    }
  }

  mutating func examples() {
    guard !program.examples.isEmpty else { return }
    mdoc.macro("Sh", "EXAMPLES")
    for (index, example) in program.examples.enumerated() {
      self.example(example, afterHeading: index == 0)
    }
  }

  /// `Dl` shows the line literally, so that it can be copied.
  private mutating func example(
    _ example: (line: String, purpose: String), afterHeading: Bool
  ) {
    if !afterHeading { mdoc.macro("Pp") }
    mdoc.text(example.purpose)
    mdoc.macro("Dl", Mdoc.words(example.line))
  }

  private mutating func operands(of command: Command) {
    guard !command.operands.isEmpty else { return }
    mdoc.list(command.operands.map { ("Ar " + Mdoc.words($0.placeholder), $0.annotatedHelp) })
  }

  private mutating func options(_ options: [Option]) {
    guard !options.isEmpty else { return }
    mdoc.list(options.map { ($0.mdocTerm, $0.annotatedHelp) })
  }

  private func paragraphs(titled title: String) -> [String] {
    program.sections.filter { $0.title.uppercased() == title }.flatMap(\.paragraphs)
  }

  /// `2026-10-05` as mdoc wants it: `October 5, 2026`.
  private static func written(_ date: String) -> String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let parts = date.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return date }
    return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
  }
}

extension Scope {
  /// What follows the command's name in a synopsis, one macro an element.
  ///
  /// Brackets are `Oo` and `Oc`, since `Op` on a shared line would swallow all that follows.
  fileprivate var synopsis: [String] {
    guard command.subcommands.isEmpty else {
      let isNeeded = command.defaultSubcommand == nil
      return ["Oo Ar options Oc", isNeeded ? "Ar COMMAND ..." : "Oo Ar COMMAND Oc ..."]
    }
    return ["Oo Ar options Oc"]
      + command.operands.map { operand in
        let name = "Ar " + Mdoc.words(operand.placeholder) + (operand.maximum == 1 ? "" : " ...")
        return operand.minimum == 0 ? "Oo \(name) Oc" : name
      }
  }
}

extension Option {
  /// The option as a list term: `Fl b , Fl -by Ar KEY`.
  fileprivate var mdocTerm: String {
    let names = spellings.map { "Fl " + Mdoc.words(String($0.dropFirst())) }
    return names.joined(separator: " , ") + (valueText.map { " Ar " + Mdoc.words($0) } ?? "")
  }
}
