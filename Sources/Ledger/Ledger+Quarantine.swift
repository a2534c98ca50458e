import SQLite

/// What was set aside: places that could not be read, never their text.
package struct SetAsideKind: Hashable, Sendable {
  /// The name of the reason: `broken_json`.
  package let code: String
  /// How many places.
  package let places: Int64
  /// In how many files.
  package let files: Int64
  /// The first of them: its file, its line, and the reason in words.
  package let path: String
  package let line: Int64
  package let explanation: String
}

/// One place that was set aside.
package struct SetAsidePlace: Hashable, Sendable {
  package let path: String
  package let line: Int64
  package let byteOffset: Int64
  package let code: String
  package let explanation: String
}

extension Ledger {
  /// How many places are set aside, each counted once.
  package func placesSetAside() throws -> Int {
    let statement = try connection.prepare("SELECT COUNT(*) FROM quarantine")
    return try statement.step() ? Int(statement.int64(0)) : 0
  }

  /// The kinds of reasons for which places are set aside, the most frequent first.
  package func setAsideKinds() throws -> [SetAsideKind] {
    let statement = try connection.prepare(
      """
      WITH kinds AS (
        SELECT q.code AS code, COUNT(*) AS places, COUNT(DISTINCT g.file_id) AS files,
          MIN(q.quarantine_id) AS first_id
        FROM quarantine AS q
        JOIN readings AS g USING (reading_id)
        GROUP BY q.code
      )
      SELECT k.code, k.places, k.files, f.path, q.line, q.explanation
      FROM kinds AS k
      JOIN quarantine AS q ON q.quarantine_id = k.first_id
      JOIN readings AS g USING (reading_id)
      JOIN source_files AS f USING (file_id)
      ORDER BY k.places DESC, k.code
      """)
    var kinds: [SetAsideKind] = []
    while try statement.step() {
      kinds.append(
        SetAsideKind(
          code: statement.text(0), places: statement.int64(1), files: statement.int64(2),
          path: statement.text(3), line: statement.int64(4), explanation: statement.text(5)))
    }
    return kinds
  }

  /// Places that are set aside, in order of file and line.
  ///
  /// - Parameters:
  ///   - path: Only this file's; nil for every file's.
  ///   - code: Only those with this reason; nil for every reason.
  ///   - limit: At most so many.
  /// - Returns: The places.
  /// - Throws: `SQLiteError` where the ledger cannot be read.
  package func setAsidePlaces(
    of path: String? = nil, code: String? = nil, limit: Int
  ) throws -> [SetAsidePlace] {
    let statement = try connection.prepare(
      """
      SELECT f.path, q.line, CASE WHEN q.byte_offset < 0 THEN -1 - q.byte_offset
        ELSE q.byte_offset END, q.code, q.explanation
      FROM quarantine AS q
      JOIN readings AS g USING (reading_id)
      JOIN source_files AS f USING (file_id)
      WHERE (:path IS NULL OR f.path = :path) AND (:code IS NULL OR q.code = :code)
      ORDER BY f.path, f.file_id, q.quarantine_id
      LIMIT :limit
      """)
    try statement.bind(":path", path)
    try statement.bind(":code", code)
    try statement.bind(":limit", limit)
    var places: [SetAsidePlace] = []
    while try statement.step() {
      places.append(
        SetAsidePlace(
          path: statement.text(0), line: statement.int64(1), byteOffset: statement.int64(2),
          code: statement.text(3), explanation: statement.text(4)))
    }
    return places
  }

  /// The files with something set aside, and the options under which each was read last.
  package func filesWithPlacesSetAside() throws -> [(path: String, options: String)] {
    let statement = try connection.prepare(
      """
      SELECT DISTINCT f.path, i.options
      FROM quarantine AS q
      JOIN readings AS g USING (reading_id)
      JOIN source_files AS f USING (file_id)
      JOIN imports AS i USING (import_id)
      ORDER BY i.options, f.path
      """)
    var files: [(path: String, options: String)] = []
    while try statement.step() { files.append((statement.text(0), statement.text(1))) }
    return files
  }

  /// Has a file read from its beginning the next time, as if it had changed.
  package func readAgain(_ path: String) throws {
    let statement = try connection.prepare(
      """
      UPDATE source_files
      SET is_complete = 0, read_length = 0, read_hash = '', head_length = 0, head_hash = ''
      WHERE path = ?
      """)
    try statement.bind(1, path)
    try statement.run()
  }

  /// Puts a file's places from a byte on away, until what stands there has been read again.
  ///
  /// They keep their rows, under numbers of occurrence below zero, which no place that is found has:
  /// whenever the process is killed, none is lost. What an earlier reading put away before it was
  /// killed stays so.
  func putPlacesAway(ofFile file: Int64, from beginsAt: Int64) throws {
    try run(
      """
      UPDATE OR REPLACE quarantine
      SET occurrence = min(occurrence, -1 - occurrence)
      WHERE byte_offset >= ?
        AND reading_id IN (SELECT reading_id FROM readings WHERE file_id = ?)
      """, beginsAt, file)
    hasPlacesAway = connection.changes > 0
  }

  /// Forgets the places that were put away as far as their file was read: what could not be read
  /// there has been found again, or can be read by now.
  ///
  /// Those beyond its end are back, for what stood there is neither: the ledger of a log that was cut
  /// off still knows what nobody could read of it, as it knows the requests that were read. They are
  /// gone from their file: bytes below zero, -1 less the one at which they stood, keep them from being
  /// put away when something else comes to stand there.
  ///
  /// - Parameters:
  ///   - file: The file's number.
  ///   - end: The byte at which reading ended.
  /// - Throws: `SQLiteError` where the ledger cannot be written.
  package func endPlaces(ofFile file: Int64, at end: Int64) throws {
    guard hasPlacesAway else { return }
    hasPlacesAway = false
    let away =
      "occurrence < 0 AND reading_id IN (SELECT reading_id FROM readings WHERE file_id = ?)"
    // That a text ends inside a value is a place at its end, where nothing stands.
    let isAtEnd = "byte_offset = ? AND code IN ('ends_too_early', 'damaged')"
    try run(
      "DELETE FROM quarantine WHERE \(away) AND (byte_offset < ? OR \(isAtEnd))", file, end, end)
    try run(
      """
      UPDATE OR IGNORE quarantine
      SET occurrence = -1 - occurrence, byte_offset = -1 - byte_offset
      WHERE \(away)
      """, file)
    // What is left has been found again, nearer to the beginning.
    try run("DELETE FROM quarantine WHERE \(away)", file)
  }
}
