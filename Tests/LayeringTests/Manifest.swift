/// The targets of Package.swift, read from its text.
///
/// Asking SwiftPM would start a second one inside the tests, which waits for the first one's lock.
struct Manifest {
  /// One target declaration.
  struct Target: Equatable {
    /// The declaring function: `target`, `executableTarget`, `testTarget` or `systemLibrary`.
    let kind: String
    let name: String
    /// As written, so that a dependency named twice can be seen.
    let dependencies: [String]
    /// Where the target says that its files are, if it does.
    let path: String?
  }

  let targets: [Target]

  init(parsing text: String) {
    var found: [Target] = []
    for kind in ["target", "executableTarget", "testTarget", "systemLibrary"] {
      var rest = text[...]
      while let match = rest.firstRange(of: ".\(kind)(") {
        let body = Self.balanced(text[match.upperBound...], "(", ")")
        rest = text[match.upperBound...]
        guard let name = Self.string(after: "name:", in: body) else { continue }
        found.append(
          Target(
            kind: kind, name: name, dependencies: Self.strings(after: "dependencies:", in: body),
            path: Self.string(after: "path:", in: body)))
      }
    }
    targets = found
  }

  /// The text up to the bracket that closes one already open.
  private static func balanced(
    _ text: Substring, _ open: Character, _ close: Character
  ) -> Substring {
    var depth = 1
    return text.prefix { character in
      if character == open { depth += 1 }
      if character == close { depth -= 1 }
      return depth > 0
    }
  }

  /// The string that follows a label, if the label is there.
  private static func string(after label: String, in text: Substring) -> String? {
    guard let match = text.firstRange(of: label) else { return nil }
    return quoted(text[match.upperBound...]).first
  }

  /// The strings of the list that follows a label.
  private static func strings(after label: String, in text: Substring) -> [String] {
    guard let match = text.firstRange(of: label) else { return [] }
    let list = text[match.upperBound...].drop { $0 != "[" }.dropFirst()
    return quoted(balanced(list, "[", "]"))
  }

  private static func quoted(_ text: Substring) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
