import SQLite

/// The schema of a ledger, as the list of steps that led to it, and as what they come to.
///
/// Steps are appended, never edited.
enum Migrations {
  /// "TLBK": how a ledger's file says that it is one.
  static let applicationID: Int32 = 0x544C_424B

  static let all = [
    m001, m002, m003, m004, m005, m006, m007, m008, m009, m010, m011, m012,
  ]

  /// Facts (`usage_records` and what they point to), derived tables (`usage_rollup`, `user_days`),
  /// and where everything came from.
  ///
  /// Records have no rowid: they live in the tree of their key, so that "is it new?" and "insert
  /// it" are one step, and keys that begin with a time are all inserted at the same end.
  private static let m001 = Migration(
    name: "m001_usage",
    sql: """
      CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE imports (
        import_id INTEGER PRIMARY KEY,
        started_at INTEGER NOT NULL,
        finished_at INTEGER,
        tool_version TEXT NOT NULL,
        options TEXT NOT NULL
      ) STRICT;

      CREATE TABLE source_files (
        file_id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        import_id INTEGER NOT NULL REFERENCES imports,
        size INTEGER NOT NULL,
        modified_at INTEGER NOT NULL,
        options_digest TEXT NOT NULL,
        is_complete INTEGER NOT NULL,
        requests INTEGER NOT NULL,
        duplicates INTEGER NOT NULL,
        incomplete INTEGER NOT NULL,
        without_usage INTEGER NOT NULL,
        error_bodies INTEGER NOT NULL,
        quarantined INTEGER NOT NULL,
        unrecognized INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE quarantine (
        quarantine_id INTEGER PRIMARY KEY,
        file_id INTEGER NOT NULL REFERENCES source_files,
        line INTEGER NOT NULL,
        byte_offset INTEGER NOT NULL,
        code TEXT NOT NULL,
        explanation TEXT NOT NULL
      ) STRICT;

      CREATE INDEX quarantine_by_file ON quarantine (file_id);

      CREATE TABLE usage_series (
        series_id INTEGER PRIMARY KEY,
        provider TEXT NOT NULL,
        requested_model TEXT,
        reported_model TEXT,
        service_tier TEXT NOT NULL,
        labels TEXT NOT NULL
      ) STRICT;

      CREATE TABLE users (
        user_id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
      ) STRICT;

      CREATE TABLE usage_records (
        key_high INTEGER NOT NULL,
        key_low INTEGER NOT NULL,
        occurred_at INTEGER NOT NULL,
        series_id INTEGER NOT NULL REFERENCES usage_series,
        user_id INTEGER REFERENCES users,
        meters INTEGER NOT NULL,
        text_input INTEGER NOT NULL,
        image_input INTEGER NOT NULL,
        video_input INTEGER NOT NULL,
        audio_input INTEGER NOT NULL,
        document_input INTEGER NOT NULL,
        cached_text_input INTEGER NOT NULL,
        cached_image_input INTEGER NOT NULL,
        cached_video_input INTEGER NOT NULL,
        cached_audio_input INTEGER NOT NULL,
        cached_document_input INTEGER NOT NULL,
        cache_write_5m INTEGER NOT NULL,
        cache_write_30m INTEGER NOT NULL,
        cache_write_1h INTEGER NOT NULL,
        cache_write_12h INTEGER NOT NULL,
        tool_use_input INTEGER NOT NULL,
        text_output INTEGER NOT NULL,
        image_output INTEGER NOT NULL,
        audio_output INTEGER NOT NULL,
        video_output INTEGER NOT NULL,
        thinking INTEGER NOT NULL,
        reported_total INTEGER,
        search_queries INTEGER NOT NULL,
        latency_ms INTEGER,
        flags INTEGER NOT NULL,
        file_id INTEGER NOT NULL REFERENCES source_files,
        line INTEGER NOT NULL,
        PRIMARY KEY (key_high, key_low)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX incomplete_records ON usage_records (occurred_at)
      WHERE flags & 1 = 1;

      CREATE TABLE usage_rollup (
        slot INTEGER NOT NULL,
        series_id INTEGER NOT NULL REFERENCES usage_series,
        context_over INTEGER NOT NULL,
        meters INTEGER NOT NULL,
        requests INTEGER NOT NULL,
        text_input INTEGER NOT NULL,
        image_input INTEGER NOT NULL,
        video_input INTEGER NOT NULL,
        audio_input INTEGER NOT NULL,
        document_input INTEGER NOT NULL,
        cached_text_input INTEGER NOT NULL,
        cached_image_input INTEGER NOT NULL,
        cached_video_input INTEGER NOT NULL,
        cached_audio_input INTEGER NOT NULL,
        cached_document_input INTEGER NOT NULL,
        cache_write_5m INTEGER NOT NULL,
        cache_write_30m INTEGER NOT NULL,
        cache_write_1h INTEGER NOT NULL,
        cache_write_12h INTEGER NOT NULL,
        tool_use_input INTEGER NOT NULL,
        text_output INTEGER NOT NULL,
        image_output INTEGER NOT NULL,
        audio_output INTEGER NOT NULL,
        video_output INTEGER NOT NULL,
        thinking INTEGER NOT NULL,
        PRIMARY KEY (slot, series_id, context_over, meters)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE user_days (
        day INTEGER NOT NULL,
        user_id INTEGER NOT NULL,
        requests INTEGER NOT NULL,
        early_slots INTEGER NOT NULL,
        late_slots INTEGER NOT NULL,
        PRIMARY KEY (day, user_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE price_books (
        digest TEXT PRIMARY KEY,
        version TEXT NOT NULL,
        as_of TEXT NOT NULL,
        first_used_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE price_book_files (
        digest TEXT NOT NULL REFERENCES price_books,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (digest, position)
      ) STRICT;

      CREATE VIEW usage AS
      SELECT
        strftime('%Y-%m-%dT%H:%M:%fZ', r.occurred_at / 1000000.0, 'unixepoch') AS time,
        s.provider AS provider,
        coalesce(s.reported_model, s.requested_model) AS model,
        s.requested_model AS requested_model,
        s.service_tier AS service_tier,
        u.name AS user,
        s.labels AS labels,
        r.text_input + r.image_input + r.video_input + r.audio_input + r.document_input
          + r.cached_text_input + r.cached_image_input + r.cached_video_input
          + r.cached_audio_input + r.cached_document_input + r.cache_write_5m + r.cache_write_30m
          + r.cache_write_1h + r.cache_write_12h AS input_tokens,
        r.cached_text_input + r.cached_image_input + r.cached_video_input
          + r.cached_audio_input + r.cached_document_input AS cached_tokens,
        r.tool_use_input AS tool_use_tokens,
        r.text_output + r.image_output + r.audio_output + r.video_output AS output_tokens,
        r.thinking AS thinking_tokens,
        r.search_queries AS search_queries,
        r.latency_ms AS latency_ms,
        r.flags & 1 AS is_incomplete,
        f.path AS path,
        r.line AS line
      FROM usage_records AS r
      JOIN usage_series AS s USING (series_id)
      JOIN source_files AS f USING (file_id)
      LEFT JOIN users AS u USING (user_id);
      """)

  /// How many files of a kept price book are base files: loading it again needs to know.
  ///
  /// Until now only the files of the program itself could be; their names begin with `pricing/`.
  private static let m002 = Migration(
    name: "m002_price_book_base_files",
    sql: """
      ALTER TABLE price_books ADD COLUMN base_files INTEGER NOT NULL DEFAULT 0;

      UPDATE price_books
      SET base_files = (
        SELECT COUNT(*)
        FROM price_book_files AS f
        WHERE f.digest = price_books.digest AND f.name LIKE 'pricing/%'
      );
      """)

  /// Spans of traces whose usage, should it ever be read, repeats that of spans below them.
  private static let m004 = Migration(
    name: "m004_covered_spans",
    sql: """
      CREATE TABLE covered_spans (
        key_high INTEGER NOT NULL,
        key_low INTEGER NOT NULL,
        PRIMARY KEY (key_high, key_low)
      ) STRICT, WITHOUT ROWID;
      """)
}
