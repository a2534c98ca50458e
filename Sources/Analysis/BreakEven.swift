import Quantities

/// When a choice pays: against what its use costs a month beside tokens, and against what users bring.
///
/// Everything is a month of `Comparison.monthDays` days. A threshold is the exact point of equality,
/// in whole users the first number at or beyond it.
public struct BreakEven: Hashable, Sendable {
  /// What the choice costs a month whatever its traffic.
  public let fixedCost: Money
  /// From which share of today's traffic on, moved to the choice, it costs no more than it saves;
  /// above 1 where all of today's is not enough.
  public let share: Threshold
  /// From how many monthly active users on; nil without users.
  public let users: Int64?
  /// What each monthly active user has to bring for the choice to be paid for; nil without users.
  public let neededPerMAU: Money?
  /// What users bring beyond that; nil where their revenue is not said.
  public let marginPerMAU: Money?
  /// From how many monthly active users on their revenue pays for the choice; nil where it never
  /// does, or where revenue is not said.
  public let coveredFromUsers: Int64?
  /// Up to, or from, which share of the traffic on the choice revenue pays for everything, the rest
  /// staying as it is; nil where revenue is not said.
  public let coveredShare: Covered?

  /// From where on something pays.
  public enum Threshold: Hashable, Sendable {
    /// From the first request.
    case always
    /// From this part of today's traffic on; above 1 where that is more than all of it.
    case from(ExactRatio)
    /// The choice costs the same and nothing beside: nothing is gained or lost.
    case same
    /// At no traffic: a request costs no less there.
    case never
  }

  /// The share of the traffic on the choice at which revenue pays for everything.
  public enum Covered: Hashable, Sendable {
    /// Any.
    case all
    /// Up to this share: the choice is dearer than what it replaces.
    case upTo(ExactRatio)
    /// From this share on: what it replaces is dearer.
    case from(ExactRatio)
    /// None.
    case none
  }
}

extension BreakEven {
  /// When a choice pays.
  ///
  /// - Parameters:
  ///   - cost: What the whole traffic costs a month on the choice, its fixed cost left out.
  ///   - today: What it costs as it is.
  ///   - fixedCost: What the choice costs a month whatever its traffic.
  ///   - users: Who causes the traffic.
  ///   - revenue: What each of them brings.
  /// - Throws: Where a figure is beyond what 128 bits hold.
  init(
    _ cost: Exact, today: Exact, fixedCost: Money, users: MonthlyUsers?, revenue: Money?
  ) throws(ComparisonRefusal) {
    let fixed = Exact(fixedCost)
    let saving = today - cost
    guard !saving.isOutOfRange else { throw .outOfRange }
    self.fixedCost = fixedCost
    if saving > .zero {
      share = fixed == .zero ? .always : .from(ExactRatio(fixed / saving))
    } else {
      share = saving == .zero && fixed == .zero ? .same : .never
    }
    let mean = users?.mean
    self.users = mean.flatMap { saving > .zero ? (fixed * $0 / saving).ceiling : nil }
    neededPerMAU = mean.flatMap { ((cost + fixed) / $0).money }
    guard let mean, let revenue else {
      marginPerMAU = nil
      coveredFromUsers = nil
      coveredShare = nil
      return
    }
    let bringing = Exact(revenue) * mean
    marginPerMAU = ((bringing - cost - fixed) / mean).money
    let margin = bringing - cost
    coveredFromUsers =
      margin > .zero
      ? (fixed * mean / margin).ceiling : margin == .zero && fixed == .zero ? 0 : nil
    coveredShare = BreakEven.covered(left: bringing - today - fixed, saving: saving)
  }

  /// What is left of revenue with nothing moved, against what moving everything saves.
  private static func covered(left: Exact, saving: Exact) -> Covered {
    let atAll = left + saving
    if left >= .zero { return atAll >= .zero ? .all : .upTo(ExactRatio(left / -saving)) }
    return atAll >= .zero ? .from(ExactRatio(-left / saving)) : .none
  }
}
