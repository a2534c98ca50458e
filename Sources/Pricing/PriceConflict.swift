import Usage

/// A place where the sources of a book contradict each other.
///
/// Which reading the book follows can be a matter of judgement, so the others are kept beside it
/// with their sources: a reader may judge otherwise, and lay an overlay over the book that says so.
public struct PriceConflict: Hashable, Sendable {
  /// Who sells.
  public let provider: Provider
  /// Which model.
  public let model: String
  /// What it is about: "cached_input of the base band from 2025-06-18".
  public let about: String
  /// What the sources say, two readings at least.
  public let readings: [Reading]
  /// The reading that the book follows, as an index into `readings`; nil where it follows none.
  public let chosen: Int?
  /// Why.
  public let why: String
  /// Where it stands.
  public let place: BookPlace

  /// What some of the sources say.
  public struct Reading: Hashable, Sendable {
    /// A price, a day or a text, as the sources have it.
    public let value: String
    /// The ids of the sources that have it.
    public let sources: [String]
    /// A remark for people.
    public let note: String?
  }
}
