import Quantities
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// The list of migrations only grows: ledgers in the world have had the old ones as they were.
struct MigrationTests {
  /// The SHA-256 of each migration's SQL, as it was released.
  ///
  /// A new migration adds a line. A line that has to be changed means that ledgers in the world
  /// would differ from new ones: write another migration instead.
  static let released = [
    "m001_usage": "c5a543c9156fa6a14a4156b3e484b29099ee15c444e3440563403eb14b54a48a",
    "m002_price_book_base_files":
      "078ee10f2a27e147c28b275da3dc800625c7d6149c93f4066ab0298cfae08fc0",
    "m003_readings": "7b8a454f112ba5d96c525f4e4381e0cea4588e13460b74ca5a21a4d56f14e8f4",
    "m004_covered_spans": "fdded5c2864f082f672987ed03e5fc0f3367e7db64862909fa574f8061002741",
    "m005_lean_records": "e1833952774c08108e3d71de4c360cc80b08d1a0092781d2b748098969f92b15",
    "m006_readings_by_file": "6a21f80ea6cf19b270b48a5e5ddcde1999fa0c7e2f8a1dd1734056a74cd90daf",
    "m007_record_kinds": "b159fd14396f98f3f709de4172c5ef03ffe0e55bfcf85800e6c1a44538c55922",
    "m008_places_by_content":
      "0c6e9fd393ecfacba9c9fab53f25e2696bc414eee5c913907a278d6be2640897",
    "m012_silent_answers":
      "2e64ec4920f2e07672e3efa830f4203b8a0f9ab5aadb8d21e0c9d0e7863b268f",
    "m009_places_read_again":
      "8090faa4cee545f71c468b61f0110a7712a4dcf566396ee83c3fb29173e29ee3",
    "m010_packed_counts": "d7708a949a397e747ac16070f3ce7456a2e73431c02ca480f4a897b321ce083c",
    "m011_lean_sums": "677e70e700a8de518a60e8767cc0438043f44964a38df0add519c03781816ba1",
  ]

  @Test func `a migration that was released is never edited`() {
    for migration in Migrations.all {
      let digest = SHA256.hexDigest(of: Array(migration.sql.utf8))
      #expect(Self.released[migration.name] == digest, "\(migration.name)")
    }
    #expect(Migrations.all.map(\.name) == Self.released.keys.sorted())
  }

  /// Every table, index and view as it was written, without the white space that `ALTER TABLE` and
  /// people put in different places.
  private func schema(_ connection: Connection) throws -> [String: String] {
    let statement = try connection.prepare("SELECT type || ' ' || name, sql FROM sqlite_schema")
    var schema: [String: String] = [:]
    while try statement.step() {
      schema[statement.text(0)] = statement.optionalText(1).map { sql in
        sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          .replacing(" ,", with: ",").replacing("( ", with: "(").replacing(" )", with: ")")
      }
    }
    return schema
  }

  @Test func `a new ledger is what one becomes that has had every migration`() throws {
    let folder = try temporaryDirectory()
    let made = try Ledger(path: folder + "/new.db", access: .readWrite).connection
    let migrated = try Connection(path: folder + "/old.db")
    try migrated.migrate(Migrations.all, applicationID: Migrations.applicationID)
    let expected = try schema(migrated)
    #expect(expected["table records"] != nil && expected.count > 20)
    #expect(try schema(made) == expected)
    #expect(try made.userVersion == migrated.userVersion)
    #expect(try made.applicationID == migrated.applicationID)
    for name in expected.keys where name.hasPrefix("table ") {
      let count = try migrated.prepare("SELECT COUNT(*) FROM \(name.dropFirst(6))")
      #expect(try count.step() && count.int64(0) == 0, "\(name) has rows that a new one lacks")
    }
  }
}
