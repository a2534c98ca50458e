/// Where something stands in a file that a person wrote.
public struct FilePlace: Hashable, Sendable {
  /// The name of the file.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The field: `rules[1].when.prompt_tokens`; empty for the file as a whole.
  public let path: String
}

extension FilePlace: CustomStringConvertible {
  /// `route.json:7: rules[1].when.prompt_tokens`.
  public var description: String { path.isEmpty ? "\(file):\(line)" : "\(file):\(line): \(path)" }
}
