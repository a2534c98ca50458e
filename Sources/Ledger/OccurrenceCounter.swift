import SQLite

/// How often the same content came before in the file that is being read.
///
/// What goes on where a file ended does not know how often that was: there a known content is a new
/// one.
struct OccurrenceCounter {
  private let findBeginning: Statement
  private let findNext: Statement
  private var reading: Int64 = 0
  private var goesOn = false
  private var occurrences: [Int64: Int64] = [:]

  /// How many contents are remembered: a repeat farther away counts as a copy of the first.
  private static let capacity = 100_000

  /// A counter; the question gives the first number of occurrence that a content does not have yet.
  init(_ connection: Connection, next question: String) throws {
    findBeginning = try connection.prepare(
      "SELECT begins_at FROM readings WHERE reading_id = ?")
    findNext = try connection.prepare(question)
  }

  /// The number of a content that is found in a reading.
  mutating func next(of content: Int64, reading: Int64) throws -> Int64 {
    if reading != self.reading { try begin(reading) }
    if occurrences.count >= OccurrenceCounter.capacity { occurrences.removeAll() }
    let next = try occurrences[content] ?? (goesOn ? known(content) : 0)
    occurrences[content] = next + 1
    return next
  }

  private mutating func begin(_ reading: Int64) throws {
    try findBeginning.bind(1, reading)
    defer { findBeginning.reset() }
    goesOn = try findBeginning.step() && findBeginning.int64(0) > 0
    occurrences.removeAll()
    self.reading = reading
  }

  private func known(_ content: Int64) throws -> Int64 {
    try findNext.bind(1, content)
    defer { findNext.reset() }
    return try findNext.step() ? findNext.int64(0) : 0
  }
}
