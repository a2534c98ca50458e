import Quantities
import SQLite
import TestSupport
import Testing
import Usage

@testable import Ledger

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reading every record, by one thread or by two.
struct EachRecordTests {
  /// A ledger whose keys lie anywhere, with its records.
  private static func fixture(_ random: inout SeededRandom, count: Int) throws -> (
    Fixture, [UsageRecord]
  ) {
    let records = (0..<count).map { number in
      var record = Fixture.record(
        .random(in: .min ... .max, using: &random),
        at: Instant(seconds: 1_790_000_000 + Int64(number) * 60),
        input: Int64.random(in: 0...3000, using: &random),
        user: number % 3 == 0 ? nil : "u\(number % 7)")
      record.key = RequestKey(
        high: .random(in: .min ... .max, using: &random), low: Int64(number))
      return record
    }
    let fixture = try Fixture()
    try fixture.add(records)
    return (fixture, records)
  }

  /// What is read, in the order in which it comes.
  private static func read(
    _ ledger: Ledger, in period: Period, sharedFrom shared: Int
  ) throws -> [Int64] {
    var times: [Int64] = []
    try ledger.eachRecord(in: period, sharedFrom: shared) { row, slot in
      times.append(row.record.occurredAt.microseconds)
      if slot != times[times.count - 1] / Instant.slotMicroseconds { Issue.record("slot \(slot)") }
    }
    return times
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `two threads read what one does, in the same order each time`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // More than one thread hands over at once, from both halves.
    let (fixture, records) = try Self.fixture(&random, count: 9000)
    let middle = records[4500].occurredAt
    for period in [Period.always, Period(from: middle, until: nil)] {
      let one = try Self.read(fixture.ledger, in: period, sharedFrom: .max)
      let two = try Self.read(fixture.ledger, in: period, sharedFrom: 0)
      // A quarter of an hour is a part of it that begins in it.
      let expected = records.map(\.occurredAt).filter { $0.slot >= middle || period == .always }
      let again = try Self.read(fixture.ledger, in: period, sharedFrom: 0)
      // Compared outside of `#expect`, which would print them all.
      let areAll = one.sorted() == expected.map(\.microseconds) && two.sorted() == one.sorted()
      #expect(areAll)
      #expect([one == two, two == again] == [false, true], "the second thread did not read")
    }
  }

  @Test func `keys that all lie in one half are read`() throws {
    let fixture = try Fixture()
    try fixture.add((0..<40).map { Fixture.record($0, at: Instant(seconds: 1_790_000_000 + $0)) })
    #expect(try Self.read(fixture.ledger, in: .always, sharedFrom: 0).count == 40)
  }

  @Test func `what a transaction has written is read, and by one thread`() throws {
    let fixture = try Fixture()
    try fixture.add((0..<40).map { Fixture.record($0, at: Instant(seconds: 1_790_000_000 + $0)) })
    let connection = fixture.ledger.connection
    try connection.transaction {
      try connection.execute("DELETE FROM records WHERE occurred_at >= 1790000020000000")
      #expect(!connection.holdsFileStill)
      #expect(try Self.read(fixture.ledger, in: .always, sharedFrom: 0).count == 20)
    }
  }

  @Test func `nobody has to wait for the second connection`() throws {
    var random = SeededRandom(seed: 9)
    let (fixture, _) = try Self.fixture(&random, count: 3000)
    for _ in 0..<50 {
      _ = try Self.read(fixture.ledger, in: .always, sharedFrom: 0)
      let other = try Connection(path: fixture.ledger.path, busyTimeoutMilliseconds: 0)
      try other.transaction { try other.execute("UPDATE settings SET value = value") }
    }
  }

  @Test func `a ledger whose path names another by now is read by one thread`() throws {
    var random = SeededRandom(seed: 4)
    let (fixture, _) = try Self.fixture(&random, count: 3000)
    let (other, _) = try Self.fixture(&random, count: 50)
    #expect(try fixture.ledger.connection.reading { try fixture.isStill() })
    #expect(rename(other.ledger.path, fixture.ledger.path) == 0)
    #expect(try fixture.ledger.connection.reading { try !fixture.isStill() })
    #expect(try Self.read(fixture.ledger, in: .always, sharedFrom: 0).count == 3000)
  }
}

extension Fixture {
  /// Whether a second connection may read, after something was read.
  fileprivate func isStill() throws -> Bool {
    _ = try ledger.requestCount()
    return ledger.connection.holdsFileStill
  }
}
