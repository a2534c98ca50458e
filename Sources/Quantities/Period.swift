/// A stretch of time that holds its start and not its end, either of which may be open.
///
/// Half-open, so periods that follow one another share no instant and leave none out. A period whose
/// end is not after its start holds nothing; that is allowed, it is what an intersection may be.
public struct Period: Hashable, Sendable {
  /// The first instant inside; nil if the period has always been.
  public let from: Instant?

  /// The first instant after the period; nil if it never ends.
  public let until: Instant?

  /// The period from `from` up to, not including, `until`.
  public init(from: Instant? = nil, until: Instant? = nil) {
    self.from = from
    self.until = until
  }

  /// All of time.
  public static let always = Period()
}

extension Period {
  /// Whether no instant is inside.
  public var isEmpty: Bool {
    guard let from, let until else { return false }
    return until <= from
  }

  /// Whether the instant is inside: at or after `from`, before `until`.
  public func contains(_ instant: Instant) -> Bool {
    if let from, instant < from { return false }
    if let until, instant >= until { return false }
    return true
  }

  /// The instants inside both; an empty period if there are none.
  public func intersection(_ other: Period) -> Period {
    Period(
      from: [from, other.from].compactMap(\.self).max(),
      until: [until, other.until].compactMap(\.self).min())
  }

  /// Whether some instant is inside both.
  public func overlaps(_ other: Period) -> Bool {
    !intersection(other).isEmpty
  }
}

extension Period: CustomStringConvertible {
  /// `[2026-01-01T00:00:00Z, 2026-02-01T00:00:00Z)`, with `…` for an open end.
  public var description: String {
    let start = from.map { "[\($0)" } ?? "(…"
    let end = until.map { "\($0))" } ?? "…)"
    return "\(start), \(end)"
  }
}
