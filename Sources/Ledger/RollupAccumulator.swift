import Quantities
import SQLite
import Usage

/// What a transaction's records add to the derived tables, summed in memory and written once.
struct RollupAccumulator {
  private struct Key: Hashable {
    let slot: Int64
    let series: Int64
    let contextOver: Int64
    let meters: Int64
  }

  private struct Sums {
    var requests: Int64 = 0
    var tokens = MeteredTokens()

    mutating func add(_ record: UsageRecord) {
      requests += Int64(record.requests)
      tokens += record.tokens
    }
  }

  private struct UserDay: Hashable {
    let day: Int64
    let user: Int64
  }

  private struct Slots {
    var requests: Int64 = 0
    var early: Int64 = 0
    var late: Int64 = 0

    /// Adds requests of one of the day's 96 quarters of an hour.
    mutating func add(_ more: Int, place: Int64) {
      requests += Int64(more)
      if place < 48 { early |= 1 << place } else { late |= 1 << (place - 48) }
    }
  }

  private var sums: [Key: Sums] = [:]
  private var userDays: [UserDay: Slots] = [:]
  private var hasRemoved = false

  /// How many rows wait to be written.
  var count: Int { sums.count + userDays.count }

  /// Takes away what an earlier record added, since a better one replaces it.
  ///
  /// Marks of a user's quarter of an hour cannot be taken away one by one; the days of users are
  /// then made anew when the transaction ends.
  mutating func remove(_ record: UsageRecord, series: Int64, contextOver: Int64) {
    let key = Key(
      slot: record.occurredAt.slot.microseconds, series: series, contextOver: contextOver,
      meters: record.tokens.mask)
    var known = sums[key] ?? Sums()
    known.requests -= Int64(record.requests)
    known.tokens -= record.tokens
    sums[key] = known
    hasRemoved = true
  }

  /// Adds a record.
  mutating func add(_ record: UsageRecord, series: Int64, user: Int64?, contextOver: Int64) {
    let slot = record.occurredAt.slot.microseconds
    let key = Key(slot: slot, series: series, contextOver: contextOver, meters: record.tokens.mask)
    // In place: taken out and put back, the counts would be copied for every record.
    sums[key, default: Sums()].add(record)
    let number = slot / Instant.slotMicroseconds
    let place = ((number % 96) + 96) % 96
    let day = UserDay(day: (number - place) / 96, user: user ?? 0)
    userDays[day, default: Slots()].add(record.requests, place: place)
  }

  /// Writes everything and starts anew.
  mutating func flush(to connection: Connection) throws {
    try flushRollup(to: connection)
    try flushUserDays(to: connection)
    if hasRemoved {
      // Parts of requests stand for none, so it is the tokens that say whether a row is empty.
      try connection.execute(
        "DELETE FROM usage_rollup WHERE requests = 0 AND \(MeterColumns.total) = 0")
      try connection.execute("DELETE FROM user_days")
      try connection.execute("INSERT INTO user_days \(DerivedSQL.userDays)")
      hasRemoved = false
    }
    sums.removeAll(keepingCapacity: true)
    userDays.removeAll(keepingCapacity: true)
  }

  private func flushRollup(to connection: Connection) throws {
    var several = try insertion(rows: MeteredInsertion.severalRows, connection)
    // In the order of the table's key, so that its pages are touched one after the other.
    var keys = sums.keys.sorted { order($0) < order($1) }[...]
    while keys.count >= MeteredInsertion.severalRows {
      for row in 0..<MeteredInsertion.severalRows {
        try bind(keys.removeFirst(), to: &several, row: row)
      }
      try several.run()
    }
    var single = try insertion(rows: 1, connection)
    for key in keys {
      try bind(key, to: &single, row: 0)
      try single.run()
    }
  }

  private func insertion(rows: Int, _ connection: Connection) throws -> MeteredInsertion {
    let additions = MeterColumns.names.map { "\($0) = \($0) + excluded.\($0)" }
    return try MeteredInsertion(
      connection, "INSERT INTO usage_rollup",
      columns: ["slot", "series_id", "context_over", "meters", "requests"], rows: rows,
      conflict: """
        ON CONFLICT DO UPDATE SET
          requests = requests + excluded.requests,
          \(additions.joined(separator: ", "))
        """)
  }

  private func bind(_ key: Key, to insertion: inout MeteredInsertion, row: Int) throws {
    let sum = sums[key] ?? Sums()
    try insertion.bind(row: row, 0, key.slot)
    try insertion.bind(row: row, 1, key.series)
    try insertion.bind(row: row, 2, key.contextOver)
    try insertion.bind(row: row, 3, key.meters)
    try insertion.bind(row: row, 4, sum.requests)
    try insertion.bind(row: row, sum.tokens)
  }

  private func order(_ key: Key) -> (Int64, Int64, Int64, Int64) {
    (key.slot, key.series, key.contextOver, key.meters)
  }

  private func flushUserDays(to connection: Connection) throws {
    let statement = try connection.prepare(
      """
      INSERT INTO user_days (day, user_id, requests, early_slots, late_slots)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET
        requests = requests + excluded.requests,
        early_slots = early_slots | excluded.early_slots,
        late_slots = late_slots | excluded.late_slots
      """)
    let inOrder = userDays.sorted { ($0.key.day, $0.key.user) < ($1.key.day, $1.key.user) }
    for (key, slots) in inOrder {
      try statement.bind(1, key.day)
      try statement.bind(2, key.user)
      try statement.bind(3, slots.requests)
      try statement.bind(4, slots.early)
      try statement.bind(5, slots.late)
      try statement.run()
    }
  }
}
