import SQLite

/// The meters that any request of the ledger has used, one bit each by `Meter.index`.
///
/// Kept as a setting, so that whoever sums up does not have to ask for the others. It only grows:
/// where records are forgotten it may name a meter too many, never one too few.
struct UsedMeters {
  private let connection: Connection
  /// The meters; all there could be if nothing is known.
  let mask: Int64
  private let isKnown: Bool

  private static let name = "used_meters"
  private static let all = (Int64(1) << Int64(MeterColumns.names.count)) - 1

  init(_ connection: Connection) throws {
    self.connection = connection
    let statement = try connection.prepare("SELECT value FROM settings WHERE name = ?")
    try statement.bind(1, Self.name)
    let text = try statement.step() ? statement.text(0) : ""
    let known = Int64(text)
    isKnown = known != nil
    mask = known ?? Self.all
  }

  /// Notes meters, within the transaction that adds their first requests.
  func note(_ meters: Int64) throws {
    guard !isKnown || meters & ~mask != 0 else { return }
    try keep(isKnown ? mask | meters : meters | (try inRollup()))
  }

  /// Notes those of the rollup and no others.
  func renew() throws { try keep(try inRollup()) }

  private func keep(_ mask: Int64) throws {
    let statement = try connection.prepare(
      """
      INSERT INTO settings (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
    try statement.bind(1, Self.name)
    try statement.bind(2, String(mask))
    try statement.run()
  }

  private func inRollup() throws -> Int64 {
    let statement = try connection.prepare(
      "SELECT DISTINCT meters FROM usage_rollup_spans WHERE quarters = 96")
    var mask: Int64 = 0
    while try statement.step() { mask |= statement.int64(0) }
    return mask
  }

  /// How many sums have a meter that is not among them.
  func missing() throws -> Int64 {
    let statement = try connection.prepare(
      "SELECT COUNT(*) FROM usage_rollup_spans WHERE meters & ? <> 0")
    try statement.bind(1, ~mask)
    return try statement.step() ? statement.int64(0) : 0
  }
}
