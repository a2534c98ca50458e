import SQLite

/// How often the same content came before in the file that is being read, or in each of several that
/// are read in turns.
///
/// What goes on where a file ended does not know how often that was: there a known content is a new
/// one.
struct OccurrenceCounter {
  private let findBeginning: Statement
  private let findNext: Statement
  private var readings: [Int64: Reading] = [:]
  private var remembered = 0

  /// What is remembered of one reading.
  private struct Reading {
    let goesOn: Bool
    var occurrences: [Int64: Int64] = [:]
  }

  /// How many contents are remembered: a repeat farther away counts as a copy of the first.
  private static let capacity = 100_000
  /// Of how many readings, which is more than are ever read in turns.
  private static let mostReadings = 64

  /// A counter; the question gives the first number of occurrence that a content does not have yet.
  init(_ connection: Connection, next question: String) throws {
    findBeginning = try connection.prepare(
      "SELECT begins_at FROM readings WHERE reading_id = ?")
    findNext = try connection.prepare(question)
  }

  /// The number of a content that is found in a reading.
  mutating func next(of content: Int64, reading number: Int64) throws -> Int64 {
    if remembered >= OccurrenceCounter.capacity { forget() }
    var reading = try readings.removeValue(forKey: number) ?? begin(number)
    defer { readings[number] = reading }
    let known = reading.occurrences[content]
    let next = try known ?? (reading.goesOn ? self.known(content) : 0)
    if known == nil { remembered += 1 }
    reading.occurrences[content] = next + 1
    return next
  }

  private mutating func forget() {
    for number in readings.keys { readings[number]?.occurrences.removeAll() }
    remembered = 0
  }

  private mutating func begin(_ number: Int64) throws -> Reading {
    if readings.count >= OccurrenceCounter.mostReadings, let oldest = readings.keys.min() {
      remembered -= readings.removeValue(forKey: oldest)?.occurrences.count ?? 0
    }
    try findBeginning.bind(1, number)
    defer { findBeginning.reset() }
    return Reading(goesOn: try findBeginning.step() && findBeginning.int64(0) > 0)
  }

  private func known(_ content: Int64) throws -> Int64 {
    try findNext.bind(1, content)
    defer { findNext.reset() }
    return try findNext.step() ? findNext.int64(0) : 0
  }
}
