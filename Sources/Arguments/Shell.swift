/// What the three completion scripts share: quoting, and the names of their functions.
///
/// A script is made from the same scopes the parser walks, so it offers what would be accepted.
enum Shell {
  /// One word for bash and zsh, whatever it holds.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// One word for fish, where a backslash counts even between single quotes.
  static func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  /// A name for a shell function: `_tollbook_prices_list`.
  static func function(_ invocation: String) -> String {
    "_" + invocation.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }

  static func indented(_ lines: [String], by count: Int) -> [String] {
    lines.map { String(repeating: " ", count: count) + $0 }
  }
}

extension Scope {
  /// Options whose value is a word of its own, which a script must not take for a subcommand.
  var valueOptions: [Option] { options.filter { !$0.isFlag } }

  /// The path as one string, which is how a script remembers where it is.
  var pathText: String { path.joined(separator: " ") }

  /// The program's function that offers files in bash.
  var filesFunction: String { Shell.function(program) + "_files" }
}
