/// What may be wrong with a field of any file that a person writes.
public enum FieldMistake: Hashable, Sendable {
  /// The file is something else as a whole: text of another encoding, or packed.
  case otherContent(String)
  /// The file is not JSON.
  case notJSON(explanation: String)
  /// The file says that it is something else.
  case otherSchema(found: String)
  /// A value has another kind than the field needs.
  case wrongKind(expected: String)
  /// A list without anything in it.
  case emptyList(of: String)
  /// A key stands in one object twice, or one thing under both of its names.
  case duplicateKey(String)
  /// A key that the format does not know.
  case unknownKey(String, known: [String])
  /// A field that has to be there is not.
  case missing(String)
  /// Two things of a list have one name; what they are.
  case second(String, named: String, firstLine: Int)
  /// A word that is none of those that may stand here; what it should be.
  case unknownWord(String, expected: String, known: [String])
  /// A seller's name with other characters than lower-case letters, digits and hyphens.
  case badProvider(String)
  /// Not a plain decimal number with at most six decimals, of those that the field takes.
  case badNumber(String, NumberRange)
  /// Not a whole number of tokens from 0 up to a limit.
  case badTokens(String, most: Int64)
  /// Not a whole number in a range.
  case badCount(String, ClosedRange<Int64>)
  /// Zero, where zero makes no sense.
  case mustBeAboveZero(String)
  /// A model that shares its usage out with itself: it stands in a list of shares twice.
  case modelTwice(String)
  /// Both of two fields, or neither.
  case oneOfTwo(String, String)
  /// A field that means nothing without another.
  case needsOther(String)
}

extension FieldMistake {
  /// What is wrong, in one line, lower case.
  func explanation(in format: InputFormat) -> String {
    switch self {
    case .otherContent(let content): "this is \(content), not JSON in UTF-8"
    case .notJSON(let explanation): "not JSON: \(explanation)"
    case .otherSchema(let found): "the schema is \(found), not \(format.schemas[0])"
    case .wrongKind(let expected): "\(expected) belongs here"
    case .emptyList(let what): "the list of \(what) is empty"
    case .duplicateKey(let name): "the key \(name) stands here a second time"
    case .unknownKey(let name, _): "the key \(name) is not known here"
    case .missing(let name): "\(name) is missing"
    case .second(let what, let name, let line): "the \(what) \(name) stands on line \(line) already"
    case .unknownWord(let word, let expected, _): "\"\(word)\" is not \(expected)"
    case .badProvider(let name): "\"\(name)\" cannot be a seller's name"
    case .badNumber(let text, let range): "\(text) is not a decimal number \(range)"
    case .badTokens(let text, let most): "\(text) is not a whole number of tokens from 0 to \(most)"
    case .badCount(let text, let range):
      "\(text) is not a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .mustBeAboveZero(let name): "\(name) is zero"
    case .modelTwice(let model): "\(model) is in the list twice"
    case .oneOfTwo(let one, let other): "either \(one) or \(other) belongs here, and not both"
    case .needsOther(let other): "this means nothing without \(other)"
    }
  }

  /// What to do about it, in one line.
  func remedy(in format: InputFormat, at path: String) -> String {
    switch self {
    case .otherContent: "Unpack the file, or save it as UTF-8."
    case .notJSON: "Check the file with a JSON editor; the place is where reading stopped."
    case .otherSchema: "Begin the file with \"schema\": \"\(format.schemas[0])\"."
    case .wrongKind(let expected): "Write \(expected)."
    case .emptyList: "Write at least one into it."
    case .duplicateKey: "Remove one of the two: readers differ in which one they take."
    case .unknownKey(_, let known): "Known here: \(known.joined(separator: ", "))."
    case .missing(let name): "Add \"\(name)\"; \(format.page(for: path)) shows a whole file."
    case .second(let what, _, _):
      "Give one of them another name; the report lists \(what)s by name."
    case .unknownWord(_, _, let known): "Write one of: \(known.joined(separator: ", "))."
    case .badProvider: "Use 1 to 64 lower-case letters, digits and hyphens: google-gemini-api."
    case .badNumber: "Use digits and a point, without exponent, with at most six decimals: \"0.4\"."
    case .badTokens: "Write the tokens of one request, such as 600."
    case .badCount: "Write a whole number, without a fraction."
    case .mustBeAboveZero: "Write a number above zero, or leave the field out."
    case .modelTwice: "Add its shares up."
    case .oneOfTwo(let one, let other): "Write \(one), or \(other)."
    case .needsOther(let other): "Add \(other), or leave this out."
    }
  }
}
