import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Taking records back out leaves the ledger that would be there without them.
struct ForgetTests {
  @Test func `what a file brought goes with its users, and what others brought stays`() throws {
    let fixture = try Fixture()
    try fixture.add([Fixture.record(1, user: "ann"), Fixture.record(2, user: "bob")])
    try fixture.add([Fixture.record(3, user: "bob")], file: "b.jsonl")
    let forgotten = try fixture.ledger.forget(.file(path: "a.jsonl"))
    #expect(forgotten.requests == 2)
    #expect(forgotten.files == 1)
    #expect(forgotten.users == 1)
    #expect(try fixture.ledger.requestCount() == 1)
    #expect(try fixture.ledger.table("SELECT name FROM users").rows == [[.text("bob")]])
    #expect(try fixture.ledger.sourceFiles().map(\.path) == ["b.jsonl"])
    #expect(try fixture.faults() == [])
  }

  @Test func `what one import brought goes, be it of a file that was read before`() throws {
    let fixture = try Fixture()
    try fixture.add([Fixture.record(1)])
    try fixture.add([Fixture.record(1), Fixture.record(2)])
    let imports = try fixture.ledger.imports()
    #expect(imports.map(\.requests) == [1, 1])
    let forgotten = try fixture.ledger.forget(.importNumber(imports[0].number))
    #expect(forgotten.requests == 1)
    #expect(try fixture.ledger.requestCount() == 1)
    #expect(try fixture.ledger.imports().map(\.number) == [imports[1].number])
    #expect(try fixture.faults() == [])
  }

  @Test func `an import says how many requests forgetting it takes back, sums and parts too`()
    throws
  {
    let fixture = try Fixture()
    var sum = Fixture.record(1)
    sum.requests = 270
    var part = Fixture.record(2)
    part.requests = 0
    try fixture.add([sum, part, Fixture.record(3)])
    let known = try #require(try fixture.ledger.imports().first)
    // 270 + 0 + 1
    #expect(known.requests == 271)
    #expect(try fixture.ledger.forget(.importNumber(known.number)).requests == 271)
  }

  @Test func `a trial says what it would remove and removes nothing`() throws {
    let fixture = try Fixture()
    let record = Fixture.record(1, user: "ann")
    try fixture.add([record])
    let end = Instant(microseconds: record.occurredAt.microseconds + 1)
    #expect(try fixture.ledger.forget(.before(record.occurredAt), isTrial: true).requests == 0)
    #expect(try fixture.ledger.forget(.before(end), isTrial: true).requests == 1)
    #expect(try fixture.ledger.requestCount() == 1)
    #expect(try fixture.ledger.forget(.before(end)).requests == 1)
    #expect(try fixture.ledger.requestCount() == 0)
    #expect(try fixture.ledger.table("SELECT COUNT(*) FROM users").rows == [[.integer(0)]])
    #expect(try fixture.faults() == [])
  }
}
