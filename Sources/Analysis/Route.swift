import Quantities
import Usage

/// Ordered rules that say to which model each request goes; the first that matches decides.
public struct Route: Hashable, Sendable {
  /// The `schema` that route files begin with.
  public static let schema = "tollbook.route/1"

  /// What it is called.
  public let name: String
  /// The rules, in order; their names differ.
  public let rules: [RouteRule]
  /// Where everything goes that no rule matches.
  public let otherwise: RouteTarget
  /// Where it stands in a file, for mistakes that only a comparison shows; nil where it is in none.
  public var places: Places?

  /// Where the parts of a route stand in its file.
  public struct Places: Hashable, Sendable {
    /// Its name, or what the name would stand in.
    public let name: FilePlace
    /// The target of each rule.
    public let rules: [FilePlace]
    /// The target of what no rule matches.
    public let otherwise: FilePlace
  }

  /// A route.
  public init(name: String, rules: [RouteRule], otherwise: RouteTarget) {
    self.name = name
    self.rules = rules
    self.otherwise = otherwise
  }

  /// The targets of the rules, and that of the default last.
  public var targets: [RouteTarget] { rules.map(\.target) + [otherwise] }
}

/// One rule of a route.
public struct RouteRule: Hashable, Sendable {
  /// What it is called; also what its choice of users depends on.
  public let name: String
  /// Which requests it takes: those for which every condition holds.
  public let conditions: RouteConditions
  /// Where it sends them.
  public let target: RouteTarget

  /// What reports call everything that no rule takes.
  package static let defaultName = "default"

  /// A rule.
  public init(name: String, conditions: RouteConditions, target: RouteTarget) {
    self.name = name
    self.conditions = conditions
    self.target = target
  }

  /// Whether a request of a series may be one of the rule's, as far as labels and models say.
  ///
  /// A label that was not recorded has none of the values asked for: the rule does not match.
  public func matches(_ series: UsageSeries) -> Bool {
    let models = [series.reportedModel, series.requestedModel].compactMap(\.self)
    guard conditions.models.isEmpty || models.contains(where: conditions.models.contains) else {
      return false
    }
    return conditions.labels.allSatisfy { label in
      series.labels[label.name].map(label.values.contains) ?? false
    }
  }

  /// Whether a user is one of the rule's share of users.
  ///
  /// Stable and without a list: SipHash-2-4, under a key of zeros, of the rule's name, a zero byte and
  /// the user id as the ledger keeps it. The low 64 bits, as a fraction of 2⁶⁴, are below the share.
  /// Each rule has a choice of its own, so that the users of two rules are independent of each other.
  public func takes(user: String) -> Bool {
    guard let share = conditions.userShare else { return true }
    var hash = SipHash(key0: 0, key1: 0)
    hash.update(Array(name.utf8) + [0] + Array(user.utf8))
    let place = UInt128(hash.finalize128().low)
    return place * UInt128(DecimalFactor.hundred.millionths)
      < UInt128(share.millionths) << 64
  }
}

/// Which requests a rule takes: every condition that is given has to hold.
public struct RouteConditions: Hashable, Sendable {
  /// The tokens of the whole prompt, cached ones included; nil for any.
  public var promptTokens: ClosedRange<Int64>?
  /// The tokens of the answer, thinking left out; nil for any.
  public var outputTokens: ClosedRange<Int64>?
  /// Labels and the values that each may have, in order of name.
  public var labels: [Label]
  /// The models that were asked for or that answered; empty for any.
  public var models: [String]
  /// Which share of the users, in percent; nil for all, and for requests without a user.
  public var userShare: DecimalFactor?

  /// A label and its values.
  public struct Label: Hashable, Sendable {
    /// The label: `language`.
    public let name: String
    /// The values of which it has one.
    public let values: [String]

    /// A label and its values.
    public init(name: String, values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// Conditions; without any, everything matches.
  public init(
    promptTokens: ClosedRange<Int64>? = nil, outputTokens: ClosedRange<Int64>? = nil,
    labels: [Label] = [], models: [String] = [], userShare: DecimalFactor? = nil
  ) {
    self.promptTokens = promptTokens
    self.outputTokens = outputTokens
    self.labels = labels.sorted { $0.name < $1.name }
    self.models = models
    self.userShare = userShare
  }

  /// Whether there is none.
  public var isEmpty: Bool { self == RouteConditions() }
}

/// Where a rule sends its requests.
public enum RouteTarget: Hashable, Sendable {
  /// Where they went when they were recorded.
  case asRecorded
  /// To a model, written as on the command line: its name, perhaps after its seller's and a colon.
  case model(String)
}
