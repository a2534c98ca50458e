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

  /// Binds the columns, from the parameter `first` on.
  static func bind(
    _ tokens: MeteredTokens, to statement: Statement, from first: Int
  ) throws(SQLiteError) {
    for index in names.indices { try statement.bind(first + index, tokens[at: index]) }
  }
}
