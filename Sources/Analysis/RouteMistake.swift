/// What only a route can have wrong.
public enum RouteMistake: Hashable, Sendable {
  /// There is no rule at all.
  case noRules
  /// There are more rules than are taken.
  case tooManyRules(most: Int)
  /// Nothing says where that goes which no rule takes.
  case noDefault
  /// A route or a rule is called what reports call something else.
  case takenName(String)
  /// A rule asks for what an earlier one has taken already.
  case sameConditions(as: String)
  /// A rule without any condition.
  case noCondition
  /// A label that has no name.
  case namelessLabel
  /// Two bounds on the same side.
  case twoBounds(String, String)
  /// A condition on tokens without a bound.
  case noBound
  /// Bounds between which there is no number.
  case emptyRange
  /// Not a percentage above 0 and up to 100.
  case badShare(String)
}

extension RouteMistake {
  /// What is wrong, in one line, lower case.
  var explanation: String {
    switch self {
    case .noRules: "a route without a single rule"
    case .tooManyRules(let most): "more than \(most) rules"
    case .noDefault: "default is missing"
    case .takenName(let name): "reports call something else \(name)"
    case .sameConditions(let name): "the rule \(name) has the same conditions and comes first"
    case .noCondition: "a rule without a condition takes every request"
    case .namelessLabel: "a label without a name"
    case .twoBounds(let one, let other): "\(one) and \(other) are two bounds on one side"
    case .noBound: "a condition on tokens without a bound"
    case .emptyRange: "no number of tokens lies between these bounds"
    case .badShare(let text): "\(text) is not a percentage above 0 and up to 100"
    }
  }

  /// What to do about it, in one line.
  var remedy: String {
    switch self {
    case .noRules: "Add a rule, or compare the one model: tollbook compare MODEL."
    case .tooManyRules: "Put values that go to one model into one rule, as an array."
    case .noDefault:
      "Add \"default\": \"\(RouteTarget.staysWord)\", or a model for what no rule takes."
    case .takenName: "Give it another name."
    case .sameConditions: "Remove one of them: this one can never match."
    case .noCondition: "Give it one, or put its model under \"default\"."
    case .namelessLabel: "Write the label's name before its values, or leave it out."
    case .twoBounds: "Keep one of them."
    case .noBound: "Add one of \(RouteConditionReader.boundKeys.joined(separator: ", "))."
    case .emptyRange: "Correct one of them; \"over\" and \"below\" leave the number itself out."
    case .badShare: "Write the share of users in percent, with at most six decimals: \"20\"."
    }
  }
}
