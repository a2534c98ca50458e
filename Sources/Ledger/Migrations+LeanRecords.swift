import SQLite

extension Migrations {
  /// Records in fourteen columns instead of thirty-three, and sums of longer spans of time.
  ///
  /// To insert a row costs SQLite by the column, and most records have four meters: the other
  /// sixteen, and what few records have, are members of a JSON object in `rest`, NULL where there
  /// are none. That is the table `records`; `usage_records` is now a view of it, which has all the
  /// columns it ever had.
  ///
  /// A total of the provider's that is the sum of the meters, as nearly all are, is bit 14 of
  /// `flags`.
  ///
  /// Spans are hours, four hours and days in UTC, 4, 16 and 96 quarters of an hour: whatever the
  /// zone, a report adds up a few rows a day instead of ninety-six.
  static let m005 = Migration(
    name: "m005_lean_records",
    sql: """
      DROP VIEW usage;
      DROP INDEX incomplete_records;
      ALTER TABLE usage_records RENAME TO former_records;

      CREATE TABLE records (
        key_high INTEGER NOT NULL,
        key_low INTEGER NOT NULL,
        occurred_at INTEGER NOT NULL,
        series_id INTEGER NOT NULL REFERENCES usage_series,
        flags INTEGER NOT NULL,
        reading_id INTEGER NOT NULL REFERENCES readings,
        line INTEGER NOT NULL,
        meters INTEGER NOT NULL,
        text_input INTEGER NOT NULL,
        cached_text_input INTEGER NOT NULL,
        text_output INTEGER NOT NULL,
        thinking INTEGER NOT NULL,
        user_id INTEGER REFERENCES users,
        rest TEXT,
        PRIMARY KEY (key_high, key_low)
      ) STRICT, WITHOUT ROWID;

      INSERT INTO records
      SELECT key_high, key_low, occurred_at, series_id,
        flags | CASE
          WHEN reported_total =
            text_input + image_input + video_input + audio_input + document_input
            + cached_text_input + cached_image_input + cached_video_input + cached_audio_input
            + cached_document_input + cache_write_5m + cache_write_30m + cache_write_1h
            + cache_write_12h + tool_use_input + text_output + image_output + audio_output
            + video_output + thinking
          THEN 16384 ELSE 0
        END,
        reading_id, line, meters, text_input, cached_text_input, text_output, thinking,
        user_id,
        nullif(json_patch('{}', json_object(
          'image_input', nullif(image_input, 0), 'video_input', nullif(video_input, 0),
          'audio_input', nullif(audio_input, 0), 'document_input', nullif(document_input, 0),
          'cached_image_input', nullif(cached_image_input, 0),
          'cached_video_input', nullif(cached_video_input, 0),
          'cached_audio_input', nullif(cached_audio_input, 0),
          'cached_document_input', nullif(cached_document_input, 0),
          'cache_write_5m', nullif(cache_write_5m, 0),
          'cache_write_30m', nullif(cache_write_30m, 0),
          'cache_write_1h', nullif(cache_write_1h, 0),
          'cache_write_12h', nullif(cache_write_12h, 0),
          'tool_use_input', nullif(tool_use_input, 0), 'image_output', nullif(image_output, 0),
          'audio_output', nullif(audio_output, 0), 'video_output', nullif(video_output, 0),
          'reported_total', CASE
            WHEN reported_total <>
              text_input + image_input + video_input + audio_input + document_input
              + cached_text_input + cached_image_input + cached_video_input + cached_audio_input
              + cached_document_input + cache_write_5m + cache_write_30m + cache_write_1h
              + cache_write_12h + tool_use_input + text_output + image_output + audio_output
              + video_output + thinking
            THEN reported_total
          END,
          'search_queries', nullif(search_queries, 0), 'latency_ms', latency_ms,
          'requests', nullif(requests, 1))), '{}')
      FROM former_records;

      DROP TABLE former_records;

      CREATE INDEX incomplete_records ON records (occurred_at)
      WHERE flags & 1 = 1;

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
      FROM records;

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

      CREATE TABLE usage_rollup_spans (
        quarters INTEGER NOT NULL,
        start INTEGER NOT NULL,
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
        PRIMARY KEY (quarters, start, series_id, context_over, meters)
      ) STRICT, WITHOUT ROWID;

      WITH lengths (quarters, length) AS (
        VALUES (4, 3600000000), (16, 14400000000), (96, 86400000000)
      )
      INSERT INTO usage_rollup_spans
      SELECT quarters, slot - ((slot % length) + length) % length, series_id, context_over, meters,
        SUM(requests), SUM(text_input), SUM(image_input), SUM(video_input), SUM(audio_input),
        SUM(document_input), SUM(cached_text_input), SUM(cached_image_input),
        SUM(cached_video_input), SUM(cached_audio_input), SUM(cached_document_input),
        SUM(cache_write_5m), SUM(cache_write_30m), SUM(cache_write_1h), SUM(cache_write_12h),
        SUM(tool_use_input), SUM(text_output), SUM(image_output), SUM(audio_output),
        SUM(video_output), SUM(thinking)
      FROM lengths, usage_rollup
      GROUP BY 1, 2, 3, 4, 5;
      """)
}
