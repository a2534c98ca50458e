import Quantities

/// The lengths of time that usage is kept summed over, in quarters of an hour.
///
/// A stretch of time is read as few whole spans: days in its middle, hours and quarters at its ends.
/// So a report in any zone reads a few rows a day, and one of a year in UTC hardly any more than one
/// of a month.
enum RollupSpan {
  /// The lengths of `usage_rollup_spans`: an hour, four hours, a day.
  ///
  /// Four hours: of the zones in use most begin their day at a whole hour of UTC, and to reach one
  /// from multiples of four takes fewer rows than from multiples of three or six.
  static let quarters: [Int64] = [4, 16, 96]

  /// A part of a stretch that is read from one table.
  struct Part: Equatable {
    /// 1 for the rollup itself.
    let quarters: Int64
    /// From this quarter since 1970 to before that one.
    let slots: Range<Int64>
  }

  /// A stretch as the fewest spans, in order of time.
  static func parts(of slots: Range<Int64>) -> [Part] { parts(of: slots, from: quarters[...]) }

  private static func parts(
    of slots: Range<Int64>, from lengths: ArraySlice<Int64>
  ) -> [Part] {
    guard !slots.isEmpty else { return [] }
    guard let length = lengths.last else { return [Part(quarters: 1, slots: slots)] }
    let first = -floor(-slots.lowerBound, length)
    let last = floor(slots.upperBound, length)
    guard first < last else { return parts(of: slots, from: lengths.dropLast()) }
    return parts(of: slots.lowerBound..<first, from: lengths.dropLast())
      + [Part(quarters: length, slots: first..<last)]
      + parts(of: last..<slots.upperBound, from: lengths.dropLast())
  }

  /// The highest multiple of a length that is not above a number.
  static func floor(_ number: Int64, _ length: Int64) -> Int64 {
    let remainder = number % length
    return number - (remainder < 0 ? remainder + length : remainder)
  }
}
