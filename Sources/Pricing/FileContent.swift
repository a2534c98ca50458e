/// What a book keeps of one of its files.
enum FileContent: Sendable {
  /// All of it.
  case read(BookFile)
  /// As much as somebody has asked for.
  case checked(CheckedFile)

  /// All of it, read now where it was not before.
  var content: BookFile? {
    switch self {
    case .read(let file): file
    case .checked(let file): file.content
    }
  }

  /// What its statements cite, by id.
  var references: [String: BookReference] {
    switch self {
    case .read(let file): file.references
    case .checked(let file): file.references
    }
  }

  /// The contradictions between its sources.
  var conflicts: [PriceConflict] {
    switch self {
    case .read(let file): file.conflicts
    case .checked(let file): file.conflicts
    }
  }

  /// The digest of what it says.
  var digest: String {
    switch self {
    case .read(let file): file.digest
    case .checked(let file): file.digest
    }
  }
}

/// A base file that has been checked, with the digest that was computed then.
package struct CheckedSource: Sendable {
  package let source: PriceBookSource
  package let digest: String

  /// A file from outside is none of these, whatever digest comes with it.
  package init(_ source: PriceBookSource, digest: String) {
    self.source = source
    self.digest = digest
  }
}
