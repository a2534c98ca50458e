import Pricing
import Quantities
import Usage

/// What each lever would save on recorded usage, a month of 30 days, alone and all together.
///
/// All of it at the prices of one day. What has no price on that day is left out of every figure,
/// before and after.
public struct WhatIf: Sendable {
  /// The day whose prices count.
  public let at: Day
  /// How many days were recorded.
  public let days: DayCount
  /// The recorded usage that has a price.
  public let usage: UsageAmount
  /// What it costs a month as it is.
  public let today: Money
  /// The recorded usage without a price.
  public let leftOut: UnpricedUsage
  /// The levers that move something, those first that save the most for certain.
  public let lines: [Line]
  /// The levers of which nothing can be said, and why, in the order in which they act.
  public let unsaid: [Unsaid]
  /// All of `lines` at once, in the order in which they act, but for `notJoined`, and with them those
  /// of a scenario that find nothing alone and something beside the others; nil where there are none.
  public let together: Effect?
  /// The levers that would cost money at the program's own setting, and are not among those.
  public let notJoined: [LeverName]
  /// The models in use that have ended by that day without a successor.
  public let ended: [LeverNote]
  /// The contracts under which the usage is paid.
  public let contracts: [String]

  /// What comes of a lever.
  public struct Line: Sendable {
    /// Which lever.
    public let lever: Lever
    /// Whether its setting is the program's own and not a scenario's.
    public let isDefault: Bool
    /// What it does to the bill.
    public let effect: Effect
  }

  /// A change of the bill, a month.
  public struct Effect: Sendable {
    /// What it costs then; a range where the documentation can be read in two ways.
    public let cost: ClosedRange<Money>
    /// What it costs less; below zero where it costs more.
    public let saved: ClosedRange<Money>
    /// The requests that are changed, of those recorded.
    public let requests: Int64
    /// What is left as it is, and why.
    public let notes: [LeverNote]
    /// The levers that change anything, in the order in which they act.
    public let levers: [Lever]
  }

  /// A lever of which nothing can be said.
  public struct Unsaid: Sendable {
    /// Which lever.
    public let name: LeverName
    /// What it was to do; nil where it has no setting without more knowledge.
    public let setting: String?
    /// Why nothing can be said.
    public let reason: LeverRefusal
    /// Whether it finds something beside the other levers: it is one of those together then.
    public let actsTogether: Bool
  }

  /// The days of a month.
  public static let monthDays = 30
}
