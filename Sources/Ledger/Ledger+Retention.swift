import Quantities
import SQLite

/// What was forgotten by its age stays away, in whatever file it comes back.
///
/// Logs are copied, packed and rotated; each of them would bring back what somebody had a reason, or
/// a duty, to remove. So the ledger keeps the latest instant before which it was told to forget
/// everything, and imports leave out what happened before it, until that is lifted.
extension Ledger {
  private static let forgottenBeforeSetting = "forgotten_before"

  /// The instant before which everything was forgotten and is left out of imports; nil if nothing
  /// is.
  package func forgottenBefore() throws -> Instant? {
    try setting(Ledger.forgottenBeforeSetting).flatMap { Int64($0) }
      .map { Instant(microseconds: $0) }
  }

  /// Keeps away what happened before an instant; an earlier one than that in force changes nothing.
  func keepAway(before instant: Instant) throws {
    if let known = try forgottenBefore(), known >= instant { return }
    try setSetting(Ledger.forgottenBeforeSetting, "\(instant.microseconds)")
  }

  /// Lets imports bring back what was forgotten by its age, and has every file read again; gives the
  /// instant that was in force.
  package func liftForgetting() throws -> Instant? {
    try connection.writing {
      guard let instant = try forgottenBefore() else { return nil }
      let statement = try connection.prepare("DELETE FROM settings WHERE name = :name")
      try statement.bind(":name", Ledger.forgottenBeforeSetting)
      try statement.run()
      try readEverythingAgain()
      return instant
    }
  }

  /// Has every file read from its beginning the next time.
  func readEverythingAgain() throws {
    try connection.execute("UPDATE source_files SET is_complete = 0, read_length = 0")
  }

  /// Says if anything is there that was to stay away.
  func checkRetention(_ result: inout Verification) throws {
    guard let instant = try forgottenBefore() else { return }
    let statement = try connection.prepare(
      "SELECT COUNT(*) FROM records WHERE occurred_at < :instant")
    try statement.bind(":instant", instant.microseconds)
    let count = try statement.step() ? statement.int64(0) : 0
    if count > 0 {
      let records = Phrase.counted(count, "record", "is", "are")
      result.faults.append("\(records) from before \(instant), which was forgotten")
    }
  }
}
