import Quantities
import Usage

/// A cap on the calls of a user in a day, for those who do not pay.
///
///     under the cap = Σ calls of the series on a user's day × min(1, cap ÷ all calls of that day)
///     left          = paid share + (1 − paid share) × under the cap ÷ calls of the series
///
/// The sum runs over every user and UTC day of the log; calls beyond the cap are not made, and each
/// call of a day is as likely to be one of them. So usage of those who stay under the cap is all left.
/// Requests that name no user have no day to be counted in, and are left too. It is one factor for
/// all usage of a series, whoever's it is.
struct UserCap: Hashable, Sendable {
  /// How many calls a user may make in a day.
  let callsPerDay: Int64
  /// The share of users without a cap.
  let paidShare: DecimalFactor
  /// The usage in which calls are counted: that which the lever moves.
  let selection: UsageSelection
}

extension UserCap: LeverRule {
  var setting: String {
    let calls = Phrase.counted(callsPerDay, "call")
    return paidShare == .zero
      ? "at most \(calls) a user and day"
      : "at most \(calls) a day for the \(unpaid) of users who do not pay"
  }

  private var unpaid: String { paidShare.remainder.percentText }

  var assumptions: [String] {
    let calls = "calls beyond the cap are not made at all, and days are those of UTC"
    let likely = "each call of a user's day is as likely to be over the cap"
    guard paidShare > .zero else { return [calls, likely] }
    return [calls, likely, "users who pay use it as much as those who do not"]
  }

  var changesNothing: Bool { paidShare == .one }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    let known = run.evidence.callsLeft(under: callsPerDay, among: selection, of: row.origin)
    guard let left = known else {
      run.note(.noUsers, row.requests)
      return [row]
    }
    let factor = Exact(paidShare) + paidShare.complement * left
    if factor < .one { run.move(row.requests) }
    return [row.scaled(by: factor)]
  }
}
