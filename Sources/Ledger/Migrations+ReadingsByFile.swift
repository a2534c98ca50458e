import SQLite

extension Migrations {
  /// The readings of a file, found without looking at those of all others.
  ///
  /// They are asked for once per file: without the index 100,000 small files took the square of it.
  static let m006 = Migration(
    name: "m006_readings_by_file",
    sql: """
      CREATE INDEX readings_by_file ON readings (file_id);
      """)
}
