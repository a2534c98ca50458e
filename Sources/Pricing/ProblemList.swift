import JSONText

/// The mistakes found so far while a book is read.
///
/// A class, because the reader, its fields and the rules all add to one list.
final class ProblemList {
  let locator: BookLocator
  private(set) var problems: [PriceBookProblem] = []
  private var omitted = 0

  init(files: [PriceBookSource]) {
    locator = BookLocator(files: files)
  }

  var files: [PriceBookSource] { locator.files }

  /// Adds a mistake at a place; `key` names a field of the object there that is missing.
  ///
  /// What is wrong is only put together while there is room for it: to say where another statement
  /// stands takes a walk through the file.
  func add(
    _ kind: @autoclosure () -> PriceBookProblem.Kind, at place: BookPlace, key: String? = nil
  ) {
    guard problems.count < PriceBookError.limit else {
      omitted += 1
      return
    }
    let location = locator.location(of: place, field: key.map { [$0] } ?? [])
    problems.append(
      PriceBookProblem(
        file: files[place.file].name, line: location.line, column: location.column,
        path: location.path, kind: kind()))
  }

  /// Adds a file that cannot be read any further than to a byte of it.
  func add(_ kind: PriceBookProblem.Kind, inFile file: Int, byteOffset: Int = 0) {
    let (line, column) = JSONError.place(of: byteOffset, in: files[file].bytes)
    problems.append(
      PriceBookProblem(file: files[file].name, line: line, column: column, path: "", kind: kind))
  }

  /// The error to throw; nil while nothing is wrong.
  var error: PriceBookError? {
    problems.isEmpty ? nil : PriceBookError(problems: problems, omitted: omitted)
  }
}
