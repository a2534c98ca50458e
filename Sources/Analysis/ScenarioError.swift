import Quantities

/// Why a scenario file was refused: every mistake found in it.
public struct ScenarioError: Error, Hashable, Sendable {
  /// The mistakes in the order in which they were found; never empty.
  public let problems: [ScenarioProblem]
}

/// One mistake in a scenario file, with its place.
public struct ScenarioProblem: Hashable, Sendable {
  /// The name of the file.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The field: `features[1].input_tokens`; empty for the file as a whole.
  public let path: String
  /// What is wrong there.
  public let kind: Kind

  /// What is wrong with a scenario.
  public enum Kind: Hashable, Sendable {
    /// The file is not JSON.
    case notJSON(explanation: String)
    /// The file says that it is something else.
    case otherSchema(found: String)
    /// A value has another kind than the field needs.
    case wrongKind(expected: String)
    /// A list without anything in it.
    case emptyList(of: String)
    /// A key stands in one object twice.
    case duplicateKey(String)
    /// A key that the format does not know.
    case unknownKey(String, known: [String])
    /// A field that has to be there is not.
    case missing(String)
    /// There is no feature at all.
    case noFeatures
    /// Two features have one name.
    case secondFeature(String, firstLine: Int)
    /// A seller's name with other characters than lower-case letters, digits and hyphens.
    case badProvider(String)
    /// A service tier that is not known.
    case badTier(String, known: [String])
    /// Not a plain decimal number with at most six decimals, from 0 up to a limit.
    case badNumber(String, most: String)
    /// Not a whole number of tokens from 0 up to a limit.
    case badTokens(String, most: Int64)
    /// A feature with images that does not say how many tokens one is.
    case imagesWithoutTokens
    /// A lever that there is not.
    case unknownLever(String, known: [String])
    /// A word that is none of those that may stand here.
    case unknownWord(String, known: [String])
    /// Not a whole number in a range.
    case badCount(String, ClosedRange<Int64>)
    /// Zero, where zero makes no sense.
    case mustBeAboveZero(String)
    /// Less than one attempt for a success.
    case belowOne(String)
    /// Shares that add up to more than all there is, in percent.
    case sharesOverOne(String)
    /// Both of two fields, or neither.
    case oneOfTwo(String, String)
    /// A field that means nothing without another.
    case needsOther(String)
  }
}

extension ScenarioError: CustomStringConvertible {
  /// The first mistake in two lines, and how many there are beside it.
  public var description: String {
    guard let first = problems.first else { return "the scenario was refused" }
    let others = problems.count - 1
    guard others > 0 else { return first.description }
    return "\(first)\n\(Phrase.counted(others, "more mistake")) in the file"
  }
}

extension ScenarioProblem: CustomStringConvertible {
  /// Two lines: `FILE:LINE: FIELD: what is wrong`, then the remedy.
  public var description: String { "\(place): \(explanation)\n\(remedy)" }

  /// Where the mistake is: `app.json:7: features[1].input_tokens`.
  public var place: String { path.isEmpty ? "\(file):\(line)" : "\(file):\(line): \(path)" }

  /// What is wrong, in one line, lower case.
  public var explanation: String {
    switch kind {
    case .notJSON(let explanation): "not JSON: \(explanation)"
    case .otherSchema(let found): "the schema is \(found), not \(Scenario.schema)"
    case .wrongKind(let expected): "\(expected) belongs here"
    case .emptyList(let what): "the list of \(what) is empty"
    case .duplicateKey(let name): "the key \(name) stands here a second time"
    case .unknownKey(let name, _): "the key \(name) is not known here"
    case .missing(let name): "\(name) is missing"
    case .noFeatures: "a scenario without a single feature"
    case .secondFeature(let name, let line): "the feature \(name) stands on line \(line) already"
    case .badProvider(let name): "\"\(name)\" cannot be a seller's name"
    case .badTier(let word, _): "\"\(word)\" is not a service tier"
    case .badNumber(let text, let most): "\(text) is not a decimal number from 0 to \(most)"
    case .badTokens(let text, let most): "\(text) is not a whole number of tokens from 0 to \(most)"
    case .imagesWithoutTokens: "images without the number of tokens of one"
    case .unknownLever(let word, _): "\"\(word)\" is not a lever"
    case .unknownWord(let word, _): "\"\(word)\" may not stand here"
    case .badCount(let text, let range):
      "\(text) is not a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .mustBeAboveZero(let name): "\(name) is zero"
    case .belowOne(let text): "\(text) attempts are fewer than one for a success"
    case .sharesOverOne(let percent): "the shares add up to \(percent) %, more than there is"
    case .oneOfTwo(let one, let other): "either \(one) or \(other) belongs here, and not both"
    case .needsOther(let other): "this means nothing without \(other)"
    }
  }

  /// What to do about it, in one line.
  public var remedy: String {
    switch kind {
    case .notJSON: "Check the file with a JSON editor; the place is where reading stopped."
    case .otherSchema: "Begin the file with \"schema\": \"\(Scenario.schema)\"."
    case .wrongKind(let expected): "Write \(expected)."
    case .emptyList: "Write at least one into it."
    case .duplicateKey: "Remove one of the two: readers differ in which one they take."
    case .unknownKey(_, let known): "Known here: \(known.joined(separator: ", "))."
    case .missing(let name):
      "Add \"\(name)\"; docs/\(path.hasPrefix("levers") ? "levers" : "scenarios").md shows a whole "
        + "file."
    case .noFeatures: "Add an object with at least a name, a model, calls and tokens."
    case .secondFeature: "Give one of them another name; the report lists features by name."
    case .badProvider: "Use 1 to 64 lower-case letters, digits and hyphens: google-gemini-api."
    case .badTier(_, let known), .unknownLever(_, let known), .unknownWord(_, let known):
      "Write one of: \(known.joined(separator: ", "))."
    case .badNumber: "Use digits and a point, without exponent, with at most six decimals: \"0.4\"."
    case .badTokens: "Write the tokens of one request, such as 600."
    case .imagesWithoutTokens:
      "Add \"tokens_per_image\": 258 for a small image or each tile on Gemini 2, up to 1120 on 3."
    case .badCount: "Write a whole number, without a fraction."
    case .mustBeAboveZero: "Write a number above zero, or leave the field out."
    case .belowOne: "Count the attempt that succeeds: 1.2 is one failure in five requests."
    case .sharesOverOne: "Lower them until they add up to 1 at most."
    case .oneOfTwo(let one, let other): "Write \(one), or \(other)."
    case .needsOther(let other): "Add \(other), or leave this out."
    }
  }
}
