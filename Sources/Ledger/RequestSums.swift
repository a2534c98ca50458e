import Quantities
import Usage

/// What one reading of the requests of a period gives: sums by rule, stretch of time and user, and
/// counts of the times that requests took.
///
/// Labels are left aside in the sums by user, but for requests without one: nothing that is asked of
/// users looks at them, and with them there would be as many sums as requests.
package struct RequestSums {
  private let series: [Int64: UsageSeries]
  /// The number of the first series that differs from a series in its labels alone.
  private let unlabelled: [Int64: Int64]
  /// Those first ones, without their labels.
  private let bare: [Int64: UsageSeries]
  private let starts: [Int64]
  private let names: [Int64: String]
  private var sums = SumTable()
  private var byUser = SumTable()
  private var times: [Time: Int] = [:]

  private struct Time: Hashable {
    let series: Int64
    let milliseconds: Int64
  }

  /// Usage of one rule, in one stretch of time, that is priced alike.
  package struct Row {
    /// The place of the first rule that its requests follow; the number of rules for none of them.
    package let rule: Int
    /// Their sum; its slot is the start of its stretch.
    package let row: RollupRow
    /// How many of them name no user.
    package let requestsWithoutUser: Int
    /// How many of them are recorded as sums, whose single sizes are not known.
    package let requestsInSums: Int
  }

  /// How many requests of a model took how many milliseconds.
  package struct LatencyCount {
    /// Who sells the model, and the model.
    package let series: UsageSeries
    /// The milliseconds.
    package let milliseconds: Int64
    /// How many requests.
    package let requests: Int
  }

  init(
    series: [Int64: UsageSeries], starts: [Int64] = [0], names: [Int64: String] = [:],
    rules: Int = 0
  ) {
    self.series = series
    self.starts = starts
    self.names = names
    var firsts: [UsageSeries: Int64] = [:]
    var unlabelled: [Int64: Int64] = [:]
    for (id, series) in series.sorted(by: { $0.key < $1.key }) {
      var own = series
      own.labels = Labels()
      unlabelled[id] = firsts[own] ?? id
      if firsts[own] == nil { firsts[own] = id }
    }
    self.unlabelled = unlabelled
    bare = Dictionary(uniqueKeysWithValues: firsts.map { ($0.value, $0.key) })
  }
}

extension RequestSums {
  /// What tells sums of one series apart: rule, whether they are of sums, whether they name no user.
  private struct Class {
    static let bits: Int64 = 16
    let rule: Int
    let isSum: Bool
    let isNobodys: Bool

    /// The series and the class in one number, as the series of a sum.
    func joined(to series: Int64) -> Int64 {
      series << Class.bits | Int64(rule) << 2 | (isSum ? 2 : 0) | (isNobodys ? 1 : 0)
    }

    /// The two parts of such a number.
    static func parts(of joined: Int64) -> (series: Int64, class: Class) {
      let rest = joined & (1 << bits - 1)
      return (
        joined >> bits,
        Class(rule: Int(rest >> 2), isSum: rest & 2 != 0, isNobodys: rest & 1 != 0)
      )
    }
  }

  /// Adds a record.
  mutating func add(_ row: KnownRecords.Row, rule: Int, stretch: Int, contextOver: Int64) {
    let tokens = row.record.tokens
    let requests = Int64(row.record.requests)
    let kind = Class(rule: rule, isSum: row.isSum, isNobodys: row.user == 0)
    var key = SumTable.Key(
      place: Int64(stretch), series: kind.joined(to: row.series), contextOver: contextOver,
      meters: tokens.mask)
    sums.add(tokens, requests: requests, to: key)
    key.place = UserSums.place(ofStretch: stretch, user: row.user)
    // Labels may stand in for a user who is not named.
    if row.user != 0 { key.series = kind.joined(to: unlabelled[row.series] ?? row.series) }
    byUser.addSoon(tokens, requests: requests, to: key)
  }

  /// Ends the reading.
  mutating func settle() { byUser.settle() }

  /// Counts the time that a request took.
  mutating func count(milliseconds: Int64, series: Int64) {
    times[Time(series: series, milliseconds: milliseconds), default: 0] += 1
  }

  /// The usage, in order of time, series and band.
  package var rows: [Row] {
    sums.entries.sorted { $0.key < $1.key }.compactMap { entry in
      row(entry, of: sums, in: series, stretch: Int(entry.key.place), user: nil)
    }
  }

  /// Hands out the usage of each user, and of requests without one, in order of time and then of
  /// users as they were first seen; without a list of as many rows as requests.
  package func forEachUserRow(_ body: (Row) -> Void) {
    let order = byUser.entries.indices.sorted { byUser.entries[$0].key < byUser.entries[$1].key }
    for index in order {
      let entry = byUser.entries[index]
      let (stretch, user) = UserSums.parts(of: entry.key.place)
      let row = row(
        entry, of: byUser, in: user == 0 ? series : bare, stretch: stretch, user: names[user])
      if let row { body(row) }
    }
  }

  private func row(
    _ entry: SumTable.Entry, of table: SumTable, in series: [Int64: UsageSeries], stretch: Int,
    user: String?
  ) -> Row? {
    let (id, kind) = Class.parts(of: entry.key.series)
    let requests = Int(entry.requests)
    return series[id].map { series in
      Row(
        rule: kind.rule,
        row: RollupRow(
          slot: Instant(microseconds: starts[stretch] * Instant.slotMicroseconds), series: series,
          contextOver: TokenCount(entry.key.contextOver), requests: requests,
          tokens: table.tokens(of: entry), user: user),
        requestsWithoutUser: kind.isNobodys ? requests : 0,
        requestsInSums: kind.isSum ? requests : 0)
    }
  }

  /// How many requests took how long, in order of series and time.
  package var latencies: [LatencyCount] {
    times.sorted { one, other in
      (one.key.series, one.key.milliseconds) < (other.key.series, other.key.milliseconds)
    }.compactMap { time, count in
      series[time.series].map { series in
        LatencyCount(series: series, milliseconds: time.milliseconds, requests: count)
      }
    }
  }
}
