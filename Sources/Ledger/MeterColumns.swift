import SQLite
import Usage

/// The token columns of records and rollup, in the order of `Meter.allCases`.
enum MeterColumns {
  /// Their names.
  static let names = Meter.all.map(\.rawValue)

  /// The names as a list: "text_input, image_input, …".
  static let list = names.joined(separator: ", ")

  /// Their sums as a list: "SUM(text_input) AS text_input, SUM(image_input) AS image_input, …".
  static let sums = names.map { "SUM(\($0)) AS \($0)" }.joined(separator: ", ")

  /// The meters that have no column of their own, and mostly no room in `records.counts`, one bit
  /// each.
  static let rareMask =
    Meter.all.reduce(Int64(0)) { $0 | 1 << Int64($1.index) }
    & ~PackedCounts.mask

  /// The columns of a row of sums, from one of `usage_rollup` or `usage_rollup_spans`.
  static let sumColumns = """
    requests, \(PackedCounts.meters.map { names[$0] }.joined(separator: ", ")),
    CASE
      WHEN meters & \(rareMask) <> 0
      THEN nullif(json_patch('{}', json_object(\(rareMembers))), '{}')
    END
    """

  private static let rareMembers = names.indices.filter { rareMask & 1 << Int64($0) != 0 }
    .map { "'\(names[$0])', nullif(\(names[$0]), 0)" }.joined(separator: ", ")

  /// The expression for the whole prompt of one record, by which context bands are decided.
  static let prompt = Meter.all.prefix(14).map(\.rawValue).joined(separator: " + ")

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
}
