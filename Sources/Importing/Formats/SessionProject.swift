import JSONText

/// The folder that a session worked in, as a label: its own name and never the path to it.
enum SessionProject {
  /// The label under which it is kept.
  static let label = "project"

  /// The name of a folder, which every line of a session repeats; nil for a home folder, whose name
  /// is a person's.
  static func name(of folder: JSONView?, _ names: inout NameCache) -> String? {
    folder.flatMap { names.name($0, name(ofPath:)) }
  }

  private static func name(ofPath path: String) -> String? {
    let parts = PlainAddress.text(path).split { $0 == "/" || $0 == "\\" }
    guard let name = parts.last else { return nil }
    let holder = parts.dropLast().last?.lowercased() ?? (name == "root" ? "home" : "")
    return holder == "home" || holder == "users" ? nil : String(name)
  }
}
