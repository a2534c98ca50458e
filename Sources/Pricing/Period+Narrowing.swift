import Quantities

extension Period {
  /// The part of this period around an instant in which being inside `other` does not change.
  ///
  /// An answer that depends on several periods holds in what remains after narrowing by each.
  func narrowed(by other: Period, around instant: Instant) -> Period {
    if other.contains(instant) { return intersection(other) }
    if let end = other.until, end <= instant { return intersection(Period(from: end)) }
    return intersection(Period(until: other.from))
  }
}
