import Pricing
import Quantities
import Usage

/// What becomes of a comparison as known prices change: now, after each change, and month by month.
///
/// The recorded usage goes on as it was; only the prices are those of the future. Choices are told by
/// their place: 0 is today's mix, the others follow in the comparison's order.
public struct ComparisonOutlook: Sendable {
  /// Today, then each later day on which the cost of any choice changes.
  public let situations: [Situation]
  /// Every known change of a price, or of the model that answers, of any choice up to the end of the
  /// last month, whether or not it moves a cost.
  public let events: [PriceEvent]
  /// The months, the first one that begins today or later.
  public let months: [ChoiceMonth]
  /// All months together, by choice.
  public let totals: [Total]

  /// One day's prices, which hold until the next situation.
  public struct Situation: Sendable {
    /// From which day they hold.
    public let day: Day
    /// What happens on that day; empty for today.
    public let events: [PriceEvent]
    /// What each choice costs.
    public let choices: [Standing]
  }

  /// How a choice stands in a situation.
  public struct Standing: Sendable {
    /// The cost of `Comparison.monthDays` days.
    public let perMonth: Money
    /// How many times the cost of today's mix; nil where that cannot be said.
    public let ratio: ExactRatio?
    /// The range of the ratio; nil where there is no ratio, or nothing to take a range from.
    public let range: PairedRange?
    /// What is wrong with the figure, if anything.
    public let state: State
    /// When the choice pays; nil for today's mix and where its cost is not known.
    public let breakEven: BreakEven?
  }

  /// Whether a choice can be had, and its cost be told.
  public enum State: Hashable, Sendable {
    /// All of the usage has a price.
    case complete
    /// A model of it has ended by then and nothing takes over; its last price was taken.
    case ended
    /// A part has no price and is not in the figure.
    case partlyUnpriced
    /// Nothing has a price: the figure says nothing.
    case unpriced
  }

  /// All months together.
  public struct Total: Sendable {
    /// The cost, with its fixed cost of each month.
    public let cost: Money
    /// How many times the cost of today's mix, fixed costs left aside.
    public let ratio: ExactRatio?
    /// The range of the ratio.
    public let range: PairedRange?
    /// The worst state of any month.
    public let state: State
  }
}

/// A month of a comparison's outlook.
public struct ChoiceMonth: Sendable {
  /// Which month.
  public let month: Month
  /// What each choice costs in it, all of its days.
  public let choices: [Cost]
  /// The place of the choice that costs least, of equal ones the first; nil where no cost is whole.
  public let cheapest: Int?

  /// What a choice costs in a month.
  public struct Cost: Sendable {
    /// The cost, with its fixed cost of a month.
    public let cost: Money
    /// What is wrong with the figure, if anything.
    public let state: ComparisonOutlook.State
    /// How many monthly active users the budget affords; nil without a budget, or a whole cost.
    public let affordable: Affordable?
  }

  /// How many users a budget affords.
  public enum Affordable: Hashable, Sendable {
    /// So many.
    case users(Int64)
    /// As many as there may be: a user costs nothing.
    case any
  }
}

extension ComparisonOutlook {
  /// The months in which another choice is the cheapest than in the month before.
  public var turns: [ChoiceMonth] {
    zip(months, months.dropFirst()).filter { $0.cheapest != $1.cheapest }.map(\.1)
  }
}

extension ComparisonOutlook.State {
  /// The state of a sum.
  init(_ sum: RepricedSum) {
    let hasEnded = sum.notes.contains { note in
      if case .ended(_, _, isEarliestOnly: false) = note.kind { return true }
      return false
    }
    guard sum.isComplete else {
      self = sum.cost == .zero ? .unpriced : .partlyUnpriced
      return
    }
    self = hasEnded ? .ended : .complete
  }

  /// How bad it is; the worst of several is that of all.
  var rank: Int {
    switch self {
    case .complete: 0
    case .ended: 1
    case .partlyUnpriced: 2
    case .unpriced: 3
    }
  }
}
