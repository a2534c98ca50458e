import Quantities
import Usage

/// What usage can be grouped by.
public enum GroupKey: Hashable, Sendable {
  /// Who sold the request.
  case provider
  /// The model that answered, else the one that was asked for.
  case model
  /// The model that was asked for.
  case requestedModel
  /// The day, in the time zone of the report.
  case day
  /// The week, by its Monday.
  case week
  /// The month.
  case month
  /// The user; needs rows that were summed by user.
  case user
  /// How the requests were served.
  case serviceTier
  /// Any label; `feature`, `app-version` and `platform` are short for theirs.
  case label(String)

  /// The key that a word on the command line means: `model`, `app-version`, `label:country`.
  public init?(word: String) {
    switch word {
    case "provider": self = .provider
    case "model": self = .model
    case "requested-model": self = .requestedModel
    case "day": self = .day
    case "week": self = .week
    case "month": self = .month
    case "user": self = .user
    case "service-tier": self = .serviceTier
    case "feature": self = .label(Labels.feature)
    case "app-version": self = .label(Labels.appVersion)
    case "platform": self = .label(Labels.platform)
    default:
      guard word.hasPrefix("label:"), word.count > 6 else { return nil }
      self = .label(String(word.dropFirst(6)))
    }
  }

  /// The words that can be given, for help texts and errors.
  public static let words = [
    "provider", "model", "requested-model", "day", "week", "month", "feature", "app-version",
    "platform", "user", "service-tier", "label:NAME",
  ]

  /// The name of the key's column: in JSON and CSV as it is, in tables with spaces.
  public var columnName: String {
    switch self {
    case .provider: "provider"
    case .model: "model"
    case .requestedModel: "requested_model"
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .user: "user"
    case .serviceTier: "service_tier"
    case .label(let name): name
    }
  }

  /// What the key says of everything on a day; nil for keys that do not depend on the day.
  func text(of day: Day) -> String? {
    switch self {
    case .day: day.description
    case .week: day.weekStart.description
    case .month: day.month.description
    default: nil
    }
  }

  /// What the key says of a row; nil where the row does not say it.
  ///
  /// `ofDay` is what `text(of:)` says of the row's day.
  func value(of row: RollupRow, ofDay: String?) -> String? {
    switch self {
    case .provider: row.series.provider.name
    case .model: row.series.model
    case .requestedModel: row.series.requestedModel
    case .day, .week, .month: ofDay
    case .user: row.user
    case .serviceTier: row.series.serviceTier.rawValue
    case .label(let name): row.series.labels[name]
    }
  }
}
