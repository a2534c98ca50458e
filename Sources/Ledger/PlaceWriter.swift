import SQLite

/// Keeps places that could not be read, each once, in however many files it is read.
///
/// A place is known by its content and by how often the same content came before in the same file,
/// like a request without an id. What goes on where a file ended does not know how often that was:
/// there a known content is a new place.
struct PlaceWriter {
  private let insert: Statement
  private let findBeginning: Statement
  private let findNext: Statement
  private var reading: Int64 = 0
  private var goesOn = false
  private var occurrences: [Int64: Int64] = [:]

  /// How many contents are remembered: a repeat farther away counts as a copy of the first.
  private static let capacity = 100_000

  init(_ connection: Connection) throws {
    insert = try connection.prepare(
      """
      INSERT INTO quarantine (
        reading_id, line, byte_offset, code, explanation, content, occurrence
      )
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (content, occurrence) DO UPDATE SET
        reading_id = excluded.reading_id, line = excluded.line,
        byte_offset = excluded.byte_offset, code = excluded.code,
        explanation = excluded.explanation
      WHERE quarantine.byte_offset < 0
      """)
    findBeginning = try connection.prepare(
      "SELECT begins_at FROM readings WHERE reading_id = ?")
    findNext = try connection.prepare(
      """
      SELECT coalesce(MAX(occurrence) + 1, 0) FROM quarantine
      WHERE content = ? AND occurrence >= 0
      """)
  }

  /// Keeps a place, unless it is known in a file that still has it; nil for a content that nothing else can have.
  mutating func add(_ place: PlaceSetAside, reading: Int64) throws {
    if reading != self.reading { try begin(reading) }
    try insert.bind(1, reading)
    try insert.bind(2, place.line)
    try insert.bind(3, place.byteOffset)
    try insert.bind(4, place.code)
    try insert.bind(5, place.explanation)
    try insert.bind(6, place.content)
    try insert.bind(7, try place.content.map { try occurrence(of: $0) } ?? 0)
    try insert.run()
  }

  private mutating func begin(_ reading: Int64) throws {
    try findBeginning.bind(1, reading)
    defer { findBeginning.reset() }
    goesOn = try findBeginning.step() && findBeginning.int64(0) > 0
    occurrences.removeAll()
    self.reading = reading
  }

  /// How often a content came before.
  private mutating func occurrence(of content: Int64) throws -> Int64 {
    if occurrences.count >= PlaceWriter.capacity { occurrences.removeAll() }
    let next = try occurrences[content] ?? (goesOn ? known(content) : 0)
    occurrences[content] = next + 1
    return next
  }

  private func known(_ content: Int64) throws -> Int64 {
    try findNext.bind(1, content)
    defer { findNext.reset() }
    return try findNext.step() ? findNext.int64(0) : 0
  }
}

/// A place that is to be kept: where, why, and what it is known by.
package struct PlaceSetAside: Hashable, Sendable {
  package var line: Int64
  package var byteOffset: Int64
  package var code: String
  package var explanation: String
  /// A hash of what stands there; nil where nothing can be the same.
  package var content: Int64?

  package init(
    line: Int64, byteOffset: Int64, code: String, explanation: String, content: Int64? = nil
  ) {
    self.line = line
    self.byteOffset = byteOffset
    self.code = code
    self.explanation = explanation
    self.content = content
  }
}
