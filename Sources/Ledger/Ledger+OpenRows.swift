import SQLite
import Usage

/// The last row of a table that had no line end when it was read.
///
/// A row that is still being written may look whole: `…,17` of `…,173`. When its file is read again
/// it is forgotten first, like a cut stream, so that the whole row takes its place.
extension Ledger {
  /// Notes the open row of a file.
  package func noteOpenRow(_ key: RequestKey, ofFile file: Int64) throws {
    try setSetting(Ledger.openRowSetting(file), "\(key.high),\(key.low)")
  }

  /// The open row of a file, if the ledger has it from this file: at most one.
  func openRows(ofFile file: Int64) throws -> [RequestKey] {
    let halves = try setting(Ledger.openRowSetting(file))?.split(separator: ",")
      .compactMap { Int64($0) }
    guard let halves, halves.count == 2 else { return [] }
    let statement = try connection.prepare(
      """
      SELECT 1
      FROM \(KnownRecords.source)
      WHERE key_high = ? AND key_low = ? AND flags & ? != 0
        AND reading_id IN (SELECT reading_id FROM readings WHERE file_id = ?)
      """)
    try statement.bind(1, halves[0])
    try statement.bind(2, halves[1])
    try statement.bind(3, RecordFlags.rowIsOpen.rawValue)
    try statement.bind(4, file)
    return try statement.step() ? [RequestKey(high: halves[0], low: halves[1])] : []
  }

  private static func openRowSetting(_ file: Int64) -> String { "open_row:\(file)" }
}
