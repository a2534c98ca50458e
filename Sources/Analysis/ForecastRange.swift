import Quantities

/// The range of a forecast, and what its width is made of.
///
/// The logarithm of the cost is taken to spread like Student's t; each bound is the part that is
/// forecast times a factor, rounded once. What is spent already does not spread.
public struct ForecastRange: Hashable, Sendable {
  /// The standard deviation of the logarithm of what is forecast.
  public let sigma: Double
  /// The degrees of freedom: how much is known about the width itself.
  public let degreesOfFreedom: Int
  /// The bounds, by level in the order asked for.
  public let bounds: [Bounds]
  /// What the variance is made of; nil for the sum of several months, and where nothing can differ.
  public let variance: VarianceParts?

  /// Between what the cost lies with some probability.
  public struct Bounds: Hashable, Sendable {
    /// The probability, in percent.
    public let percent: Int
    /// The lower bound of the whole cost.
    public let low: Money
    /// The upper bound of the whole cost.
    public let high: Money
  }

  /// The bounds of a level; nil where it was not asked for.
  public func bounds(percent: Int) -> Bounds? { bounds.first { $0.percent == percent } }
}

extension ForecastRange {
  /// The range of a sum that is part spent, part forecast.
  ///
  /// - Parameters:
  ///   - spent: What does not spread.
  ///   - ahead: What does.
  ///   - variance: The variance of the logarithm of `ahead`.
  ///   - degrees: The degrees of freedom.
  ///   - parts: What the variance is made of.
  ///   - input: The levels, and how wide a range may become.
  init(
    spent: Money, ahead: Money, variance: Double, degrees: Int, parts: VarianceParts? = nil,
    _ input: ForecastInput
  ) {
    // To 10⁻¹²: the order in which users are added up must not show.
    let root = (variance.squareRoot() * 1e12).rounded(.toNearestOrEven) / 1e12
    sigma = min(input.constants.largestDeviation, root)
    degreesOfFreedom = degrees
    self.variance = parts
    let sigma = sigma
    bounds = input.levels.map { percent in
      let reach = StudentT.quantile(percent: percent, degrees: degrees) * sigma
      return Bounds(
        percent: percent, low: spent + ahead.times(Elementary.exp(-reach)),
        high: spent + ahead.times(Elementary.exp(reach)))
    }
  }
}

extension ForecastRange {
  /// The range of what is known: a month that nobody will use anything in costs what is spent.
  static func certain(_ cost: Money, _ input: ForecastInput) -> ForecastRange {
    ForecastRange(
      spent: cost, ahead: .zero, variance: 0, degrees: input.constants.commonWeight, input)
  }
}

extension Money {
  /// The amount times a factor of which twelve decimals count, rounded once.
  fileprivate func times(_ factor: Double) -> Money {
    guard let exact = (WideRatio(Exact(self)) * Exact.trillionths(factor)).rounded else {
      return self
    }
    return Money(picodollars: exact)
  }
}

/// The parts of the variance of the logarithm of a month's cost.
public struct VarianceParts: Hashable, Sendable {
  /// Only some users were seen of those who will be there.
  public var sampling = 0.0
  /// Users leave and others come.
  public var churn = 0.0
  /// What an average user costs differs from month to month.
  public var common = 0.0
  /// The further ahead, the less the past says.
  public var drift = 0.0
  /// The number of users is not given, or given with an error.
  public var users = 0.0
  /// The log is shorter than a month: how many users a whole one has is a guess.
  public var accumulation = 0.0
  /// Without user ids: the volume as a whole changes from month to month.
  public var volume = 0.0

  /// All parts together.
  public var total: Double { sampling + churn + common + drift + users + accumulation + volume }

  /// Every part under its name in JSON, in order.
  public var named: [(name: String, value: Double)] {
    [
      ("sampling", sampling), ("churn", churn), ("common", common), ("drift", drift),
      ("users", users), ("accumulation", accumulation), ("volume", volume),
    ]
  }
}

/// How users of the log stand for the users of the months to come.
public enum Population: String, CaseIterable, Hashable, Sendable {
  /// Today's users stay, and newcomers are like them.
  case same
  /// Other people than those in the log: a pilot, and then everybody.
  case new
}

/// What a log says about how far off its own forecasts were, one window ahead and given the users.
public struct OwnAccuracy: Hashable, Sendable {
  /// How many windows were compared with what went before them.
  public let windows: Int
  /// The sum of the errors' sizes over the sum of the costs.
  public let error: Double
}
