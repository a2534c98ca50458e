import SQLite

extension Ledger {
  /// The result of a query of somebody's own: a report in SQL.
  package func table(
    _ sql: String
  ) throws -> (columns: [String], rows: [[Statement.Value]]) {
    let statement = try connection.prepare(sql)
    let columns = (0..<statement.columnCount).map { statement.columnName($0) }
    var rows: [[Statement.Value]] = []
    while try statement.step() { rows.append(columns.indices.map { statement.value($0) }) }
    return (columns, rows)
  }
}
