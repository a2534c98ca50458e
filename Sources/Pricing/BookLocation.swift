import JSONText

/// A place in a file as people look for it.
struct BookLocation {
  var line = 1
  var column = 1
  /// The field: `models[3].prices[1].amounts.input`; empty for the file as a whole.
  var path = ""
}

/// Finds lines and fields in the files of a book, reading each of them once, when first asked.
///
/// Statements keep a byte offset only: that is all a book without mistakes needs.
final class BookLocator {
  let files: [PriceBookSource]
  private var documents: [Int: JSONDocument] = [:]

  init(files: [PriceBookSource]) {
    self.files = files
  }

  /// Keeps a file that has been read anyway.
  func keep(_ document: JSONDocument, of file: Int) { documents[file] = document }

  /// Line, column and field of a place, or of a field of the object there.
  func location(of place: BookPlace, field: [String] = []) -> BookLocation {
    guard let document = document(of: place.file) else { return BookLocation() }
    var location = BookLocation()
    var value = document.root
    while value.byteOffset < place.byteOffset {
      if let member = value.members.last(where: { $0.key.byteOffset <= place.byteOffset }) {
        location.path += location.path.isEmpty ? member.name : ".\(member.name)"
        value = member.key.byteOffset == place.byteOffset ? member.key : member.value
      } else if let index = value.elements.lastIndex(where: { $0.byteOffset <= place.byteOffset }) {
        location.path += "[\(index)]"
        value = value.elements[index]
      } else {
        break
      }
    }
    for name in field {
      location.path += location.path.isEmpty ? name : ".\(name)"
      if let next = value[name] { value = next }
    }
    (location.line, location.column) = (value.line, value.column)
    return location
  }

  private func document(of file: Int) -> JSONDocument? {
    if let document = documents[file] { return document }
    let document = try? JSONDocument(parsing: files[file].bytes)
    documents[file] = document
    return document
  }
}
