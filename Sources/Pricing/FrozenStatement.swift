import Quantities
import Usage

/// One line of the list of frozen statements: what was once said and is never edited again.
///
///     0123456789abcdef begun google-gemini-api gemini-2.5-flash standard 0 2025-06-17T00:00:00Z
///     million_tokens USD - input=0.3,output=2.5
///
/// (on one line). What comes after the event is what the id follows from, so that a line that was
/// changed by hand is noticed; a line about an end has the end as its last word.
public struct FrozenStatement: Hashable, Sendable {
  /// What had happened to the statement when it was frozen.
  public enum Event: String, CaseIterable, Hashable, Sendable {
    /// Its period had begun: amounts and start are what they are.
    case begun
    /// Its period had ended: so is its end.
    case ended
  }

  /// The digest of the line: of the statement's identity, for an end with the end behind it.
  public let id: String
  /// What had happened.
  public let event: Event
  /// What identifies the statement, and for an end the end, in words without spaces.
  public let words: [String]

  /// The line of the list.
  public var line: String { ([id, event.rawValue] + words).joined(separator: " ") }

  init(_ event: Event, of statement: PriceStatement) {
    let end = statement.origin.period.until?.description ?? "-"
    let identity = event == .begun ? statement.identity : "\(statement.identity)|\(end)"
    id = PriceStatement.id(of: identity)
    self.event = event
    words = identity.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Reads a line; nil where its id does not follow from its words.
  init?(line: String) {
    let fields = line.split(separator: " ", omittingEmptySubsequences: false)
      .map { String($0) }
    guard fields.count > 2, let event = Event(rawValue: fields[1]) else { return nil }
    words = Array(fields.dropFirst(2))
    guard words.count == (event == .begun ? 9 : 10),
      PriceStatement.id(of: words.joined(separator: "|")) == fields[0]
    else { return nil }
    id = fields[0]
    self.event = event
  }
}
