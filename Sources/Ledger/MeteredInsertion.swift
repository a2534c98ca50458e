import SQLite
import Usage

/// A prepared insertion of one row, or of several at once, into a table that ends in the token
/// columns.
///
/// To start and end a statement costs SQLite nearly as much as to insert a row does, so rows that
/// come by the thousand go in several to a statement.
struct MeteredInsertion {
  /// How many rows such a statement takes.
  ///
  /// With twice as many little more is saved, and where one row is refused, all of its statement
  /// have to be tried again.
  static let severalRows = 8

  private let statement: Statement
  /// How many columns stand before the token columns.
  private let leading: Int
  /// The mask of the tokens that each row's parameters hold.
  private var bound: [Int64]

  /// Prepares the statement.
  ///
  /// - Parameters:
  ///   - connection: Where to.
  ///   - verb: What comes before the columns: "INSERT INTO t".
  ///   - columns: The columns before the token columns.
  ///   - rows: How many rows it takes.
  ///   - conflict: What comes after the rows: "ON CONFLICT …".
  /// - Throws: `SQLiteError` if the statement makes no sense.
  init(
    _ connection: Connection, _ verb: String, columns: [String], rows: Int, conflict: String = ""
  ) throws(SQLiteError) {
    let row = "(" + columns.map { _ in "?, " }.joined() + MeterColumns.placeholders + ")"
    statement = try connection.prepare(
      """
      \(verb) (\(columns.joined(separator: ", ")), \(MeterColumns.list))
      VALUES \(Array(repeating: row, count: rows).joined(separator: ", "))
      \(conflict)
      """)
    leading = columns.count
    bound = Array(repeating: MeterColumns.everyColumn, count: rows)
  }

  /// Sets one of the columns before the token columns, from 0, in a row, from 0.
  func bind(row: Int, _ column: Int, _ value: Int64?) throws(SQLiteError) {
    try statement.bind(first(of: row) + column, value)
  }

  /// Sets the token columns of a row.
  mutating func bind(row: Int, _ tokens: MeteredTokens) throws(SQLiteError) {
    try MeterColumns.bind(
      tokens, to: statement, from: first(of: row) + leading, replacing: &bound[row])
  }

  /// Inserts the rows, all of which must have been set.
  func run() throws(SQLiteError) { try statement.run() }

  private func first(of row: Int) -> Int { 1 + row * (leading + Meter.all.count) }
}
