/// Two-sided quantiles of Student's t for the few degrees of freedom that months of a log give.
public enum StudentT {
  /// How sure a range is.
  public enum Level: Hashable, Sendable, CaseIterable {
    /// Four times in five.
    case eighty
    /// Nineteen times in twenty.
    case ninetyFive

    /// In percent.
    public var percent: Int { self == .eighty ? 80 : 95 }
  }

  /// The quantile; beyond nine degrees that of nine is taken, below three that of three.
  static func quantile(_ level: Level, degrees: Int) -> Double {
    let table = level == .eighty ? eighty : ninetyFive
    return table[min(max(degrees, 3), 9) - 3]
  }

  private static let eighty = [1.6377, 1.5332, 1.4759, 1.4398, 1.4149, 1.3968, 1.3830]
  private static let ninetyFive = [3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622]
}
