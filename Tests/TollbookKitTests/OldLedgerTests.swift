import Foundation
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Ledger
@testable import TollbookKit

/// A ledger of an earlier version where nothing can be written: it answers all the same.
struct OldLedgerTests {
  private func tollbook(_ folder: String, _ talk: @escaping @Sendable (String) -> Void) throws
    -> Tollbook
  {
    Tollbook(
      ledgerPath: folder + "/ledger.db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")), talk: talk)
  }

  private final class Heard: Sendable {
    private let words = Mutex<[String]>([])
    func hear(_ text: String) { words.withLock { $0.append(text) } }
    var all: [String] { words.withLock { $0 } }
  }

  /// Writes until there is no room for a byte more.
  private func fill(_ disk: SmallDisk) throws {
    let path = disk.folder + "/filler"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    for size in [1 << 16, 1 << 12, 1] {
      for _ in 0..<4096 {
        do { try file.write(contentsOf: Data(count: size)) } catch { break }
      }
    }
    try file.close()
  }

  /// 1,000 × 0.30 + 200 × 2.50 = 800 millionths of a dollar.
  @Test(arguments: [false, true])
  func `a ledger that wants to be converted and cannot be written is read as a copy`(
    _ isFull: Bool
  ) throws {
    guard let disk = try SmallDisk(mebibytes: 8) else { return }
    defer { disk.remove() }
    let heard = Heard()
    let tollbook = try tollbook(disk.folder) { heard.hear($0) }
    let log = disk.folder + "/log.jsonl"
    try """
    {"time":"2026-11-03T09:00:00Z","request_id":"a","model":"gemini-2.5-flash",\
    "usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":200,"totalTokenCount":1200}}
    oops
    """.write(toFile: log, atomically: false, encoding: .utf8)
    _ = try tollbook.importLogs([log])
    do {
      try Connection(path: tollbook.ledgerPath).execute(
        """
        DROP TABLE silent_answers;
        ALTER TABLE source_files DROP COLUMN former_without_usage;
        ALTER TABLE source_files DROP COLUMN former_error_bodies;
        PRAGMA user_version = \(Migrations.all.count - 1);
        """)
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: tollbook.ledgerPath))
    if isFull { try fill(disk) } else { disk.change("ro") }
    #expect(heard.all == [])
    for _ in 1...2 {
      #expect(try tollbook.usage(UsageQuestion()).total.cost.decimal == "0.0008")
      _ = try tollbook.status()
      _ = try tollbook.quarantine()
      #expect(try tollbook.faults() == [])
    }
    #expect(heard.all.count == 1, "\(heard.all)")
    #expect(heard.all.first?.contains("a copy of it was converted") == true)
    #expect(throws: (any Error).self) { try tollbook.importLogs([log]) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: tollbook.ledgerPath)) == before)
    if isFull { disk.change("size=32m") } else { disk.change("rw") }
    #expect(try tollbook.usage(UsageQuestion()).total.cost.decimal == "0.0008")
    #expect(heard.all.count == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: tollbook.ledgerPath)) != before)
  }
}
