import Foundation
import Quantities
import SQLite
import Testing

@testable import TollbookKit

/// Every record of a ledger of its own that reads files of these texts in this order, one import
/// each: all that is known of a request but where it was read.
func ledgerRecords(
  _ files: [String], in folder: String, _ name: String
) throws -> [String] {
  let path = "\(folder)/\(name).db"
  let tollbook = Tollbook(
    ledgerPath: path, book: try .bundled(),
    now: try #require(Instant(iso8601: "2026-11-30T00:00:00Z")))
  for (number, text) in files.enumerated() {
    let file = "\(folder)/\(name)-\(number).jsonl"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_795_996_800)], ofItemAtPath: file)
    _ = try tollbook.importLogs([file])
  }
  #expect(try tollbook.faults() == [])
  return try ledgerRecords(path)
}

/// Every record of a ledger.
func ledgerRecords(_ path: String) throws -> [String] {
  let statement = try Connection(path: path, mode: .readOnly).prepare(
    """
    SELECT json_array(
      key_low, occurred_at, provider, reported_model, requested_model, service_tier, s.labels,
      u.name, text_input, image_input, audio_input, video_input, cached_text_input,
      cached_image_input, cached_audio_input, cached_video_input, cache_write_5m, cache_write_1h,
      text_output, thinking, latency_ms, flags, requests
    ) AS record
    FROM usage_records AS r
    JOIN usage_series AS s USING (series_id)
    LEFT JOIN users AS u USING (user_id)
    ORDER BY record
    """)
  var records: [String] = []
  while try statement.step() { records.append(statement.text(0)) }
  return records
}
