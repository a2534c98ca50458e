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

  /// Responses without usage and error answers, each known by its id or by what stands there.
  ///
  /// What files of older ledgers held of them is only a number, which counts once for each content,
  /// until the file is read from its beginning once more.
  static let m012 = Migration(
    name: "m012_silent_answers",
    sql: """
      CREATE TABLE silent_answers (
        key_high INTEGER NOT NULL,
        key_low INTEGER NOT NULL,
        occurrence INTEGER NOT NULL,
        is_error INTEGER NOT NULL,
        reading_id INTEGER NOT NULL REFERENCES readings,
        PRIMARY KEY (key_high, key_low, occurrence)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX silent_answers_by_reading ON silent_answers (reading_id);

      ALTER TABLE source_files ADD COLUMN former_without_usage INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE source_files ADD COLUMN former_error_bodies INTEGER NOT NULL DEFAULT 0;
      UPDATE source_files
      SET former_without_usage = without_usage, former_error_bodies = error_bodies
      WHERE read_hash = '' OR file_id IN (
        SELECT MIN(file_id) FROM source_files GROUP BY read_hash, read_length
      );
      """)
}
