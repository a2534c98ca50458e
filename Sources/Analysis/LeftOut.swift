import Quantities
import Usage

/// A log without what is left out of it, and whose days that was.
///
/// Left out is not unused: days taken out for everybody leave the windows, and a single user's day
/// leaves what the user counts for in them.
struct LeftOut {
  /// What is left.
  let usage: UserUsage
  /// The days of single users that are left out, whether or not they used anything on them.
  let userDays: Set<UserDay>
  /// What leaves nothing out: perhaps mistyped.
  let unused: [ForecastExclusion]

  /// - Parameters:
  ///   - exclusions: What is left out.
  ///   - log: Of which log.
  init(_ exclusions: [ForecastExclusion], of log: UserUsage) {
    guard !exclusions.isEmpty else {
      (usage, userDays, unused) = (log, [], [])
      return
    }
    var ofUser: [Int32: [Int]] = [:]
    var absent: Set<UserDay> = []
    for (index, exclusion) in exclusions.enumerated() {
      guard let name = exclusion.user, let place = log.users.firstIndex(of: name) else { continue }
      let user = Int32(clamping: place)
      ofUser[user, default: []].append(index)
      // Without days all of the user's are meant, and nobody is left to be absent.
      for day in exclusion.days?.clamped(to: log.days) ?? log.days.lowerBound..<log.days.lowerBound
      {
        let number = log.days.lowerBound.days(until: day)
        absent.insert(UserDay(user: user, day: Int32(clamping: number)))
      }
    }
    let everybody = DaySet(exclusions.filter { $0.user == nil }.compactMap(\.days))
    var hasUse = [Bool](repeating: false, count: exclusions.count)
    usage = log.filtered { cell in
      let day = log.day(of: cell)
      var isKept = !everybody.contains(day)
      for index in ofUser[cell.user] ?? [] where exclusions[index].days?.contains(day) ?? true {
        hasUse[index] = true
        isKept = false
      }
      return isKept
    }
    userDays = absent
    // A gap has no usage to leave out; its days are what leaves.
    unused = zip(exclusions, hasUse).filter { $0.user != nil && !$1 }.map(\.0)
  }
}

extension LogForecast {
  /// Refuses a forecast from nothing where there would be something if less were left out.
  func refuseLeftOut(in days: Range<Day>?) throws(ForecastRefusal) {
    guard let days else { return }
    let guilty = exclusions { days.contains(recorded.day(of: $0)) }
    guard !guilty.isEmpty else { return }
    throw .nothingLeft(days, guilty)
  }

  /// Refuses a cost per user where everybody who is named was left out.
  func refuseWithoutUsers() throws(ForecastRefusal) {
    let guilty = exclusions { $0.user >= 0 }
    guard !guilty.isEmpty else { return }
    throw .nobodyLeft(guilty)
  }

  /// The exclusions that take any of some usage.
  private func exclusions(of isMeant: (UserUsage.Cell) -> Bool) -> [ForecastExclusion] {
    guard !input.exclusions.isEmpty else { return [] }
    let cells = recorded.cells.filter(isMeant)
    return input.exclusions.filter { exclusion in
      cells.contains { exclusion.takes($0, of: recorded) }
    }
  }
}

extension ForecastExclusion {
  /// Whether it leaves out some usage.
  fileprivate func takes(_ cell: UserUsage.Cell, of log: UserUsage) -> Bool {
    guard days?.contains(log.day(of: cell)) ?? true else { return false }
    guard let user else { return true }
    return cell.user >= 0 && log.users[Int(cell.user)] == user
  }
}
