import Foundation
import TestSupport
import Testing

/// Logs in a wrapping that is not opened: named with the command that opens it, never passed over.
struct PackedLogTests {
  /// The head of a zstd frame; what follows is not looked at.
  private static let zstd = Data([0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x58, 0x09, 0, 0, 0x78])

  @Test func `a log that is compressed with zstd is refused with the command that reads it`() throws
  {
    let desk = try Desk()
    try desk.write(Self.zstd, to: "log.jsonl.zst")
    let run = try desk.run(["import", "log.jsonl.zst"])
    #expect(run.status == 65)
    #expect(run.stderr.hasPrefix("tollbook: error: log.jsonl.zst:1: this is compressed with zstd"))
    #expect(run.stderr.contains("zstd -dc FILE | tollbook import -"))
  }

  /// In a folder of logs it would be easy to overlook: what was read looks complete.
  @Test func `in a folder it is set aside and shown, and --strict fails`() throws {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "logs/a.jsonl")
    try desk.write(Self.zstd, to: "logs/old/b.jsonl.zst")
    let run = try desk.run(["import", "logs"])
    #expect(run.status == 0)
    #expect(run.stdout.contains("set aside: logs/old/b.jsonl.zst:1: this is compressed with zstd"))
    #expect(run.stdout.contains("zstd -dc FILE | tollbook import -"))
    // Passed over or read again, it is said each time.
    let again = try desk.run(["import", "logs", "--strict"])
    #expect(again.status == 65)
    #expect(again.stdout.contains("this is compressed with zstd"))
    #expect(try desk.output(["quarantine", "kinds"]).contains("packed_zstd"))
  }
}
