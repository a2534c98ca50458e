import SQLite
import Usage

/// Spans of traces whose usage repeats that of spans below them, which stand in another source.
///
/// An exporter that begins a new file every hour cuts traces in two: an agent's span, with the sum
/// of its calls, in one file, the calls in the other. Whichever is read first, the calls count.
/// Likewise a piece of a session's log that does not say which session it is of, and the whole log.
/// A key whose lower half is 0 covers all with its upper half.
struct CoveredSpans {
  private let insert: Statement
  private let find: Statement
  private let findAny: Statement
  /// Whether there is any: then every record that is known by its span has to be looked up.
  private(set) var isEmpty = true

  init(_ connection: Connection) throws {
    insert = try connection.prepare("INSERT OR IGNORE INTO covered_spans VALUES (?, ?)")
    find = try connection.prepare(
      "SELECT 1 FROM covered_spans WHERE key_high = ? AND key_low IN (?, 0)")
    findAny = try connection.prepare("SELECT 1 FROM covered_spans LIMIT 1")
  }

  /// Looks whether there is any; another process may have added some.
  mutating func refresh() throws(SQLiteError) {
    defer { findAny.reset() }
    isEmpty = try !findAny.step()
  }

  /// Notes a span.
  mutating func add(_ span: RequestKey) throws(SQLiteError) {
    try insert.bind(1, span.high)
    try insert.bind(2, span.low)
    try insert.run()
    isEmpty = false
  }

  /// Whether a record's usage is that of spans below it.
  func cover(_ record: UsageBatch.Row) throws(SQLiteError) -> Bool {
    guard !isEmpty, record.flags.contains(.keyIsSpan) else { return false }
    try find.bind(1, record.key.high)
    try find.bind(2, record.key.low)
    defer { find.reset() }
    return try find.step()
  }
}
