-- Which version of the app uses which model
-- For planning a migration: a model that only old versions still ask for will go by itself.
SELECT
  json_extract(s.labels, '$.app_version') AS app_version,
  coalesce(s.requested_model, s.reported_model) AS model,
  SUM(r.requests) AS requests,
  date(MIN(r.slot) / 1000000, 'unixepoch') AS first_day,
  date(MAX(r.slot) / 1000000, 'unixepoch') AS last_day
FROM usage_rollup AS r
JOIN usage_series AS s USING (series_id)
GROUP BY 1, 2
ORDER BY 1, 3 DESC, 2
