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
      SELECT f.path, q.line, q.byte_offset, q.code, q.explanation
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
}
