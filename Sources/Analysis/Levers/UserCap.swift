import Quantities
import Usage

/// A cap on the calls of a user in a day, for those who do not pay.
///
///     left = paid share + (1 − paid share) × Σ min(calls of a user and day, cap) ÷ Σ calls
///
/// The sums run over every user and UTC day of the log; calls beyond the cap are not made. Requests
/// that name no user have no day to be counted in: they are part of both sums as they are. It is one
/// factor for all of the usage that the lever moves, whoever's it is.
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
    guard paidShare > .zero else { return [calls] }
    return [calls, "users who pay use it as much as those who do not"]
  }

  var changesNothing: Bool { paidShare == .one }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    guard let left = run.evidence.callsLeft(under: callsPerDay, among: selection) else {
      run.note(.noUsers, row.requests)
      return [row]
    }
    let factor = Exact(paidShare) + paidShare.complement * left
    if factor < .one { run.move(row.requests) }
    return [row.scaled(by: factor)]
  }
}
