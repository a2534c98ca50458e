import Quantities

/// What a seller has said about the end of a model.
///
/// Several statements of one model may stand side by side: sellers move dates both ways (Gemini 2.5
/// Flash had four), and the older ones are kept as superseded.
public struct Lifecycle: Hashable, Sendable {
  /// What happens on the day.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// Requests are answered with an error.
    case error
    /// Requests are answered by the successor, at the successor's price, without an error.
    case reroute
    /// Only those who used the model before may go on.
    case limitedAccess = "limited_access"
  }

  /// What happens on the day.
  public let mode: Mode
  /// The day; nil where the seller says that there is none.
  public let day: Day?
  /// The start of that day in the book's day zone; nil without a day.
  public let takesEffect: Instant?
  /// Whether the day is the earliest possible one rather than a firm one.
  public let isEarliestOnly: Bool
  /// Whether it is what the seller says now; false for an older revision.
  public internal(set) var isCurrent: Bool
  /// The day from which a superseded statement no longer was what the seller says.
  public let supersededOn: Day?
  /// The day on which the seller announced it.
  public let announced: Day?
  /// The day on which it became known: as its file states it, else the day of the announcement.
  public let known: Day?
  /// The model that answers instead, or that the seller suggests.
  public let successor: String?
  /// The ids of what it was taken from.
  public let sources: [String]
  /// How sure the book is of it.
  public let confidence: Confidence
  /// A remark for people.
  public let note: String?
  /// Where it stands.
  public let place: BookPlace
}

/// A name under which a seller serves another model for a time.
public struct ModelAlias: Hashable, Sendable {
  /// The name that requests use: "gemini-flash-latest".
  public let name: String
  /// The model, or another alias, that it stands for.
  public let model: String
  /// When it does; the aliases of one name never overlap.
  public internal(set) var period: Period
  /// The day on which it became known: as its file states it, else its first day; nil where it has
  /// always been known.
  public let known: Day?
  /// The ids of what it was taken from.
  public let sources: [String]
  /// How sure the book is of it.
  public let confidence: Confidence
  /// A remark for people.
  public let note: String?
  /// Where it stands.
  public let place: BookPlace
}

/// A model of a seller with everything the book says about it.
public struct BookModel: Hashable, Sendable {
  /// The name the seller bills it under.
  public let name: String
  /// The day from which it could be called.
  public let released: Day?
  /// Its prices, oldest first.
  public internal(set) var statements: [PriceStatement]
  /// What is said about its end, current statements first.
  public internal(set) var lifecycles: [Lifecycle]
  /// Where it stands.
  public let place: BookPlace
  /// Whether its file speaks of its end at all; an overlay that does replaces what is current.
  var hasLifecycles: Bool
  /// Whether anything was known of it on the day whose knowledge counts.
  var isKnown = true
}
