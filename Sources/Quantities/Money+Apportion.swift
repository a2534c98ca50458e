/// Amounts rounded together, so that the rows shown add up to the total shown.
///
/// Rounding each row by itself leaves a total that is off by a cent or two, which a reader takes for
/// a bug in the sum.
public struct ShownAmounts: Hashable, Sendable {
  /// One text per amount, in the order given.
  public let rows: [String]

  /// The exact sum, rounded half to even: what `rounded(toPlaces:)` says of it.
  public let total: String
}

extension Money {
  /// Rounds amounts so that they add up to their rounded sum: the method of largest remainders.
  ///
  /// Each row is its amount rounded down or up to a neighbour; those cut most are the ones rounded
  /// up, the earlier first among equals. An amount that needs no rounding is never changed.
  ///
  /// - Parameters:
  ///   - amounts: The rows, in the order they are shown.
  ///   - places: Decimals to show, 0 or more.
  /// - Returns: The rows in the order given, and their total.
  public static func apportion(_ amounts: [Money], places: Int) -> ShownAmounts {
    let sum = amounts.reduce(.zero, +)
    let total = sum.rounded(toPlaces: places)
    guard places < scale else {
      return ShownAmounts(rows: amounts.map { $0.rounded(toPlaces: places) }, total: total)
    }

    let unit = Int128(DecimalText.powerOfTen(scale - places))
    var shown = amounts.map { $0.picodollars.flooredQuotient(unit) }
    let missing = DecimalText.dividedHalfEven(sum.picodollars, by: unit) - shown.reduce(0, +)
    let remainders = amounts.map { $0.picodollars.flooredRemainder(unit) }
    // `missing` is the sum of the remainders in units, rounded, and each is under one unit: so there
    // are at least that many rows with something cut off, and they sort before the exact ones.
    let mostCutFirst = amounts.indices.sorted { (remainders[$1], $0) < (remainders[$0], $1) }
    for row in mostCutFirst.prefix(Int(missing)) { shown[row] += 1 }
    return ShownAmounts(rows: shown.map { DecimalText.fixed($0, places: places) }, total: total)
  }
}
