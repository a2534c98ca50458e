import Testing
import Usage

@testable import Ledger

/// Usage that repeats usage below it counts not at all, whichever was read first.
struct CoveredSpanTests {
  @Test(arguments: [true, false])
  func `a span that repeats the calls below it in another file is not counted`(
    agentComesFirst: Bool
  ) throws {
    let fixture = try Fixture()
    let agent = Fixture.record(1, input: 300, flags: .keyIsSpan)
    let call = Fixture.record(2, input: 100, flags: .keyIsSpan)
    if agentComesFirst { try fixture.add([agent]) }
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let reading = try fixture.beginReading("calls.jsonl")
    _ = try writer.add([call], reading: reading)
    #expect(try writer.cover([agent.key]) == (agentComesFirst ? 1 : 0))
    try writer.commit()
    let again = try fixture.add([agent, call] + (10..<20).map { Fixture.record($0) })
    #expect(again.added == 10 && again.duplicates == 2)
    #expect(try fixture.ledger.requestCount() == 11)
    #expect(try fixture.faults() == [])
  }

  @Test(arguments: [true, false])
  func `a family of keys is covered whole, but for what is known by its own id`(
    piecesComeFirst: Bool
  ) throws {
    let fixture = try Fixture()
    func piece(_ low: Int64, flags: RecordFlags = .keyIsSpan) -> UsageRecord {
      var record = Fixture.record(1, input: 100, flags: flags)
      record.key = RequestKey(high: -7, low: low)
      return record
    }
    let pieces = [piece(0), piece(3), piece(5)]
    if piecesComeFirst { try fixture.add(pieces) }
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let reading = try fixture.beginReading("whole.jsonl")
    _ = try writer.add([Fixture.record(2), piece(9, flags: [])], reading: reading)
    #expect(try writer.cover([RequestKey(high: -7, low: 0)]) == (piecesComeFirst ? 3 : 0))
    try writer.commit()
    #expect(try fixture.add(pieces).duplicates == 3)
    #expect(try fixture.ledger.requestCount() == 2)
    #expect(try fixture.faults() == [])
  }

  @Test func `an agent's own sum counts again when the calls below it were forgotten`() throws {
    let fixture = try Fixture()
    let agent = Fixture.record(1, input: 300, flags: .keyIsSpan)
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    _ = try writer.add(
      [Fixture.record(2, input: 100, flags: .keyIsSpan)],
      reading: try fixture.beginReading("calls.jsonl"))
    _ = try writer.cover([agent.key])
    try writer.commit()
    _ = try fixture.ledger.forget(.file(path: "calls.jsonl"))
    #expect(try fixture.add([agent], file: "agents.jsonl").added == 1)
    #expect(try fixture.faults() == [])
  }

  @Test func `a response that is known by its own id is never taken out`() throws {
    let fixture = try Fixture()
    let call = Fixture.record(1)
    try fixture.add([call])
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    #expect(try writer.cover([call.key]) == 0)
    try writer.commit()
    #expect(try fixture.add([call], file: "b.jsonl").duplicates == 1)
    #expect(try fixture.ledger.requestCount() == 1)
  }

  @Test func `an open row gives way to the whole one, if it is this file's`() throws {
    let fixture = try Fixture()
    let open = Fixture.record(1, output: 17, flags: [.keyDerived, .rowIsOpen])
    try fixture.add([open], file: "a.csv")
    let whole = Fixture.record(2, output: 173, flags: .keyDerived)
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let reading = try fixture.beginReading("a.csv")
    let file = try #require(try fixture.ledger.sourceFile("a.csv")).number
    try fixture.ledger.noteOpenRows([open.key], ofFile: file)
    _ = try fixture.beginReading("b.csv")
    let other = try #require(try fixture.ledger.sourceFile("b.csv")).number
    try fixture.ledger.noteOpenRows([open.key], ofFile: other)
    // Another file with the same row has nothing to forget.
    try writer.forgetCutStreams(ofFile: other)
    #expect(try fixture.ledger.requestCount() == 1)
    try writer.forgetCutStreams(ofFile: file)
    #expect(try writer.add([whole], reading: reading).added == 1)
    try writer.commit()
    let rows = try fixture.ledger.rollupRows(in: .always, thresholds: fixture.ledger.thresholds)
    #expect(rows.map(\.tokens.output) == [173])
    #expect(try fixture.faults() == [])
  }
}
