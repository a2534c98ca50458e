import Usage

/// Which usage a lever moves: everything, or what has certain names.
public struct UsageSelection: Hashable, Sendable {
  /// What has to be said of a request, each name once, in order of name.
  public let conditions: [Condition]

  /// One name that usage has to have.
  public struct Condition: Hashable, Sendable {
    /// What is looked at: `feature`.
    public let key: String
    /// What it has to be: `chat`.
    public let value: String

    /// A condition.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// Everything.
  public static let everything = UsageSelection([])

  /// What meets all of some conditions.
  public init(_ conditions: [Condition]) {
    self.conditions = conditions.sorted { $0.key < $1.key }
  }

  /// The names that a scenario file may look at.
  static let keys = [
    "provider", "model", "service_tier", Labels.feature, Labels.platform, Labels.appVersion,
  ]

  /// Whether there can be usage that meets the conditions of both: unless they ask for different
  /// values of one name.
  func meets(_ other: UsageSelection) -> Bool {
    conditions.allSatisfy { condition in
      other.conditions.allSatisfy { $0.key != condition.key || $0.value == condition.value }
    }
  }

  /// Whether a series meets all conditions.
  public func contains(_ series: UsageSeries) -> Bool {
    conditions.allSatisfy { condition in
      switch condition.key {
      case "provider": series.provider.name == condition.value
      case "model": series.model == condition.value
      case "service_tier": series.serviceTier.rawValue == condition.value
      default: series.labels[condition.key] == condition.value
      }
    }
  }
}

extension UsageSelection: CustomStringConvertible {
  /// `feature chat, model gemini-3.8-flash`; empty for everything.
  public var description: String {
    conditions.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
