import Quantities

/// How sure a ratio of two choices is: same users, same windows, so that what moves both moves neither.
///
/// Far narrower than the ranges of the two costs. It says how the ratio may come out over the usage of
/// another month; the token ratios that were assumed, and prices that nobody has announced, are not in
/// it. A ratio has no unit: the one place of a comparison where binary fractions are used.
public struct PairedRange: Hashable, Sendable {
  /// The ratio.
  public let ratio: ExactRatio
  /// The variance of its logarithm because only these users were seen; 0 without users.
  public let samplingVariance: Double
  /// The variance of its logarithm because months differ.
  public let timeVariance: Double
  /// The degrees of freedom of Student's t.
  public let degrees: Int
  /// The windows it was taken from, the compared days included.
  public let windows: Int
  /// The users it was taken from; nil where the log does not tell them apart, and the range says
  /// nothing about other users.
  public let users: Int?
  /// How many users of equal cost spread as much as these do; nil without users.
  public let effectiveUsers: Double?

  /// The constants of the method.
  public struct Constants: Hashable, Sendable {
    /// The windows looked at, at most.
    public let windows: Int
    /// The weight, in windows, of what is assumed about how much the ratio differs between months.
    public let priorWeight: Int
    /// That assumption: a standard deviation of the ratio's logarithm.
    public let priorDeviation: Double
    /// How much more a sample of few heavy users spreads than it shows: 1 + this / effective users.
    public let tail: Double

    /// Those of the forecasting method; two choices differ less between months than a cost does.
    public static let standard = Constants(
      windows: ForecastConstants().keptWindows, priorWeight: 3, priorDeviation: 0.01,
      tail: ForecastConstants().tailInflation)
  }

  /// The standard deviation of the ratio's logarithm.
  public var deviation: Double { (samplingVariance + timeVariance).squareRoot() }

  /// The levels that are shown, in percent.
  public static let levels = [80, 95]

  /// The range that holds with a probability in percent; both ends are the ratio itself where nothing
  /// is uncertain.
  public func bounds(percent: Int) -> (low: Double, high: Double) {
    let middle = Double(ratio.numerator) / Double(ratio.denominator)
    let reach = StudentT.quantile(percent: percent, degrees: degrees) * deviation
    return (middle * Elementary.exp(-reach), middle * Elementary.exp(reach))
  }
}

extension PairedRange {
  /// The range of a ratio; nil where there is nothing to take a logarithm of.
  ///
  /// With a and b what each user costs today and on the choice, A and B their sums, ν the users:
  ///
  ///     Σ (b/B − a/A)² · ν/(ν−1) · (1 + 5/n_eff)  +  (3·0.01² + Σ (d − d̄)²) / (3 + K − 1)
  ///
  /// where d is ln(B/A) of each of K windows. Two choices that price everything alike differ in no
  /// month and for no user: their range has no width.
  ///
  /// - Parameters:
  ///   - ratio: The ratio, exactly.
  ///   - users: What each user costs today and on the choice; empty where users are not known.
  ///   - windows: The same for each window.
  ///   - isAlike: Whether both price everything alike.
  ///   - constants: The constants of the method.
  init?(
    _ ratio: ExactRatio, users: [(today: Double, choice: Double)],
    windows: [(today: Double, choice: Double)], isAlike: Bool,
    constants: Constants = .standard
  ) {
    guard ratio.numerator > 0, windows.allSatisfy({ $0.today > 0 && $0.choice > 0 }) else {
      return nil
    }
    self.ratio = ratio
    self.windows = windows.count
    degrees = constants.priorWeight + windows.count - 1
    let logs = windows.map { Elementary.ln($0.choice / $0.today) }
    let mean = logs.reduce(0, +) / Double(logs.count)
    let spread = logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let prior = Double(constants.priorWeight) * constants.priorDeviation * constants.priorDeviation
    timeVariance = isAlike ? 0 : (prior + spread) / Double(degrees)

    let paying = users.filter { $0.today > 0 }
    let sums = users.reduce((today: 0.0, choice: 0.0)) {
      ($0.today + $1.today, $0.choice + $1.choice)
    }
    guard !paying.isEmpty, sums.choice > 0 else {
      self.users = nil
      effectiveUsers = nil
      samplingVariance = 0
      return
    }
    let squares = users.reduce(0) { $0 + $1.today * $1.today }
    let effective = sums.today * sums.today / squares
    let spreadOfUsers = users.reduce(0) { sum, user in
      let part = user.choice / sums.choice - user.today / sums.today
      return sum + part * part
    }
    let count = Double(paying.count)
    self.users = paying.count
    effectiveUsers = effective
    samplingVariance =
      isAlike ? 0 : spreadOfUsers * count / max(1, count - 1) * (1 + constants.tail / effective)
  }
}
