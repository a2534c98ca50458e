import SQLite

extension Migrations {
  /// Places that were set aside, known by what stands there.
  ///
  /// A log that is renamed, compressed or cut off holds the same bad lines as before. `content` is
  /// a hash of the text (NULL for places of older ledgers, which count each by itself), `occurrence`
  /// how often it came before in the same file.
  ///
  /// Documents that carry no usage, and sums of nobody knows how many requests, are counted, so that a
  /// file of nothing else need not be read again; files in which nothing had been counted are read
  /// once more.
  static let m008 = Migration(
    name: "m008_places_by_content",
    sql: """
      ALTER TABLE quarantine ADD COLUMN content INTEGER;
      ALTER TABLE quarantine ADD COLUMN occurrence INTEGER NOT NULL DEFAULT 0;
      CREATE UNIQUE INDEX quarantine_by_content ON quarantine (content, occurrence);

      ALTER TABLE source_files ADD COLUMN not_usage INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE source_files ADD COLUMN sums INTEGER NOT NULL DEFAULT 0;
      UPDATE source_files
      SET is_complete = 0
      WHERE requests + duplicates + incomplete + without_usage + error_bodies + quarantined
        + unrecognized = 0;
      """)

  /// Files with places of which nobody knows what stood there are read once more, from their
  /// beginning: then it is known, under whatever name they are found.
  static let m009 = Migration(
    name: "m009_places_read_again",
    sql: """
      UPDATE source_files
      SET is_complete = 0, next_line = 0
      WHERE file_id IN (
        SELECT g.file_id
        FROM quarantine AS q
        JOIN readings AS g USING (reading_id)
        WHERE q.content IS NULL
      );
      """)
}
