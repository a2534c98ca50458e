import Quantities

/// How many monthly active users each month of a forecast has.
public enum MAUPlan: Hashable, Sendable {
  /// As many as the newest window of the log had: nothing changes. Needs no user ids.
  case observed
  /// The observed number times a factor. Needs no user ids either.
  case scale(DecimalFactor)
  /// The same number every month.
  case constant(Int)
  /// A number that grows by a rate each month: the first month has the number itself, which is the
  /// observed one where none is given. Compounded exactly, then rounded to whole users, half to even.
  case growth(from: Int?, perMonth: DecimalFactor)
  /// Numbers by month; a month that is left out has the number of the one before it.
  case path([Month: Int])
}

/// A month's multiplier on "what one active user causes".
struct PlannedUsers: Hashable {
  /// Whole users, for showing; nil where users are not known at all.
  let shown: Int?
  /// What the rate is multiplied by; not whole under `.scale`.
  let multiplier: Exact
}

extension MAUPlan {
  /// The most users that can be given: far more than there are people, and products stay exact.
  public static let mostUsers = 1_000_000_000_000

  /// Whether a forecast under this plan has to know the cost per user.
  var needsUsers: Bool {
    switch self {
    case .observed, .scale: false
    case .constant, .growth, .path: true
    }
  }

  /// Whether the users are said, and not taken from the log as they were.
  var givesUsers: Bool {
    switch self {
    case .observed, .scale: false
    case .constant, .growth, .path: true
    }
  }

  /// The users of a month.
  ///
  /// - Parameters:
  ///   - month: Which month.
  ///   - index: Its place in the horizon, 0 for the first.
  ///   - observed: The users of a month as the newest window has them, not whole where the log is
  ///     shorter than a month; nil where no user is known.
  ///   - first: The users that growth starts from where the plan names none.
  /// - Returns: The users to show and to multiply by.
  /// - Throws: What is wrong with the plan.
  func users(
    in month: Month, index: Int, observed: Exact?, first: Int?
  ) throws(ForecastRefusal) -> PlannedUsers {
    switch self {
    case .observed:
      return PlannedUsers(shown: observed?.whole, multiplier: observed ?? .one)
    case .scale(let factor):
      guard factor >= .zero else { throw .negativeScale(factor) }
      let multiplier = Exact(factor) * (observed ?? .one)
      return PlannedUsers(shown: observed == nil ? nil : multiplier.whole, multiplier: multiplier)
    case .constant(let users):
      return try whole(users)
    case .growth(let start, let rate):
      guard let start = start ?? first else { throw .noMAU(month) }
      guard rate >= .minusOne else { throw .growthTooLow(rate) }
      guard start >= 0 else { throw .negativeMAU(start) }
      guard let users = CompoundGrowth.users(start, rate: rate, months: index) else {
        throw .outOfRange
      }
      return try whole(users)
    case .path(let numbers):
      guard let latest = numbers.keys.filter({ $0 <= month }).max(), let users = numbers[latest]
      else { throw .noMAU(month) }
      return try whole(users)
    }
  }

  private func whole(_ users: Int) throws(ForecastRefusal) -> PlannedUsers {
    guard users >= 0 else { throw .negativeMAU(users) }
    return PlannedUsers(shown: users, multiplier: Exact(users))
  }
}

extension Exact {
  /// The nearest whole number of users; nil out of range.
  var whole: Int? { count.flatMap { Int(exactly: $0) } }
}

/// Users that grow by a rate each month, compounded without any rounding but the last.
///
/// After h months the number has 6·h decimals, far more than 128 bits hold, so it is kept in limbs of
/// a million: multiplying by (1 + rate) adds one limb of decimals.
enum CompoundGrowth {
  private static let base = Int128(DecimalFactor.scale)

  /// The users after some months, rounded to whole ones, half to even; nil if too many to count.
  static func users(_ start: Int, rate: DecimalFactor, months: Int) -> Int? {
    var limbs: [Int128] = [Int128(start)]
    for _ in 0..<months { limbs = multiplied(limbs, by: base + Int128(rate.millionths)) }
    var whole: Int128 = 0
    for limb in limbs[months...].reversed() {
      let (shifted, overflow) = whole.multipliedReportingOverflow(by: base)
      guard !overflow, shifted <= Int128(Int.max) else { return nil }
      whole = shifted + limb
    }
    return Int(exactly: rounded(whole, decimals: limbs[..<months]))
  }

  /// The limbs, least first, times a factor of at most 2^60; the product has one limb of decimals more.
  private static func multiplied(_ limbs: [Int128], by factor: Int128) -> [Int128] {
    var product: [Int128] = []
    var carry: Int128 = 0
    for limb in limbs {
      let sum = limb * factor + carry
      product.append(sum % base)
      carry = sum / base
    }
    while carry > 0 {
      product.append(carry % base)
      carry /= base
    }
    // The factor counts millionths, so the lowest limb is one of decimals now.
    return product.count < limbs.count + 1 ? product + [0] : product
  }

  private static func rounded(_ whole: Int128, decimals: ArraySlice<Int128>) -> Int128 {
    guard let first = decimals.last else { return whole }
    let half = base / 2
    let isTie = first == half && decimals.dropLast().allSatisfy { $0 == 0 }
    guard !isTie else { return whole % 2 == 0 ? whole : whole + 1 }
    return first >= half ? whole + 1 : whole
  }
}
