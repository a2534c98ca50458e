import JSONText
import Usage

/// The fields of one object of a file that a person wrote, read one by one: what routes and scenarios
/// are read with.
///
/// Each reading that fails notes a mistake with its line and field, and gives nil, so that reading
/// goes on and finds the next. An explicit null is the same as a missing field. Price books have a
/// reader of their own: theirs names places by byte offset over several files, thousands of times.
struct InputFields {
  let value: JSONValue
  /// The field that the object is in: `rules[1].when`; empty for the file itself.
  let path: String
  let file: InputFile

  /// Far above any model's context; a million requests of it still fit 64 bits.
  static let mostTokens: Int64 = 100_000_000

  /// An object in a field of this one.
  func inner(_ value: JSONValue, at path: String) -> InputFields {
    InputFields(value: value, path: path, file: file)
  }

  /// A field's value; nil where it is missing or null.
  func field(_ name: String) -> JSONValue? {
    value[name].flatMap { $0.kind == .null ? nil : $0 }
  }

  /// Whether a field is there and not null.
  func has(_ name: String) -> Bool { field(name) != nil }

  /// The path of a field: `levers[0].share`.
  func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Where a field stands, or its object where it is missing.
  func place(of name: String) -> FilePlace {
    FilePlace(file: file.name, line: field(name)?.line ?? value.line, path: path(of: name))
  }

  /// Notes a mistake in a field.
  func add(_ kind: InputFileProblem.Kind, at name: String) {
    file.problems.add(kind, at: place(of: name), in: file)
  }

  /// Notes a mistake of the object itself, or of one of its lines.
  func add(_ kind: InputFileProblem.Kind, line: Int? = nil) {
    file.problems.add(
      kind, at: FilePlace(file: file.name, line: line ?? value.line, path: path), in: file)
  }

  /// Notes a field that is missing.
  func addMissing(_ name: String) { add(.field(.missing(name)), at: name) }

  /// Whether the value is an object, whose keys are then checked: those that stand twice, and those
  /// that are not known, are mistakes.
  ///
  /// - Parameters:
  ///   - known: The keys; nil where any will do.
  ///   - expected: What belongs here, for a value that is no object.
  /// - Returns: Whether it is one.
  @discardableResult
  func isObject(known: [String]?, expected: String = "an object") -> Bool {
    guard value.kind == .object else {
      add(.field(.wrongKind(expected: expected)))
      return false
    }
    if let second = value.duplicateKey {
      add(.field(.duplicateKey(second.name)), line: second.key.line)
    }
    guard let known else { return true }
    for member in value.members where !known.contains(member.name) {
      add(.field(.unknownKey(member.name, known: known)), line: member.key.line)
    }
    if known.contains("note"), let note = field("note"), note.string == nil {
      add(.field(.wrongKind(expected: "a text")), at: "note")
    }
    return true
  }

  /// A list with something in it.
  ///
  /// - Parameters:
  ///   - name: The field.
  ///   - what: What the list is of.
  ///   - empty: What is wrong with an empty one, where that is said in other words.
  /// - Returns: The elements; nil, and noted, where there are none.
  func array(
    _ name: String, of what: String, empty: InputFileProblem.Kind? = nil
  ) -> [JSONValue]? {
    guard let list = field(name) else {
      addMissing(name)
      return nil
    }
    guard list.kind == .array else {
      add(.field(.wrongKind(expected: "an array of \(what)")), at: name)
      return nil
    }
    guard !list.elements.isEmpty else {
      add(empty ?? .field(.emptyList(of: what)), at: name)
      return nil
    }
    return list.elements
  }

  /// A text that is not empty.
  func text(_ name: String) -> String? {
    guard let value = field(name) else {
      addMissing(name)
      return nil
    }
    guard let text = value.string, !text.isEmpty else {
      add(.field(.wrongKind(expected: "a text that is not empty")), at: name)
      return nil
    }
    return text
  }

  /// One text, or an array of texts; empty, and noted, where it is neither.
  func texts(_ name: String) -> [String] {
    guard let value = field(name) else { return [] }
    let elements = value.kind == .array ? value.elements : [value]
    let texts = elements.compactMap(\.string).filter { !$0.isEmpty }
    guard !texts.isEmpty, texts.count == elements.count else {
      add(
        .field(.wrongKind(expected: "a text, or an array of texts that are not empty")), at: name)
      return []
    }
    return texts
  }
}

/// A file that is read.
struct InputFile {
  let name: String
  let format: InputFormat
  let problems: InputProblems

  /// A file without a mistake so far.
  init(_ name: String, _ format: InputFormat) {
    self.name = name
    self.format = format
    problems = InputProblems()
  }

  /// The fields of the whole file; nil, and noted, where it is no JSON.
  func root(_ bytes: [UInt8]) -> InputFields? {
    if let content = JSONError.otherContent(of: bytes) {
      problems.add(
        .field(.otherContent(content)), at: FilePlace(file: name, line: 1, path: ""), in: self)
      return nil
    }
    do throws(JSONError) {
      return InputFields(value: try JSONDocument(parsing: bytes).root, path: "", file: self)
    } catch {
      let line = JSONError.place(of: error.byteOffset, in: bytes).line
      problems.add(
        .field(.notJSON(explanation: error.explanation)),
        at: FilePlace(file: name, line: line, path: ""), in: self)
      return nil
    }
  }
}

/// The mistakes of one file, shared by the readers of its parts.
final class InputProblems {
  private(set) var all: [InputFileProblem] = []

  var count: Int { all.count }

  func add(_ kind: InputFileProblem.Kind, at place: FilePlace, in file: InputFile) {
    all.append(InputFileProblem(place: place, kind: kind, format: file.format))
  }

  /// Throws the mistakes, if there are any.
  func check() throws(InputFileError) {
    guard all.isEmpty else { throw InputFileError(problems: all) }
  }
}
