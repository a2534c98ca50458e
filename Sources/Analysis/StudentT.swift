/// Two-sided quantiles of Student's t distribution, for 3 to 9 degrees of freedom.
///
/// A forecast knows a handful of past months, and the width of its range has to say so. The usual
/// levels are a table of four decimals, so that whoever checks a range by hand finds the figures of a
/// textbook; other levels are computed.
enum StudentT {
  private static let table: [Int: [Double]] = [
    50: [0.7649, 0.7407, 0.7267, 0.7176, 0.7111, 0.7064, 0.7027],
    80: [1.6377, 1.5332, 1.4759, 1.4398, 1.4149, 1.3968, 1.3830],
    90: [2.3534, 2.1318, 2.0150, 1.9432, 1.8946, 1.8595, 1.8331],
    95: [3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622],
  ]

  /// How many standard deviations to each side hold the given share.
  ///
  /// - Parameters:
  ///   - percent: The share, 1 to 99.
  ///   - degrees: The degrees of freedom; taken as 3 below that and as 9 above.
  /// - Returns: The quantile.
  static func quantile(percent: Int, degrees: Int) -> Double {
    let degrees = max(3, min(9, degrees))
    if let known = table[percent] { return known[degrees - 3] }
    return computed(share: Double(percent) / 100, degrees: degrees)
  }

  /// By bisection over the share that lies within so many standard deviations.
  static func computed(share: Double, degrees: Int) -> Double {
    // 99 % at three degrees of freedom is 5.84.
    var (low, high) = (0.0, 16.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if within(middle, degrees: degrees) < share { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The share within ±t: Simpson's rule, whose error here is below 10⁻¹⁰.
  private static func within(_ t: Double, degrees: Int) -> Double {
    let steps = 400
    let width = t / Double(steps)
    var sum = density(0, degrees) + density(t, degrees)
    for step in 1..<steps {
      sum += density(Double(step) * width, degrees) * (step % 2 == 1 ? 4 : 2)
    }
    return 2 * sum * width / 3
  }

  private static func density(_ t: Double, _ degrees: Int) -> Double {
    let base = 1 / (1 + t * t / Double(degrees))
    // (degrees + 1) / 2 may be half a number: the root takes the half.
    var power = degrees % 2 == 0 ? base.squareRoot() : 1
    for _ in 0..<((degrees + 1) / 2) { power *= base }
    return constant(degrees) * power
  }

  /// Γ((n + 1) / 2) / (√(nπ) Γ(n / 2)), by the products to which whole numbers reduce it.
  private static func constant(_ degrees: Int) -> Double {
    var factor = degrees % 2 == 0 ? 0.5 : 1 / Double.pi
    for term in stride(from: degrees - 1, to: 1, by: -2) {
      factor *= Double(term) / Double(term - 1)
    }
    return factor / Double(degrees).squareRoot()
  }
}
