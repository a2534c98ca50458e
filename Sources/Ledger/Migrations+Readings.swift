import SQLite

extension Migrations {
  /// Every reading of a file on its own, and files that are known by their content.
  ///
  /// A file may be read more than once: it grows, it is renamed, an upgrade understands more of it.
  /// Records point to the reading that brought them, so that one import can be taken back without
  /// the others. A path is only where a content was seen last: logs are rotated.
  ///
  /// A record may stand for many requests (a vendor's statistics) or for none (the part of a request
  /// that another model answered).
  static let m003 = Migration(
    name: "m003_readings",
    sql: """
      DROP VIEW usage;
      ALTER TABLE source_files RENAME TO former_files;
      ALTER TABLE usage_records RENAME TO former_records;
      ALTER TABLE quarantine RENAME TO former_quarantine;

      CREATE TABLE readings (
        reading_id INTEGER PRIMARY KEY,
        file_id INTEGER NOT NULL REFERENCES source_files,
        import_id INTEGER NOT NULL REFERENCES imports,
        begins_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE source_files (
        file_id INTEGER PRIMARY KEY,
        path TEXT NOT NULL,
        size INTEGER NOT NULL,
        modified_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        options_digest TEXT NOT NULL,
        is_complete INTEGER NOT NULL,
        head_length INTEGER NOT NULL,
        head_hash TEXT NOT NULL,
        read_length INTEGER NOT NULL,
        read_hash TEXT NOT NULL,
        next_line INTEGER NOT NULL,
        requests INTEGER NOT NULL,
        duplicates INTEGER NOT NULL,
        incomplete INTEGER NOT NULL,
        without_usage INTEGER NOT NULL,
        error_bodies INTEGER NOT NULL,
        quarantined INTEGER NOT NULL,
        unrecognized INTEGER NOT NULL
      ) STRICT;

      INSERT INTO source_files
      SELECT file_id, path, size, modified_at, 0, options_digest, is_complete, 0, '', 0, '', 0,
        requests, duplicates, incomplete, without_usage, error_bodies, quarantined, unrecognized
      FROM former_files;

      INSERT INTO readings
      SELECT file_id, file_id, import_id, 0 FROM former_files;

      CREATE INDEX source_files_by_path ON source_files (path);
      CREATE INDEX source_files_by_head ON source_files (head_hash);

      CREATE TABLE quarantine (
        quarantine_id INTEGER PRIMARY KEY,
        reading_id INTEGER NOT NULL REFERENCES readings,
        line INTEGER NOT NULL,
        byte_offset INTEGER NOT NULL,
        code TEXT NOT NULL,
        explanation TEXT NOT NULL
      ) STRICT;

      INSERT INTO quarantine
      SELECT quarantine_id, file_id, line, byte_offset, code, explanation FROM former_quarantine;

      CREATE INDEX quarantine_by_reading ON quarantine (reading_id);

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
        requests INTEGER NOT NULL,
        reading_id INTEGER NOT NULL REFERENCES readings,
        line INTEGER NOT NULL,
        PRIMARY KEY (key_high, key_low)
      ) STRICT, WITHOUT ROWID;

      INSERT INTO usage_records
      SELECT key_high, key_low, occurred_at, series_id, user_id, meters, text_input, image_input,
        video_input, audio_input, document_input, cached_text_input, cached_image_input,
        cached_video_input, cached_audio_input, cached_document_input, cache_write_5m,
        cache_write_30m, cache_write_1h, cache_write_12h, tool_use_input, text_output,
        image_output, audio_output, video_output, thinking, reported_total, search_queries,
        latency_ms, flags, 1, file_id, line
      FROM former_records;
      DROP TABLE former_records;
      DROP TABLE former_quarantine;
      DROP TABLE former_files;

      CREATE INDEX incomplete_records ON usage_records (occurred_at)
      WHERE flags & 1 = 1;

      CREATE VIEW usage AS
      SELECT
        strftime('%Y-%m-%dT%H:%M:%fZ', r.occurred_at / 1000000.0, 'unixepoch') AS time,
        s.provider AS provider,
        coalesce(s.reported_model, s.requested_model) AS model,
        s.requested_model AS requested_model,
        s.service_tier AS service_tier,
        u.name AS user,
        s.labels AS labels,
        r.requests AS requests,
        r.text_input + r.image_input + r.video_input + r.audio_input + r.document_input
          + r.cached_text_input + r.cached_image_input + r.cached_video_input
          + r.cached_audio_input + r.cached_document_input + r.cache_write_5m + r.cache_write_30m
          + r.cache_write_1h + r.cache_write_12h AS input_tokens,
        r.cached_text_input + r.cached_image_input + r.cached_video_input
          + r.cached_audio_input + r.cached_document_input AS cached_tokens,
        r.cache_write_5m + r.cache_write_30m + r.cache_write_1h + r.cache_write_12h
          AS cache_write_tokens,
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
      JOIN readings AS g USING (reading_id)
      JOIN source_files AS f USING (file_id)
      LEFT JOIN users AS u USING (user_id);
      """)
}
