/// One option a command understands: a flag, a value, or a list of values.
///
/// Everything the parser, the help, the man page and the completions say about an option comes
/// from here, so they cannot disagree. Build one with `flag`, `value` or `list`.
package struct Option: Hashable, Sendable {
  /// The name without its dashes: `by` is typed `--by`.
  package let long: String
  /// The letter of the short form.
  ///
  /// Never a digit: `-5` is always a number.
  package let short: Character?
  /// What stands for the value in help texts; `nil` says this is a flag.
  ///
  /// `PATH`, `FILE` and `DIR` are the names that make a shell offer files.
  package let placeholder: String?
  /// One or two sentences.
  package let help: String
  /// Whether each of several values is kept, in order, where one would be an error.
  package let repeats: Bool
  /// Whether one value may hold several items, as in `--by day,model`.
  package let splitsOnComma: Bool
  /// The values accepted, or empty when any text is.
  package let choices: [String]
  /// What happens without the option, in words.
  ///
  /// Shown, never applied: the caller decides.
  package let defaultText: String?
  /// The environment variable the caller falls back to.
  ///
  /// Named in help, never read here.
  package let environment: String?

  /// An option without a value.
  ///
  /// Giving it twice means the same as once, so that a shell alias which already sets it does
  /// no harm.
  package static func flag(_ long: String, short: Character? = nil, help: String) -> Option {
    Option(
      long: long, short: short, placeholder: nil, help: help, repeats: false, splitsOnComma: false,
      choices: [], defaultText: nil, environment: nil)
  }

  /// An option with one value.
  ///
  /// Giving it twice is an error: one of the two would be ignored.
  package static func value(
    _ long: String, short: Character? = nil, placeholder: String, help: String,
    choices: [String] = [], defaultText: String? = nil, environment: String? = nil
  ) -> Option {
    Option(
      long: long, short: short, placeholder: placeholder, help: help, repeats: false,
      splitsOnComma: false, choices: choices, defaultText: defaultText, environment: environment)
  }

  /// An option that may be repeated and, unless told otherwise, split on commas.
  package static func list(
    _ long: String, short: Character? = nil, placeholder: String, help: String,
    choices: [String] = [], splitsOnComma: Bool = true, defaultText: String? = nil,
    environment: String? = nil
  ) -> Option {
    Option(
      long: long, short: short, placeholder: placeholder, help: help, repeats: true,
      splitsOnComma: splitsOnComma, choices: choices, defaultText: defaultText,
      environment: environment)
  }
}

extension Option {
  /// The options every command has.
  ///
  /// They are declared like any other, so that help texts, completions and suggestions list them
  /// without a special case.
  static let builtIn: [Option] = [helpFlag, versionFlag]
  static let helpFlag = flag("help", short: "h", help: "Show help and exit.")
  static let versionFlag = flag("version", help: "Show the version and exit.")

  var isFlag: Bool { placeholder == nil }

  /// The option as a user types it: `--by`.
  var spelling: String { "--" + long }

  /// Every way to type it, short form first: `-b`, `--by`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [spelling] }

  /// Whether a shell should offer files for the value.
  var takesFiles: Bool { placeholder.map(Operand.namesFiles) ?? false }

  /// The value as help texts show it: `KEY`, or `KEY,...` when commas separate items.
  var valueText: String? { placeholder.map { splitsOnComma ? $0 + ",..." : $0 } }

  /// The help sentence, followed by the facts a user needs to choose a value.
  var annotatedHelp: String {
    var facts: [String] = []
    if !choices.isEmpty { facts.append("one of: " + choices.joined(separator: ", ")) }
    if let defaultText { facts.append("default: " + defaultText) }
    if let environment { facts.append("environment: " + environment) }
    if repeats { facts.append("may be repeated") }
    return facts.isEmpty ? help : "\(help) (\(facts.joined(separator: "; ")))"
  }
}
