import Quantities

/// Days that are taken out of a log: gaps in what was imported, and spans that will not repeat.
///
/// They leave what was used, who was active, and what the days of a window weigh.
public struct DaySet: Hashable, Sendable {
  /// The spans, as they were given; they may overlap.
  public let spans: [Range<Day>]

  /// A set of spans.
  public init(_ spans: [Range<Day>] = []) { self.spans = spans }

  /// Whether a day is taken out.
  public func contains(_ day: Day) -> Bool { spans.contains { $0.contains(day) } }

  /// Whether no day is taken out.
  public var isEmpty: Bool { spans.allSatisfy(\.isEmpty) }
}
