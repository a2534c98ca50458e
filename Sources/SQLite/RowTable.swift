import CSQLite

/// Rows in memory from which the statements of a connection can select, as from a table.
///
/// `INSERT INTO … SELECT * FROM` it takes some eight percent fewer instructions than to set the
/// parameters of as many rows: SQLite asks for a value where it puts it, and neither locks nor copies
/// it before. Each row has
/// integers, then integers of which 0 stands for NULL, and last a text, which is NULL for most.
///
/// It is empty but while `insert` runs. The table belongs to its connection's thread.
package final class RowTable {
  /// How many columns of each kind there are.
  package struct Shape: Sendable {
    let integers: Int
    let optionals: Int

    /// Columns that are integers, and those that may be NULL; the text is always the last.
    package init(integers: Int, optionals: Int = 0) {
      self.integers = integers
      self.optionals = optionals
    }

    /// How many integers a row has.
    package var width: Int { integers + optionals }
  }

  private let connection: Connection
  private let source: RowSource
  /// Inserts all columns; nil when it ends: a table that is being read cannot be taken away.
  private var statement: Statement?
  /// Inserts the integers alone, which are all that most rows have: not to ask for what is NULL saves
  /// a tenth of the steps.
  private var plainStatement: Statement?
  private let name: String

  /// Makes the table and the statement that inserts all of its rows.
  ///
  /// - Parameters:
  ///   - connection: The connection whose statements see the table.
  ///   - shape: Its columns.
  ///   - target: The table into which they are inserted, with as many columns.
  /// - Throws: `SQLiteError` if there is no such target.
  package init(
    _ connection: Connection, shape: Shape, insertingInto target: String
  ) throws(SQLiteError) {
    self.connection = connection
    source = RowSource(shape)
    // A name of its own: of two tables of one name the later takes the place of the other.
    name = "\(target)_rows_\(connection.nextNumber())"
    try source.register(name, in: connection)
    let nothing = Array(repeating: "NULL", count: shape.optionals + 1)
    let columns = (0..<shape.integers).map { "c\($0)" } + nothing
    statement = try connection.prepare("INSERT OR FAIL INTO \(target) SELECT * FROM \(name)")
    plainStatement = try connection.prepare(
      "INSERT OR FAIL INTO \(target) SELECT \(columns.joined(separator: ", ")) FROM \(name)")
  }

  deinit {
    statement = nil
    plainStatement = nil
    RowSource.remove(name, from: connection)
  }

  /// Inserts rows in their order, up to one whose key is in the target already.
  ///
  /// - Parameters:
  ///   - values: The integers, row after row.
  ///   - texts: The texts, by the number of the row.
  ///   - areOptionalsNull: Whether in every row they are 0.
  /// - Returns: How many rows were inserted before one whose key is there already, or all of them.
  /// - Throws: `SQLiteError` for everything but a key that is there already.
  package func insert(
    _ values: UnsafeBufferPointer<Int64>, texts: [Int: String], areOptionalsNull: Bool = false
  ) throws(SQLiteError) -> Int {
    let isPlain = texts.isEmpty && (areOptionalsNull || source.shape.optionals == 0)
    guard let statement = isPlain ? plainStatement : statement else { return 0 }
    source.fill(values, texts)
    defer { source.empty() }
    return try statement.insertUntilKeyIsKnown()
  }

  /// The same for values in a list.
  package func insert(_ values: [Int64], texts: [Int: String]) throws(SQLiteError) -> Int {
    try values.withUnsafeBufferPointer { values throws(SQLiteError) in
      try insert(values, texts: texts)
    }
  }
}
