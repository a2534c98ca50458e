/// Paragraphs as a command declares them, told apart by shape.
///
/// `term<TAB>meaning` is a row of a two-column list, and neighbouring rows form one list; all else
/// is running text. It is the one markup there is, because exit codes need a table and a person
/// writing a declaration should not have to learn more than that.
enum Prose: Hashable, Sendable {
  case text(String)
  case list([Row])

  /// A term and what is said about it.
  struct Row: Hashable, Sendable {
    let term: String
    let meaning: String
  }

  static func blocks(_ paragraphs: [String]) -> [Prose] {
    paragraphs.reduce(into: []) { blocks, paragraph in
      guard let tab = paragraph.firstIndex(of: "\t") else {
        blocks.append(.text(paragraph))
        return
      }
      let meaning = String(paragraph[paragraph.index(after: tab)...])
      let row = Row(term: String(paragraph[..<tab]), meaning: meaning)
      if case .list(let rows)? = blocks.last {
        blocks[blocks.count - 1] = .list(rows + [row])
      } else {
        blocks.append(.list([row]))
      }
    }
  }
}
