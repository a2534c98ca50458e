import Quantities
import SQLite
import Usage

/// What a transaction's records add to the derived tables, summed in memory and written together.
struct RollupAccumulator {
  private var sums = SumTable()
  private var userSlots = UserSlotTable()
  /// Days of users whose marks have to be made anew from the records, which is done once, at the
  /// end of the transaction.
  private var stale: Set<UserDay.Key> = []

  /// So many sums are held in memory, some 5 MB, before they are written, which is still within the
  /// transaction: a log of 300,000 users and 400 labels is not to need 180 MB.
  private static let most = 48_000

  /// Adds a record; user 0 is nobody.
  mutating func add(
    _ record: UsageBatch.Row, series: Int64, user: Int64, contextOver: Int64
  ) {
    let slot = slotNumber(record.occurredAt)
    let requests = Int64(record.requests)
    sums.add(
      record.tokens, requests: requests,
      to: SumTable.Key(
        place: slot, series: series, contextOver: contextOver, meters: record.tokens.mask))
    userSlots.add(records: 1, requests: requests, slot: slot, user: user)
  }

  /// Takes away what an earlier record added, since a better one replaces it or it is forgotten.
  mutating func remove(
    _ record: UsageBatch.Row, series: Int64, user: Int64, contextOver: Int64
  ) {
    let slot = slotNumber(record.occurredAt)
    let requests = Int64(record.requests)
    sums.remove(
      record.tokens, requests: requests,
      from: SumTable.Key(
        place: slot, series: series, contextOver: contextOver, meters: record.tokens.mask))
    userSlots.add(records: -1, requests: -requests, slot: slot, user: user)
  }

  /// Adds what there is to the tables and starts anew; the end of the transaction is still to come.
  mutating func flush(to connection: Connection) throws {
    let writer = DerivedWriter(connection)
    try writer.write(sums)
    stale.formUnion(try writer.write(userSlots))
    sums.removeAll()
    userSlots.removeAll()
  }

  /// The same, if there is much.
  mutating func flushIfLarge(to connection: Connection) throws {
    if sums.count + userSlots.count >= RollupAccumulator.most { try flush(to: connection) }
  }

  /// Adds what there is to the tables, which then agree with the records.
  mutating func finish(_ connection: Connection) throws {
    try flush(to: connection)
    guard !stale.isEmpty else { return }
    try DerivedWriter(connection).renew(stale)
    stale.removeAll()
  }

  private func slotNumber(_ instant: Instant) -> Int64 {
    let remainder = instant.microseconds % Instant.slotMicroseconds
    let quotient = instant.microseconds / Instant.slotMicroseconds
    return remainder < 0 ? quotient - 1 : quotient
  }
}
