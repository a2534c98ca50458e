import SQLite

extension Migrations {
  /// Sums in ten columns instead of twenty-five.
  ///
  /// A log of 200,000 requests over two months has 100,000 sums, and to insert those took longer
  /// than the requests. Meters that few requests have are members of a JSON object in `rest`, as in
  /// `records`. The views `usage_rollup` and `usage_rollup_spans` are what the tables of those
  /// names were.
  static let m011 = Migration(
    name: "m011_lean_sums",
    sql: """
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

      INSERT INTO slot_sums
      SELECT slot, series_id, context_over, meters, requests,
        text_input, cached_text_input, text_output, thinking,
        CASE
          WHEN meters & 491486 <> 0
          THEN nullif(json_patch('{}', json_object(
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
            'tool_use_input', nullif(tool_use_input, 0),
            'image_output', nullif(image_output, 0), 'audio_output', nullif(audio_output, 0),
            'video_output', nullif(video_output, 0))), '{}')
        END
      FROM usage_rollup;

      DROP TABLE usage_rollup;

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

      INSERT INTO span_sums
      SELECT quarters, start, series_id, context_over, meters, requests,
        text_input, cached_text_input, text_output, thinking,
        CASE
          WHEN meters & 491486 <> 0
          THEN nullif(json_patch('{}', json_object(
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
            'tool_use_input', nullif(tool_use_input, 0),
            'image_output', nullif(image_output, 0), 'audio_output', nullif(audio_output, 0),
            'video_output', nullif(video_output, 0))), '{}')
        END
      FROM usage_rollup_spans;

      DROP TABLE usage_rollup_spans;

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
      """)
}
