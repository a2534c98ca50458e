import SQLite

extension Migrations {
  /// Records that name their kind, instead of saying each what thousands of them share.
  ///
  /// Series, flags, meters and reading are the same for most records of a file, and to insert a row
  /// costs SQLite by the column. They are a row of `record_kinds`; the view `usage_records` shows
  /// them as ever. Its `CROSS JOIN` says that records are looked through and kinds looked up.
  ///
  /// Kinds of cut streams have negative numbers, so that the index of those needs no other table.
  static let m007 = Migration(
    name: "m007_record_kinds",
    sql: """
      DROP VIEW usage;
      DROP VIEW usage_records;
      DROP INDEX incomplete_records;
      ALTER TABLE records RENAME TO former_records;

      CREATE TABLE record_kinds (
        kind_id INTEGER PRIMARY KEY,
        reading_id INTEGER NOT NULL REFERENCES readings,
        series_id INTEGER NOT NULL REFERENCES usage_series,
        flags INTEGER NOT NULL,
        meters INTEGER NOT NULL,
        UNIQUE (reading_id, series_id, flags, meters)
      ) STRICT;

      WITH kinds AS (
        SELECT DISTINCT reading_id, series_id, flags, meters FROM former_records
      )
      INSERT INTO record_kinds
      SELECT
        CASE WHEN flags & 1 = 1 THEN -1 ELSE 1 END
          * row_number() OVER (ORDER BY reading_id, series_id, flags, meters),
        reading_id, series_id, flags, meters
      FROM kinds;

      CREATE TABLE records (
        key_high INTEGER NOT NULL,
        key_low INTEGER NOT NULL,
        occurred_at INTEGER NOT NULL,
        kind_id INTEGER NOT NULL REFERENCES record_kinds,
        line INTEGER NOT NULL,
        text_input INTEGER NOT NULL,
        cached_text_input INTEGER NOT NULL,
        text_output INTEGER NOT NULL,
        thinking INTEGER NOT NULL,
        user_id INTEGER REFERENCES users,
        rest TEXT,
        PRIMARY KEY (key_high, key_low)
      ) STRICT, WITHOUT ROWID;

      INSERT INTO records
      SELECT key_high, key_low, occurred_at, kind_id, line, text_input, cached_text_input,
        text_output, thinking, user_id, rest
      FROM former_records
      CROSS JOIN record_kinds USING (reading_id, series_id, flags, meters);

      DROP TABLE former_records;

      CREATE INDEX incomplete_records ON records (occurred_at)
      WHERE kind_id < 0;

      CREATE VIEW usage_records AS
      SELECT key_high, key_low, occurred_at, series_id, user_id, meters,
        text_input,
        coalesce(json_extract(rest, '$.image_input'), 0) AS image_input,
        coalesce(json_extract(rest, '$.video_input'), 0) AS video_input,
        coalesce(json_extract(rest, '$.audio_input'), 0) AS audio_input,
        coalesce(json_extract(rest, '$.document_input'), 0) AS document_input,
        cached_text_input,
        coalesce(json_extract(rest, '$.cached_image_input'), 0) AS cached_image_input,
        coalesce(json_extract(rest, '$.cached_video_input'), 0) AS cached_video_input,
        coalesce(json_extract(rest, '$.cached_audio_input'), 0) AS cached_audio_input,
        coalesce(json_extract(rest, '$.cached_document_input'), 0) AS cached_document_input,
        coalesce(json_extract(rest, '$.cache_write_5m'), 0) AS cache_write_5m,
        coalesce(json_extract(rest, '$.cache_write_30m'), 0) AS cache_write_30m,
        coalesce(json_extract(rest, '$.cache_write_1h'), 0) AS cache_write_1h,
        coalesce(json_extract(rest, '$.cache_write_12h'), 0) AS cache_write_12h,
        coalesce(json_extract(rest, '$.tool_use_input'), 0) AS tool_use_input,
        text_output,
        coalesce(json_extract(rest, '$.image_output'), 0) AS image_output,
        coalesce(json_extract(rest, '$.audio_output'), 0) AS audio_output,
        coalesce(json_extract(rest, '$.video_output'), 0) AS video_output,
        thinking,
        CASE
          WHEN flags & 16384 = 0 THEN json_extract(rest, '$.reported_total')
          ELSE text_input + coalesce(json_extract(rest, '$.image_input'), 0)
            + coalesce(json_extract(rest, '$.video_input'), 0)
            + coalesce(json_extract(rest, '$.audio_input'), 0)
            + coalesce(json_extract(rest, '$.document_input'), 0) + cached_text_input
            + coalesce(json_extract(rest, '$.cached_image_input'), 0)
            + coalesce(json_extract(rest, '$.cached_video_input'), 0)
            + coalesce(json_extract(rest, '$.cached_audio_input'), 0)
            + coalesce(json_extract(rest, '$.cached_document_input'), 0)
            + coalesce(json_extract(rest, '$.cache_write_5m'), 0)
            + coalesce(json_extract(rest, '$.cache_write_30m'), 0)
            + coalesce(json_extract(rest, '$.cache_write_1h'), 0)
            + coalesce(json_extract(rest, '$.cache_write_12h'), 0)
            + coalesce(json_extract(rest, '$.tool_use_input'), 0) + text_output
            + coalesce(json_extract(rest, '$.image_output'), 0)
            + coalesce(json_extract(rest, '$.audio_output'), 0)
            + coalesce(json_extract(rest, '$.video_output'), 0) + thinking
        END AS reported_total,
        coalesce(json_extract(rest, '$.search_queries'), 0) AS search_queries,
        json_extract(rest, '$.latency_ms') AS latency_ms,
        flags & ~16384 AS flags,
        coalesce(json_extract(rest, '$.requests'), 1) AS requests,
        reading_id, line
      FROM records
      CROSS JOIN record_kinds USING (kind_id);

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
