import SQLite

/// Keeps places that could not be read, each once, in however many files it is read.
///
/// A place is known by its content and by how often the same content came before in the same file,
/// like a request without an id.
struct PlaceWriter {
  private let insert: Statement
  private var occurrences: OccurrenceCounter

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
    occurrences = try OccurrenceCounter(
      connection,
      next: """
        SELECT coalesce(MAX(occurrence) + 1, 0) FROM quarantine
        WHERE content = ? AND occurrence >= 0
        """)
  }

  /// Keeps a place, unless it is known in a file that still has it; nil for a content that nothing
  /// else can have.
  mutating func add(_ place: PlaceSetAside, reading: Int64) throws {
    try insert.bind(1, reading)
    try insert.bind(2, place.line)
    try insert.bind(3, place.byteOffset)
    try insert.bind(4, place.code)
    try insert.bind(5, place.explanation)
    try insert.bind(6, place.content)
    try insert.bind(
      7, try place.content.map { try occurrences.next(of: $0, reading: reading) } ?? 0)
    try insert.run()
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
