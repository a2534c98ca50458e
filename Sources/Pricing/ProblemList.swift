import JSONText

/// The mistakes found so far while a book is read.
///
/// A class, because the reader, its fields and the rules all add to one list.
final class ProblemList {
  let files: [PriceBookSource]
  private(set) var problems: [PriceBookProblem] = []
  private var omitted = 0

  init(files: [PriceBookSource]) {
    self.files = files
  }

  /// Adds a mistake at a place; `key` names a field of the object there that is missing.
  func add(_ kind: PriceBookProblem.Kind, at place: BookPlace, key: String? = nil) {
    guard problems.count < PriceBookError.limit else {
      omitted += 1
      return
    }
    let location = self.location(of: place)
    let path = [location.path, key ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    problems.append(
      PriceBookProblem(
        file: files[place.file].name, line: location.line, column: location.column, path: path,
        kind: kind))
  }

  /// Adds a file that is not JSON.
  func add(_ error: JSONError, in file: Int) {
    let (line, column) = JSONError.place(of: error.byteOffset, in: files[file].bytes)
    problems.append(
      PriceBookProblem(
        file: files[file].name, line: line, column: column, path: "",
        kind: .notJSON(explanation: error.explanation)))
  }

  /// Line, column and field of a place, found by reading the file again.
  func location(of place: BookPlace) -> BookLocation {
    BookLocation(of: place.byteOffset, in: files[place.file])
  }

  /// The error to throw; nil while nothing is wrong.
  var error: PriceBookError? {
    problems.isEmpty ? nil : PriceBookError(problems: problems, omitted: omitted)
  }
}

/// A place in a file as people look for it.
struct BookLocation {
  var line = 1
  var column = 1
  var path = ""

  /// Finds a byte of a file by walking down from the root to the value or key that begins there.
  init(of byteOffset: Int, in file: PriceBookSource) {
    guard let document = try? JSONDocument(parsing: file.bytes) else { return }
    var value = document.root
    while value.byteOffset < byteOffset {
      if let member = value.members.last(where: { $0.key.byteOffset <= byteOffset }) {
        path += path.isEmpty ? member.name : ".\(member.name)"
        value = member.key.byteOffset == byteOffset ? member.key : member.value
      } else if let index = value.elements.lastIndex(where: { $0.byteOffset <= byteOffset }) {
        path += "[\(index)]"
        value = value.elements[index]
      } else {
        break
      }
    }
    (line, column) = (value.line, value.column)
  }
}
