import Quantities

/// At which time's prices usage is valued: the words `then`, `now` and a day, everywhere the same.
///
/// `now` is the day that counts as today.
public enum PriceTime: Hashable, Sendable {
  /// Each request at the prices of its own time: what was owed, or will be.
  case then
  /// All of it at one day's prices: what the same usage costs on that day.
  case day(Day)

  /// The same for the pricing engine.
  public var basis: Valuation.Basis {
    switch self {
    case .then: .then
    case .day(let day): .on(day.priceInstant)
    }
  }
}

extension PriceTime: CustomStringConvertible {
  /// `then`, or the day: as it is given on the command line.
  public var description: String {
    switch self {
    case .then: "then"
    case .day(let day): day.description
    }
  }
}

extension Day {
  /// The instant that stands for a day where "the prices of that day" are asked for: noon in UTC.
  ///
  /// A book's days begin at midnight somewhere between UTC-12 and UTC+12; by noon in UTC the day has
  /// begun and the next has not, whichever zone a book and a report are in.
  package var priceInstant: Instant { startUTC.adding(seconds: 12 * 3600) }
}

extension Valuation.Basis {
  /// The instant whose prices something pays that happened at a given one.
  package func instant(for own: Instant) -> Instant {
    switch self {
    case .then: own
    case .on(let instant): instant
    }
  }
}
