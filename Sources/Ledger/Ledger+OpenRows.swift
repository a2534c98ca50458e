import SQLite
import Usage

/// What was open at the end of a file when it was read: the last row of a table without a line end,
/// a stream without an id.
///
/// A row that is still being written may look whole (`…,17` of `…,173`), and so may a stream that
/// has stated why it ends, but not yet its usage. When its file has grown and is read again, the
/// record is forgotten first, like a cut stream, so that the whole takes its place.
extension Ledger {
  /// How many of a file are noted: more are open in no log that one program writes.
  private static let mostOpenRows = 64

  /// Notes what is open at the end of a file.
  package func noteOpenRows(_ keys: [RequestKey], ofFile file: Int64) throws {
    let name = Ledger.openRowSetting(file)
    if keys.isEmpty, try setting(name) == nil { return }
    let halves = keys.suffix(Ledger.mostOpenRows).flatMap { ["\($0.high)", "\($0.low)"] }
    try setSetting(name, halves.joined(separator: ","))
  }

  /// What was open at the end of a file, if the ledger has it from this file.
  func openRows(ofFile file: Int64) throws -> [RequestKey] {
    let halves =
      try setting(Ledger.openRowSetting(file))?.split(separator: ",")
      .compactMap { Int64($0) } ?? []
    let keys = stride(from: 0, to: halves.count - 1, by: 2).map {
      RequestKey(high: halves[$0], low: halves[$0 + 1])
    }
    return try keys.filter { try isOpenRow($0, ofFile: file) }
  }

  private func isOpenRow(_ key: RequestKey, ofFile file: Int64) throws -> Bool {
    let statement = try connection.prepare(
      """
      SELECT 1
      FROM \(KnownRecords.source)
      WHERE key_high = ? AND key_low = ? AND flags & ? != 0
        AND reading_id IN (SELECT reading_id FROM readings WHERE file_id = ?)
      """)
    try statement.bind(1, key.high)
    try statement.bind(2, key.low)
    try statement.bind(3, RecordFlags.rowIsOpen.rawValue)
    try statement.bind(4, file)
    return try statement.step()
  }

  private static func openRowSetting(_ file: Int64) -> String { "open_row:\(file)" }
}
