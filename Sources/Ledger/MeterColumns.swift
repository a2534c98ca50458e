import SQLite
import Usage

/// The token columns of records and rollup, in the order of `Meter.allCases`.
enum MeterColumns {
  /// Their names.
  static let names = Meter.all.map(\.rawValue)

  /// The names as a list: "text_input, image_input, …".
  static let list = names.joined(separator: ", ")

  /// Their sums as a list: "SUM(text_input), SUM(image_input), …".
  static let sums = names.map { "SUM(\($0))" }.joined(separator: ", ")

  /// The expression for the whole prompt of one record, by which context bands are decided.
  static let prompt = Meter.all.prefix(14).map(\.rawValue).joined(separator: " + ")

  /// The expression for every token of a row.
  static let total = names.joined(separator: " + ")

  /// Placeholders for the columns: "?, ?, …".
  static let placeholders = names.map { _ in "?" }.joined(separator: ", ")

  /// Reads the columns of a row, from `first` on.
  static func read(_ row: Statement, from first: Int) -> MeteredTokens {
    var tokens = MeteredTokens()
    for index in names.indices {
      let count = row.int64(first + index)
      if count != 0 { tokens[at: index] = count }
    }
    return tokens
  }

  /// Reads the columns of a row whose mask of meters is known: the others are zero, and to ask
  /// SQLite for twenty columns where four are set was a fifth of the time of a question.
  static func read(_ row: Statement, from first: Int, mask: Int64) -> MeteredTokens {
    var tokens = MeteredTokens()
    for index in names.indices where mask & (1 << Int64(index)) != 0 {
      tokens[at: index] = row.int64(first + index)
    }
    return tokens
  }

  /// What `bind` is told was bound before, when nothing was: every column has to be.
  static let everyColumn: Int64 = -1

  /// Binds the columns, from the parameter `first` on, for a statement that is run row after row.
  ///
  /// Parameters keep their values from run to run, and most meters of most requests are zero: only
  /// those that are set in this row or were in the last are given to SQLite.
  ///
  /// - Parameters:
  ///   - tokens: The counts of this row.
  ///   - statement: The statement that has the columns as parameters, in their order.
  ///   - first: The first of these parameters.
  ///   - bound: The mask of the row that was bound last, or `everyColumn`; then of this one.
  /// - Throws: `SQLiteError` if the statement has no such parameters.
  static func bind(
    _ tokens: MeteredTokens, to statement: Statement, from first: Int, replacing bound: inout Int64
  ) throws(SQLiteError) {
    let changed = tokens.mask | bound
    // Should a parameter fail, nothing may be taken for bound.
    bound = everyColumn
    for index in names.indices where changed & (1 << Int64(index)) != 0 {
      try statement.bind(first + index, tokens[at: index])
    }
    bound = tokens.mask
  }
}
