-- Tokens a day and model
-- Days are cut in UTC. The rollup keeps quarters of an hour, so this reads thousands of rows
-- whatever the number of requests.
SELECT
  date(r.slot / 1000000, 'unixepoch') AS day,
  coalesce(s.reported_model, s.requested_model) AS model,
  SUM(r.requests) AS requests,
  SUM(
    r.text_input + r.image_input + r.video_input + r.audio_input + r.document_input
      + r.cached_text_input + r.cached_image_input + r.cached_video_input
      + r.cached_audio_input + r.cached_document_input
      + r.cache_write_5m + r.cache_write_30m + r.cache_write_1h + r.cache_write_12h
  ) AS input_tokens,
  SUM(
    r.cached_text_input + r.cached_image_input + r.cached_video_input
      + r.cached_audio_input + r.cached_document_input
  ) AS cached_tokens,
  SUM(r.text_output + r.image_output + r.audio_output + r.video_output) AS output_tokens,
  SUM(r.thinking) AS thinking_tokens
FROM usage_rollup AS r
JOIN usage_series AS s USING (series_id)
GROUP BY 1, 2
ORDER BY 1, 2
