import SQLite
import Usage

/// A prepared addition to a row of a table of sums.
struct SumAddition {
  private let connection: Connection
  private let statement: Statement
  private let findRest: Statement
  private let quarters: Int64
  private var values: [Int64] = []

  /// Prepares the statements for the sums over so many quarters of an hour.
  init(_ connection: Connection, quarters: Int64) throws(SQLiteError) {
    self.connection = connection
    self.quarters = quarters
    let names = ["requests"] + PackedCounts.meters.map { MeterColumns.names[$0] }
    let additions = names.map { "\($0) = \($0) + ?" }
    let table = SumInsertion.table(quarters: quarters)
    let key = SumInsertion.keys(quarters: quarters).map { "\($0) = ?" }
      .joined(separator: " AND ")
    statement = try connection.prepare(
      "UPDATE \(table) SET \(additions.joined(separator: ", ")), rest = ? WHERE \(key)")
    findRest = try connection.prepare("SELECT rest FROM \(table) WHERE \(key)")
  }

  /// Adds a sum to the row of its key; false if there is none.
  mutating func add(_ entry: SumTable.Entry, of sums: SumTable) throws(SQLiteError) -> Bool {
    let key = entry.key.columns(quarters: quarters)
    var rest: String?
    // A row has the meters of its key: without rare ones there is no rest.
    if entry.key.meters & MeterColumns.rareMask != 0 {
      for (index, value) in key.enumerated() { try findRest.bind(index + 1, value) }
      defer { findRest.reset() }
      guard try findRest.step() else { return false }
      var tokens = sums.tokens(of: entry)
      if let known = findRest.optionalText(0) { RecordRest.add(known, to: &tokens) }
      rest = RecordRest.text(ofSum: tokens)
    }
    try statement.bind(1, entry.requests)
    values.removeAll(keepingCapacity: true)
    sums.appendTokens(of: entry, to: &values)
    for (index, value) in values.enumerated() { try statement.bind(index + 2, value) }
    try statement.bind(values.count + 2, rest)
    for (index, value) in key.enumerated() { try statement.bind(values.count + 3 + index, value) }
    try statement.run()
    return connection.changes == 1
  }
}
