-- What the logs leave open, file by file
-- Nothing that was read is lost: what is not a request is one of these.
SELECT
  f.path AS path,
  f.requests AS requests,
  f.duplicates AS duplicates,
  f.incomplete AS incomplete,
  f.without_usage AS without_usage,
  f.error_bodies AS error_bodies,
  f.quarantined + f.unrecognized AS set_aside
FROM source_files AS f
ORDER BY f.path
