import SQLite

extension Migrations {
  /// The four counts that nearly every request has, in one integer.
  ///
  /// To insert a row costs SQLite by the column, whatever stands in it. `counts` has 18 bits for
  /// text input, 18 for cached text input, 14 for text output and 13 for thinking, from the lowest
  /// up. A count that they cannot hold stands in `rest` like the rare ones, and its bits are zero.
  /// The view `usage_records` shows them as ever.
  static let m010 = Migration(
    name: "m010_packed_counts",
    sql: """
      DROP VIEW usage;
      DROP VIEW usage_records;
      DROP INDEX incomplete_records;
      ALTER TABLE records RENAME TO former_records;

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

      INSERT INTO records
      SELECT key_high, key_low, occurred_at, kind_id, line,
        iif(text_input BETWEEN 0 AND 262143, text_input, 0)
        | (iif(cached_text_input BETWEEN 0 AND 262143, cached_text_input, 0) << 18)
        | (iif(text_output BETWEEN 0 AND 16383, text_output, 0) << 36)
        | (iif(thinking BETWEEN 0 AND 8191, thinking, 0) << 50),
        user_id,
        CASE
          WHEN text_input BETWEEN 0 AND 262143
            AND cached_text_input BETWEEN 0 AND 262143
            AND text_output BETWEEN 0 AND 16383
            AND thinking BETWEEN 0 AND 8191
          THEN rest
          ELSE json_patch(coalesce(rest, '{}'), json_object(
            'text_input', iif(text_input BETWEEN 0 AND 262143, NULL, text_input),
            'cached_text_input',
            iif(cached_text_input BETWEEN 0 AND 262143, NULL, cached_text_input),
            'text_output', iif(text_output BETWEEN 0 AND 16383, NULL, text_output),
            'thinking', iif(thinking BETWEEN 0 AND 8191, NULL, thinking)))
        END
      FROM former_records;

      DROP TABLE former_records;

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
      """)
}
