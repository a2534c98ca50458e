import Quantities
import SQLite
import Usage

/// Writes sums into the derived tables: adds them to the rows that are there.
struct DerivedWriter {
  private let connection: Connection
  /// The statements for sums over so many quarters of an hour, once they were needed.
  private var statements: [Int64: (insertion: SumInsertion, addition: SumAddition)] = [:]

  /// How many rows are tried at once; those behind one that is there already have to be tried anew.
  private static let severalRows = 256

  init(_ connection: Connection) { self.connection = connection }

  /// Adds sums by quarter of an hour to the rollup, and to the spans that they lie in.
  mutating func write(_ sums: SumTable) throws {
    guard sums.count > 0 else { return }
    try UsedMeters(connection).note(sums.entries.reduce(0) { $0 | $1.key.meters })
    try write(sums, quarters: 1)
    var shorter = sums
    for quarters in RollupSpan.quarters {
      var longer = SumTable()
      for entry in shorter.entries {
        var key = entry.key
        key.place = RollupSpan.floor(key.place, quarters)
        longer.add(entry, of: shorter, to: key)
      }
      try write(longer, quarters: quarters)
      shorter = longer
    }
  }

  private mutating func write(_ sums: SumTable, quarters: Int64) throws {
    // In the order of the table's key, so that its pages are touched one after the other.
    let inOrder = sums.entries.filter { !sums.isNothing($0) }.sorted { $0.key < $1.key }
    var (insertion, addition) = try statements[quarters] ?? prepare(quarters)
    // Of a log in order of time nearly all rows are new, of a second one for the same time none.
    var areNew = true
    var next = 0
    while next < inOrder.count {
      if areNew {
        let several = min(DerivedWriter.severalRows, inOrder.count - next)
        for entry in inOrder[next..<next + several] { insertion.add(entry, of: sums) }
        let inserted = try insertion.run()
        next += inserted
        areNew = inserted == several
      } else if try addition.add(inOrder[next], of: sums) {
        next += 1
      } else {
        areNew = true
      }
    }
    statements[quarters] = (insertion, addition)
    try removeEmpty(inOrder.filter(\.isReduced), quarters: quarters)
  }

  private func prepare(
    _ quarters: Int64
  ) throws -> (insertion: SumInsertion, addition: SumAddition) {
    (
      try SumInsertion(connection, quarters: quarters),
      try SumAddition(connection, quarters: quarters)
    )
  }

  /// Parts of requests stand for none, so it is the tokens that say whether a row is empty.
  private func removeEmpty(_ entries: [SumTable.Entry], quarters: Int64) throws {
    guard !entries.isEmpty else { return }
    let condition = SumInsertion.keys(quarters: quarters).map { "\($0) = ?" }
    let tokens = PackedCounts.meters.map { "\(MeterColumns.names[$0]) = 0" }
    let delete = try connection.prepare(
      """
      DELETE FROM \(SumInsertion.table(quarters: quarters))
      WHERE \(condition.joined(separator: " AND "))
        AND requests = 0 AND \(tokens.joined(separator: " AND ")) AND rest IS NULL
      """)
    for entry in entries {
      let values = entry.key.columns(quarters: quarters)
      for (index, value) in values.enumerated() { try delete.bind(index + 1, value) }
      try delete.run()
    }
  }
}

extension DerivedWriter {
  /// Adds the activity of users to their days; gives the days whose marks it leaves uncertain.
  ///
  /// A mark cannot be taken away by itself, as other records may have made it too.
  func write(_ slots: UserSlotTable) throws -> Set<UserDay.Key> {
    var stale: Set<UserDay.Key> = []
    let statement = try connection.prepare(
      """
      INSERT INTO user_days (day, user_id, requests, early_slots, late_slots)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET
        requests = requests + excluded.requests,
        early_slots = early_slots | excluded.early_slots,
        late_slots = late_slots | excluded.late_slots
      """)
    for day in days(slots, &stale) {
      try statement.bind(1, day.key.day)
      try statement.bind(2, day.key.user)
      try statement.bind(3, day.requests)
      try statement.bind(4, day.early)
      try statement.bind(5, day.late)
      try statement.run()
    }
    return stale
  }

  /// The days of users, in the order of the table's key.
  private func days(_ slots: UserSlotTable, _ stale: inout Set<UserDay.Key>) -> [UserDay] {
    var days: [UserDay] = []
    var numbers: [UserDay.Key: Int] = [:]
    for entry in slots.entries where entry.records != 0 || entry.requests != 0 {
      let (day, place) = UserDay.place(ofSlot: entry.slot)
      let key = UserDay.Key(day: day, user: entry.user)
      let number = numbers[key] ?? days.count
      if number == days.count {
        numbers[key] = number
        days.append(UserDay(key: key))
      }
      days[number].requests += entry.requests
      if entry.records > 0 { days[number].mark(place) }
      if entry.records < 0 { stale.insert(key) }
    }
    return days.sorted { ($0.key.day, $0.key.user) < ($1.key.day, $1.key.user) }
  }

  /// Makes days of users anew from the records, in one pass over them.
  func renew(_ stale: Set<UserDay.Key>) throws {
    let delete = try connection.prepare("DELETE FROM user_days WHERE day = ? AND user_id = ?")
    for key in stale {
      try delete.bind(1, key.day)
      try delete.bind(2, key.user)
      try delete.run()
    }
    let length = 96 * Instant.slotMicroseconds
    let find = try connection.prepare(
      """
      SELECT occurred_at, coalesce(user_id, 0), \(DerivedSQL.requests)
      FROM records
      WHERE occurred_at >= ? AND occurred_at < ?
      """)
    try find.bind(1, (stale.lazy.map(\.day).min() ?? 0) * length)
    try find.bind(2, ((stale.lazy.map(\.day).max() ?? 0) + 1) * length)
    var slots = UserSlotTable()
    while try find.step() {
      let slot = RollupSpan.floor(find.int64(0), Instant.slotMicroseconds)
      let number = slot / Instant.slotMicroseconds
      let key = UserDay.Key(day: UserDay.place(ofSlot: number).day, user: find.int64(1))
      guard stale.contains(key) else { continue }
      slots.add(records: 1, requests: find.int64(2), slot: number, user: key.user)
    }
    _ = try write(slots)
  }
}
