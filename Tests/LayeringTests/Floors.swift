/// The table of floors: which target stands where, and what it may import.
///
/// This is DESIGN's table in code. An arrow may only point down, and none within a floor; that the
/// table itself keeps to this is a test as well.
struct Floor: Sendable {
  let number: Int
  let target: String
  let imports: Set<String>

  private init(_ number: Int, _ target: String, _ imports: Set<String> = []) {
    self.number = number
    self.target = target
    self.imports = imports
  }

  /// Every target that is shipped.
  static let table: [Floor] = [
    Floor(0, "CSQLite"),
    Floor(0, "CZlib"),
    Floor(0, "CBundledData"),
    Floor(0, "Quantities"),
    Floor(0, "JSONText"),
    Floor(0, "Arguments"),
    Floor(1, "SQLite", ["CSQLite"]),
    Floor(1, "Usage", ["Quantities"]),
    Floor(2, "Pricing", ["Usage", "Quantities", "JSONText"]),
    Floor(2, "Importing", ["Usage", "Quantities", "JSONText", "CZlib"]),
    Floor(3, "Ledger", ["SQLite", "Pricing", "Usage", "Quantities"]),
    Floor(3, "Analysis", ["Pricing", "Usage", "Quantities", "JSONText"]),
    Floor(4, "Reports", ["Analysis", "Pricing", "Usage", "Quantities"]),
    Floor(
      5, "TollbookKit",
      [
        "Reports", "Analysis", "Ledger", "Importing", "Pricing", "Usage", "SQLite", "Quantities",
        "JSONText", "CBundledData",
      ]),
    Floor(6, "TollbookCLI", ["TollbookKit", "Arguments"]),
  ]

  /// The toolchain's own modules that a shipped target may import.
  ///
  /// `Foundation` is not one of them: it makes a static binary 50 MB larger and its start slower.
  static let toolchain: Set<String> = [
    "Swift", "FoundationEssentials", "Synchronization", "Dispatch", "Glibc", "Musl", "Darwin",
  ]
}
