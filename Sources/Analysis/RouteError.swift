import Quantities

/// Why a route file was refused: every mistake found in it.
public struct RouteError: Error, Hashable, Sendable {
  /// The mistakes in the order in which they were found; never empty.
  public let problems: [RouteProblem]
}

/// One mistake in a route file, with its place.
public struct RouteProblem: Hashable, Sendable {
  /// The name of the file.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The field: `rules[1].when.prompt_tokens`; empty for the file as a whole.
  public let path: String
  /// What is wrong there.
  public let kind: Kind

  /// What is wrong with a route.
  public enum Kind: Hashable, Sendable {
    /// The file is not JSON.
    case notJSON(explanation: String)
    /// The file says that it is something else.
    case otherSchema(found: String)
    /// A value has another kind than the field needs.
    case wrongKind(expected: String)
    /// A key stands in one object twice, or a label under both of its names.
    case duplicateKey(String)
    /// A key that the format does not know.
    case unknownKey(String, known: [String])
    /// A field that has to be there is not.
    case missing(String)
    /// There is no rule at all.
    case noRules
    /// There are more rules than are taken.
    case tooManyRules(most: Int)
    /// Two rules have one name.
    case secondRule(String, firstLine: Int)
    /// A route or a rule is called what reports call something else.
    case takenName(String)
    /// A rule asks for what an earlier one has taken already.
    case sameConditions(as: String)
    /// A rule without any condition.
    case noCondition
    /// Two bounds on the same side.
    case twoBounds(String, String)
    /// A condition on tokens without a bound.
    case noBound
    /// Bounds between which there is no number.
    case emptyRange
    /// Not a whole number of tokens from 0 up to a limit.
    case badTokens(String, most: Int64)
    /// Not a percentage above 0 and up to 100.
    case badShare(String)
  }
}

extension RouteError: CustomStringConvertible {
  /// The first mistake in two lines, and how many there are beside it.
  public var description: String {
    guard let first = problems.first else { return "the route was refused" }
    let others = problems.count - 1
    guard others > 0 else { return first.description }
    return "\(first)\n\(Phrase.counted(others, "more mistake")) in the file"
  }
}

extension RouteProblem: CustomStringConvertible {
  /// Two lines: `FILE:LINE: FIELD: what is wrong`, then the remedy.
  public var description: String { "\(place): \(explanation)\n\(remedy)" }

  /// Where the mistake is: `route.json:7: rules[1].when.prompt_tokens`.
  public var place: String { path.isEmpty ? "\(file):\(line)" : "\(file):\(line): \(path)" }

  /// What is wrong, in one line, lower case.
  public var explanation: String {
    switch kind {
    case .notJSON(let explanation): "not JSON: \(explanation)"
    case .otherSchema(let found): "the schema is \(found), not \(Route.schema)"
    case .wrongKind(let expected): "\(expected) belongs here"
    case .duplicateKey(let name): "the key \(name) stands here a second time"
    case .unknownKey(let name, _): "the key \(name) is not known here"
    case .missing(let name): "\(name) is missing"
    case .noRules: "a route without a single rule"
    case .tooManyRules(let most): "more than \(most) rules"
    case .secondRule(let name, let line): "the rule \(name) stands on line \(line) already"
    case .takenName(let name): "reports call something else \(name)"
    case .sameConditions(let name): "the rule \(name) has the same conditions and comes first"
    case .noCondition: "a rule without a condition takes every request"
    case .twoBounds(let one, let other): "\(one) and \(other) are two bounds on one side"
    case .noBound: "a condition on tokens without a bound"
    case .emptyRange: "no number of tokens lies between these bounds"
    case .badTokens(let text, let most): "\(text) is not a whole number of tokens from 0 to \(most)"
    case .badShare(let text): "\(text) is not a percentage above 0 and up to 100"
    }
  }

  /// What to do about it, in one line.
  public var remedy: String {
    switch kind {
    case .notJSON: "Check the file with a JSON editor; the place is where reading stopped."
    case .otherSchema: "Begin the file with \"schema\": \"\(Route.schema)\"."
    case .wrongKind(let expected): "Write \(expected)."
    case .duplicateKey: "Remove one of the two: readers differ in which one they take."
    case .unknownKey(_, let known): "Known here: \(known.joined(separator: ", "))."
    case .missing("default"):
      "Add \"default\": \"\(RouteTarget.staysWord)\", or a model for what no rule takes."
    case .missing(let name): "Add \"\(name)\"; docs/routes.md shows a whole route."
    case .noRules: "Add a rule, or compare the one model: tollbook compare MODEL."
    case .tooManyRules: "Put values that go to one model into one rule, as an array."
    case .secondRule: "Give one of them another name; the report lists rules by name."
    case .takenName: "Give it another name."
    case .sameConditions: "Remove one of them: this one can never match."
    case .noCondition: "Give it one, or put its model under \"default\"."
    case .twoBounds: "Keep one of them."
    case .noBound: "Add one of \(RouteConditionReader.boundKeys.joined(separator: ", "))."
    case .emptyRange: "Correct one of them; \"over\" and \"below\" leave the number itself out."
    case .badTokens: "Write the tokens of one request, such as 1500."
    case .badShare: "Write the share of users in percent, with at most six decimals: \"20\"."
    }
  }
}
