import SQLite
import Usage

/// Keeps responses without usage and error answers, each once, in however many files they are read.
///
/// By their id, or like places that are set aside: by their content and how often that came before
/// in the same file. One whose usage is known from elsewhere is not kept.
struct SilentWriter {
  private let insert: Statement
  private let findRecord: Statement
  private var occurrences: OccurrenceCounter

  init(_ connection: Connection) throws {
    insert = try connection.prepare(
      """
      INSERT OR IGNORE INTO silent_answers (key_high, key_low, occurrence, is_error, reading_id)
      VALUES (?, ?, ?, ?, ?)
      """)
    findRecord = try connection.prepare(
      "SELECT 1 FROM records WHERE key_high = ? AND key_low = ?")
    occurrences = try OccurrenceCounter(
      connection,
      next: """
        SELECT coalesce(MAX(occurrence) + 1, 0) FROM silent_answers
        WHERE key_high = 0 AND key_low = ?
        """)
  }

  /// Keeps an answer, unless it is known; the upper half of its key is 0 where it has no id.
  mutating func add(_ key: RequestKey, isError: Bool, reading: Int64) throws {
    var occurrence: Int64 = 0
    if key.high == 0 {
      occurrence = try occurrences.next(of: key.low, reading: reading)
    } else {
      try findRecord.bind(1, key.high)
      try findRecord.bind(2, key.low)
      defer { findRecord.reset() }
      if try findRecord.step() { return }
    }
    for (index, number) in [key.high, key.low, occurrence, isError ? 1 : 0, reading].enumerated() {
      try insert.bind(index + 1, number)
    }
    try insert.run()
  }
}

extension Ledger {
  /// Forgets the answers without usage of which the usage has become known.
  package func forgetAnswered() throws {
    try connection.execute(
      """
      DELETE FROM silent_answers
      WHERE key_high <> 0 AND EXISTS (
        SELECT 1 FROM records AS r
        WHERE r.key_high = silent_answers.key_high AND r.key_low = silent_answers.key_low
      )
      """)
  }
}
