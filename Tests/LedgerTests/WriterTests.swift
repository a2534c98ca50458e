import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// One request is one record, however often it is read.
struct WriterTests {
  @Test func `a request that is read again is a duplicate`() throws {
    let fixture = try Fixture()
    let first = try fixture.add([Fixture.record(1), Fixture.record(2), Fixture.record(1)])
    #expect(first.added == 2)
    #expect(first.duplicates == 1)
    let again = try fixture.add([Fixture.record(2), Fixture.record(3)], file: "b.jsonl")
    #expect(again.added == 1)
    #expect(again.duplicates == 1)
    #expect(again.completed == 0)
    #expect(try fixture.ledger.requestCount() == 3)
  }

  /// Records are inserted eight to a statement, which one known record makes fail.
  @Test(arguments: 0..<20)
  func `a known record among new ones costs the others nothing`(place: Int64) throws {
    let fixture = try Fixture()
    let records = (0..<20).map { Fixture.record($0, input: 100 + $0) }
    let known = Fixture.record(place, input: 100 + place)
    try fixture.add([known])
    let outcome = try fixture.add(records + [known], file: "b.jsonl")
    #expect(outcome.added == 19)
    #expect(outcome.duplicates == 2)
    let again = try fixture.add(records, file: "c.jsonl")
    #expect(again.added == 0)
    #expect(again.duplicates == 20)
    #expect(try fixture.ledger.requestCount() == 20)
    #expect(try fixture.faults() == [])
  }

  @Test(arguments: [true, false])
  func `a cut stream is completed by the whole one, and never the other way round`(
    cutComesFirst: Bool
  ) throws {
    let fixture = try Fixture()
    let cut = Fixture.record(1, input: 100, output: 3, user: "ann", flags: .incomplete)
    let whole = Fixture.record(1, input: 100, output: 850, user: "ann")
    let first = try fixture.add([cutComesFirst ? cut : whole])
    #expect(first.added == 1)
    #expect(try fixture.ledger.incompleteRequests(in: .always) == (cutComesFirst ? 1 : 0))
    let second = try fixture.add([cutComesFirst ? whole : cut])
    #expect(second.completed == (cutComesFirst ? 1 : 0))
    #expect(second.duplicates == (cutComesFirst ? 0 : 1))
    let rows = try fixture.ledger.rollupRows(in: .always, thresholds: fixture.ledger.thresholds)
    #expect(rows.map(\.tokens.output) == [850])
    #expect(rows.map(\.requests) == [1])
    #expect(try fixture.ledger.incompleteRequests(in: .always) == 0)
    #expect(try fixture.faults() == [])
  }

  @Test(arguments: [true, false])
  func `of two copies that are equally full the earlier time stands`(laterComesFirst: Bool) throws {
    let fixture = try Fixture()
    let times = [try instant("2026-11-30T23:59:59Z"), try instant("2026-12-01T00:00:00Z")]
    for time in laterComesFirst ? times.reversed() : times {
      try fixture.add([Fixture.record(1, at: time, user: "ann")])
    }
    let rows = try fixture.ledger.rollupRows(in: .always, thresholds: fixture.ledger.thresholds)
    #expect(rows.map(\.slot) == [times[0].slot])
    #expect(rows.map(\.requests) == [1])
    #expect(try fixture.faults() == [])
  }

  @Test func `a cut stream of another quarter, model and user leaves nothing behind`() throws {
    let fixture = try Fixture()
    let december = try instant("2026-12-01T00:00:00Z")
    let cut = Fixture.record(
      1, at: december, user: "bob", model: "gemini-2.5-pro", flags: .incomplete)
    let whole = Fixture.record(1, at: try instant("2026-11-30T23:59:59Z"), user: "ann")
    try fixture.add([cut])
    try fixture.add([whole])
    let rows = try fixture.ledger.rollupRows(in: .always, thresholds: fixture.ledger.thresholds)
    #expect(rows.map(\.series.model) == ["gemini-2.5-flash"])
    #expect(try fixture.ledger.activity(in: Period(from: december)).users == 0)
    #expect(try fixture.faults() == [])
  }

