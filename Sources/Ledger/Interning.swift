import SQLite
import Usage

/// The ids of series, looked up in memory and made on first sight.
struct InternedSeries {
  private let connection: Connection
  private var ids: [UsageSeries: Int64] = [:]
  /// The same the other way round.
  private(set) var byID: [Int64: UsageSeries] = [:]
  private var latest: (series: UsageSeries, id: Int64)?
  private let insert: Statement

  init(_ connection: Connection) throws {
    self.connection = connection
    insert = try connection.prepare(
      """
      INSERT INTO usage_series (
        provider, requested_model, reported_model, service_tier, labels
      )
      VALUES (?, ?, ?, ?, ?)
      """)
  }

  /// Forgets what a rolled-back transaction may have made.
  mutating func forget() {
    ids.removeAll()
    byID.removeAll()
    latest = nil
  }

  /// Reads them all anew; to be called within the transaction that will use them.
  mutating func refresh() throws {
    forget()
    byID = try connection.readSeries()
    for (id, series) in byID { ids[series] = id }
  }

  mutating func id(of series: UsageSeries) throws -> Int64 {
    if let latest, latest.series == series { return latest.id }
    let id = try ids[series] ?? make(series)
    latest = (series, id)
    return id
  }

  private mutating func make(_ series: UsageSeries) throws -> Int64 {
    try insert.bind(1, series.provider.name)
    try insert.bind(2, series.requestedModel)
    try insert.bind(3, series.reportedModel)
    try insert.bind(4, series.serviceTier.rawValue)
    try insert.bind(5, LabelText.encode(series.labels))
    try insert.run()
    let id = connection.lastInsertedRow
    ids[series] = id
    byID[id] = series
    return id
  }
}

extension Connection {
  /// Every series, by its id.
  func readSeries() throws -> [Int64: UsageSeries] {
    var all: [Int64: UsageSeries] = [:]
    let statement = try prepare(
      """
      SELECT series_id, provider, requested_model, reported_model, service_tier, labels
      FROM usage_series
      """)
    while try statement.step() {
      guard let provider = Provider(statement.text(1)),
        let tier = ServiceTier(rawValue: statement.text(4))
      else { continue }
      all[statement.int64(0)] = UsageSeries(
        provider: provider, requestedModel: statement.optionalText(2),
        reportedModel: statement.optionalText(3), serviceTier: tier,
        labels: LabelText.decode(statement.text(5)))
    }
    return all
  }
}

/// The ids of users, looked up in memory and made on first sight.
struct InternedUsers {
  private let connection: Connection
  private var ids: [String: Int64] = [:]
  private let insert: Statement
  private let find: Statement
  /// The least id that was made, or left by a record, in this transaction; nil if none was.
  private var leastUnsure: Int64?
  /// Whether any record was not kept as it was read; else whoever was made is somebody's user.
  private var mayBeUnused = false

  /// How many names are remembered; more are looked up in the table.
  private static let capacity = 50_000

  init(_ connection: Connection) throws {
    self.connection = connection
    insert = try connection.prepare("INSERT INTO users (name) VALUES (?)")
    find = try connection.prepare("SELECT user_id FROM users WHERE name = ?")
  }

  /// Forgets what a rolled-back transaction may have made.
  mutating func forget() {
    ids.removeAll()
    leastUnsure = nil
    mayBeUnused = false
  }

  /// Notes that a record was not kept as it was read, and its user may be nobody's.
  mutating func noteDropped() { mayBeUnused = true }

  /// Notes that a record of a user was taken out; 0 is nobody.
  mutating func release(_ id: Int64) {
    guard id != 0 else { return }
    mayBeUnused = true
    noteUnsure(id)
  }

  private mutating func noteUnsure(_ id: Int64) { leastUnsure = min(leastUnsure ?? id, id) }

  /// Removes users of whom there is no record, once what is derived has been written: the user of a
  /// reading that does not stand, or whose hash took the place of the name.
  ///
  /// Nothing is looked at where no user came or went, or every record was new. The bytes are
  /// overwritten: somebody may have asked for hashes.
  mutating func removeUnused() throws {
    guard let least = leastUnsure, mayBeUnused else { return }
    leastUnsure = nil
    mayBeUnused = false
    try connection.execute("PRAGMA secure_delete = ON")
    let delete = try connection.prepare(
      """
      DELETE FROM users
      WHERE user_id >= ?1
        AND user_id NOT IN (SELECT user_id FROM user_days WHERE user_id >= ?1)
      """)
    try delete.bind(1, least)
    try delete.run()
    if connection.changes > 0 { ids.removeAll() }
  }

  mutating func id(of user: String) throws -> Int64 {
    if let known = ids[user] { return known }
    if ids.count >= InternedUsers.capacity { ids.removeAll(keepingCapacity: true) }
    let id = try findOrMake(user)
    ids[user] = id
    return id
  }

  private mutating func findOrMake(_ user: String) throws -> Int64 {
    try find.bind(1, user)
    defer { find.reset() }
    if try find.step() { return find.int64(0) }
    try insert.bind(1, user)
    try insert.run()
    let id = connection.lastInsertedRow
    noteUnsure(id)
    return id
  }
}
