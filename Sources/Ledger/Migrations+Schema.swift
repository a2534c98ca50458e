import SQLite

extension Migrations {
  /// The schema that all migrations lead to, for a new ledger.
  ///
  /// To make tables and views ten times over, and drop them again, took a new ledger as long as its
  /// first 10,000 records. A test holds this to what the migrations make; it is what is read first
  /// by whoever wants to know the tables.
  static let schema = """
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
      first_used_at INTEGER NOT NULL,
      base_files INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE price_book_files (
      digest TEXT NOT NULL REFERENCES price_books,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      content BLOB NOT NULL,
      PRIMARY KEY (digest, position)
    ) STRICT;

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
      unrecognized INTEGER NOT NULL,
      not_usage INTEGER NOT NULL DEFAULT 0,
      sums INTEGER NOT NULL DEFAULT 0,
      former_without_usage INTEGER NOT NULL DEFAULT 0,
      former_error_bodies INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE INDEX source_files_by_path ON source_files (path);

    CREATE INDEX source_files_by_head ON source_files (head_hash);

    CREATE TABLE quarantine (
      quarantine_id INTEGER PRIMARY KEY,
      reading_id INTEGER NOT NULL REFERENCES readings,
      line INTEGER NOT NULL,
      byte_offset INTEGER NOT NULL,
      code TEXT NOT NULL,
      explanation TEXT NOT NULL,
      content INTEGER,
      occurrence INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE INDEX quarantine_by_reading ON quarantine (reading_id);

    CREATE TABLE covered_spans (
      key_high INTEGER NOT NULL,
      key_low INTEGER NOT NULL,
      PRIMARY KEY (key_high, key_low)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX readings_by_file ON readings (file_id);

    CREATE TABLE record_kinds (
      kind_id INTEGER PRIMARY KEY,
      reading_id INTEGER NOT NULL REFERENCES readings,
      series_id INTEGER NOT NULL REFERENCES usage_series,
      flags INTEGER NOT NULL,
      meters INTEGER NOT NULL,
      UNIQUE (reading_id, series_id, flags, meters)
    ) STRICT;

    CREATE UNIQUE INDEX quarantine_by_content ON quarantine (content, occurrence);

    CREATE TABLE silent_answers (
      key_high INTEGER NOT NULL,
      key_low INTEGER NOT NULL,
      occurrence INTEGER NOT NULL,
      is_error INTEGER NOT NULL,
      reading_id INTEGER NOT NULL REFERENCES readings,
      PRIMARY KEY (key_high, key_low, occurrence)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX silent_answers_by_reading ON silent_answers (reading_id);

    CREATE TABLE records (
      key_high INTEGER NOT NULL,
      key_low INTEGER NOT NULL,
      occurred_at INTEGER NOT NULL,
      kind_id INTEGER NOT NULL REFERENCES record_kinds,
      line INTEGER NOT NULL,
      counts INTEGER NOT NULL,
      user_id INTEGER REFERENCES users,
      rest TEXT,
      PRIMARY KEY (key_high, key_low)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX incomplete_records ON records (occurred_at)
    WHERE kind_id < 0;

    CREATE VIEW usage_records AS
    SELECT key_high, key_low, occurred_at, series_id, user_id, meters,
      text_input, image_input, video_input, audio_input, document_input, cached_text_input,
      cached_image_input, cached_video_input, cached_audio_input, cached_document_input,
      cache_write_5m, cache_write_30m, cache_write_1h, cache_write_12h, tool_use_input,
      text_output, image_output, audio_output, video_output, thinking,
      CASE
        WHEN flags & 16384 = 0 THEN reported_total
        ELSE
          text_input + image_input + video_input + audio_input + document_input
          + cached_text_input + cached_image_input + cached_video_input + cached_audio_input
          + cached_document_input + cache_write_5m + cache_write_30m + cache_write_1h
          + cache_write_12h + tool_use_input + text_output + image_output + audio_output
          + video_output + thinking
      END AS reported_total,
      search_queries, latency_ms, flags & ~16384 AS flags, requests, reading_id, line
    FROM (
      SELECT key_high, key_low, occurred_at, series_id, user_id, meters,
        (counts & 262143) + iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.text_input'), 0))
          AS text_input,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.image_input'), 0)) AS image_input,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.video_input'), 0)) AS video_input,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.audio_input'), 0)) AS audio_input,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.document_input'), 0))
          AS document_input,
        (counts >> 18 & 262143)
          + iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_text_input'), 0))
          AS cached_text_input,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_image_input'), 0))
          AS cached_image_input,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_video_input'), 0))
          AS cached_video_input,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_audio_input'), 0))
          AS cached_audio_input,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_document_input'), 0))
          AS cached_document_input,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_5m'), 0))
          AS cache_write_5m,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_30m'), 0))
          AS cache_write_30m,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_1h'), 0))
          AS cache_write_1h,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_12h'), 0))
          AS cache_write_12h,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.tool_use_input'), 0))
          AS tool_use_input,
        (counts >> 36 & 16383)
          + iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.text_output'), 0))
          AS text_output,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.image_output'), 0)) AS image_output,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.audio_output'), 0)) AS audio_output,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.video_output'), 0)) AS video_output,
        (counts >> 50) + iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.thinking'), 0))
          AS thinking,
        json_extract(rest, '$.reported_total') AS reported_total,
        iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.search_queries'), 0))
          AS search_queries,
        json_extract(rest, '$.latency_ms') AS latency_ms,
        flags,
        iif(rest IS NULL, 1, coalesce(json_extract(rest, '$.requests'), 1)) AS requests,
        reading_id, line
      FROM records
      CROSS JOIN record_kinds USING (kind_id)
    );

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

    CREATE TABLE slot_sums (
      slot INTEGER NOT NULL,
      series_id INTEGER NOT NULL REFERENCES usage_series,
      context_over INTEGER NOT NULL,
      meters INTEGER NOT NULL,
      requests INTEGER NOT NULL,
      text_input INTEGER NOT NULL,
      cached_text_input INTEGER NOT NULL,
      text_output INTEGER NOT NULL,
      thinking INTEGER NOT NULL,
      rest TEXT,
      PRIMARY KEY (slot, series_id, context_over, meters)
    ) STRICT, WITHOUT ROWID;

    CREATE VIEW usage_rollup AS
    SELECT slot, series_id, context_over, meters, requests,
      text_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.image_input'), 0)) AS image_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.video_input'), 0)) AS video_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.audio_input'), 0)) AS audio_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.document_input'), 0)) AS document_input,
      cached_text_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_image_input'), 0))
        AS cached_image_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_video_input'), 0))
        AS cached_video_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_audio_input'), 0))
        AS cached_audio_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_document_input'), 0))
        AS cached_document_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_5m'), 0)) AS cache_write_5m,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_30m'), 0))
        AS cache_write_30m,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_1h'), 0)) AS cache_write_1h,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_12h'), 0))
        AS cache_write_12h,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.tool_use_input'), 0)) AS tool_use_input,
      text_output,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.image_output'), 0)) AS image_output,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.audio_output'), 0)) AS audio_output,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.video_output'), 0)) AS video_output,
      thinking
    FROM slot_sums;

    CREATE TABLE span_sums (
      quarters INTEGER NOT NULL,
      start INTEGER NOT NULL,
      series_id INTEGER NOT NULL REFERENCES usage_series,
      context_over INTEGER NOT NULL,
      meters INTEGER NOT NULL,
      requests INTEGER NOT NULL,
      text_input INTEGER NOT NULL,
      cached_text_input INTEGER NOT NULL,
      text_output INTEGER NOT NULL,
      thinking INTEGER NOT NULL,
      rest TEXT,
      PRIMARY KEY (quarters, start, series_id, context_over, meters)
    ) STRICT, WITHOUT ROWID;

    CREATE VIEW usage_rollup_spans AS
    SELECT quarters, start, series_id, context_over, meters, requests,
      text_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.image_input'), 0)) AS image_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.video_input'), 0)) AS video_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.audio_input'), 0)) AS audio_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.document_input'), 0)) AS document_input,
      cached_text_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_image_input'), 0))
        AS cached_image_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_video_input'), 0))
        AS cached_video_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_audio_input'), 0))
        AS cached_audio_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cached_document_input'), 0))
        AS cached_document_input,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_5m'), 0)) AS cache_write_5m,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_30m'), 0))
        AS cache_write_30m,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_1h'), 0)) AS cache_write_1h,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.cache_write_12h'), 0))
        AS cache_write_12h,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.tool_use_input'), 0)) AS tool_use_input,
      text_output,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.image_output'), 0)) AS image_output,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.audio_output'), 0)) AS audio_output,
      iif(rest IS NULL, 0, coalesce(json_extract(rest, '$.video_output'), 0)) AS video_output,
      thinking
    FROM span_sums;
    """
}