  @Test func `no name outlasts an import in which no record of it stands`() throws {
    let fixture = try Fixture()
    let names = "SELECT name FROM users ORDER BY name"
    try fixture.add([Fixture.record(1, user: "bob"), Fixture.record(2, user: "eve")])
    // The first name stands; the second comes to nothing, and takes nobody's place.
    try fixture.add([Fixture.record(1, user: "ann"), Fixture.record(2, user: "zoe")])
    #expect(try fixture.ledger.table(names).rows == [[.text("ann")], [.text("eve")]])
    #expect(try fixture.faults() == [])
  }

  @Test func `labels and users come back as they were, whatever letters they have`() throws {
    let fixture = try Fixture()
    var record = Fixture.record(1, user: "O'Neil \"x\" \\ \u{1} 日本")
    record.series.labels = Labels([
      "a\"b": "c\\d", "new\nline": "tab\t", "日本": "🙂", "empty": "",
    ])
    try fixture.add([record])
    let rows = try fixture.ledger.rollupRows(
      in: .always, thresholds: fixture.ledger.thresholds, byUser: true)
    #expect(rows.map(\.series.labels) == [record.series.labels])
    #expect(rows.map(\.user) == [record.user])
    let json = try fixture.ledger.table(
      #"SELECT json_extract(labels, '$."日本"') FROM usage_series"#)
    #expect(json.rows == [[.text("🙂")]])
  }

  @Test func `two writers on one file do not count a request twice`() throws {
    let fixture = try Fixture()
    let other = try Ledger(
      path: fixture.path, access: .readWrite, thresholds: fixture.ledger.thresholds)
    let writers = [try LedgerWriter(fixture.ledger), try LedgerWriter(other)]
    // Both have looked at the ledger while it was empty.
    for writer in writers {
      try writer.begin()
      try writer.commit()
    }
    for (number, writer) in writers.enumerated() {
      try writer.begin()
      let outcome = try writer.add(
        [Fixture.record(1, user: "ann"), Fixture.record(Int64(2 + number), user: "bob")],
        reading: try fixture.beginReading(
          "a.jsonl", of: number == 0 ? fixture.ledger : other))
      #expect(outcome.duplicates == number)
      try writer.commit()
    }
    #expect(try other.requestCount() == 3)
    #expect(try other.table("SELECT COUNT(*) FROM usage_series").rows == [[.integer(1)]])
    #expect(try fixture.faults() == [])
  }

  @Test func `what is known of a file is kept, and what was set aside is set aside anew`() throws {
    let fixture = try Fixture()
    let writer = try LedgerWriter(fixture.ledger)
    var counts = SourceFileCounts()
    counts.requests = 4
    counts.quarantined = 1
    var record = SourceFileRecord(
      size: 12, modifiedAt: Instant(seconds: -5), changedAt: Instant(seconds: 5),
      optionsDigest: "d", isComplete: true, counts: counts)
    record.head = ContentPrint(length: 4, hash: "h")
    record.read = ContentPrint(length: 8, hash: "r")
    record.nextLine = 3
    for line in [7, 9] as [Int64] {
      try writer.begin()
      let reading = try fixture.beginReading("a.jsonl")
      try writer.setAside(
        PlaceSetAside(line: line, byteOffset: 1, code: "not_json", explanation: "x"),
        reading: reading)
      let file = try #require(try fixture.ledger.sourceFile("a.jsonl"))
      try fixture.ledger.endPlaces(ofFile: file.number, at: 12)
      try fixture.ledger.endSourceFile(file.number, record)
      try writer.commit()
    }
    #expect(try fixture.ledger.sourceFile("a.jsonl")?.record == record)
    #expect(
      try fixture.ledger.sourceFiles(beginningWith: record.head).map(\.record) == [record])
    #expect(
      try fixture.ledger.sourceFiles(beginningWith: ContentPrint(length: 5, hash: "h")) == [])
    #expect(try fixture.ledger.sourceFile("b.jsonl") == nil)
    #expect(try fixture.ledger.sourceTotals().files == 1)
    #expect(try fixture.ledger.placesSetAside() == 1)
    #expect(try fixture.ledger.table("SELECT line FROM quarantine").rows == [[.integer(9)]])
  }

  @Test func `the secret for hashing users is made once`() throws {
    let fixture = try Fixture()
    let key = try fixture.ledger.userHashKey()
    let reopened = try Ledger(path: fixture.path, access: .readWrite)
    #expect(try reopened.userHashKey() == key)
    #expect(try Fixture().ledger.userHashKey() != key)
  }
}
