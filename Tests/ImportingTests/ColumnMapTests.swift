import Quantities
import Testing
import Usage

@testable import Importing

/// The text of a map, and the times it tells how to read.
@Suite struct ColumnMapTests {
  @Test func `a map is read with its quotes, spaces and constants`() throws {
    let map = try ColumnMap(
      " time = Time ,input=\"tokens, in\",output=\"a=b\" , model:=gpt-4, label.team=T\n")
    #expect(
      map.columns.map(\.path.name) == ["Time", "tokens, in", "a=b", "T"])
    #expect(map.columns.map(\.field) == [.time, .input, .output, .label("team")])
    #expect(map.constants.model == "gpt-4")
    #expect(map.says("model") && map.says("label.team") && !map.says("user"))
    #expect(ColumnMap.isMap("a=b") && !ColumnMap.isMap("bill"))
  }

  struct Fault: Sendable {
    let text: String
    let error: ColumnMapError
  }

  @Test(arguments: [
    Fault(text: "time", error: .noEquals("time")),
    Fault(text: "input=a,output", error: .noEquals("output")),
    Fault(text: "inptu=a", error: .unknownField("inptu")),
    Fault(text: "inptu:=a", error: .unknownField("inptu")),
    Fault(text: "label.=a", error: .unknownField("label.")),
    Fault(text: "input=a,input=b", error: .repeated("input")),
    Fault(text: "input=", error: .empty("input")),
    Fault(text: "input= ,output=b", error: .empty("input")),
    Fault(text: "input=\"a", error: .unclosedQuote("input")),
    Fault(text: "input=\"a\"b", error: .unclosedQuote("input")),
    Fault(text: "input=a,time_unit=b", error: .needsConstant("time_unit")),
    Fault(text: "input:=5", error: .needsColumn("input")),
    Fault(text: "time=a,model=b", error: .countsNothing),
    Fault(text: "", error: .countsNothing),
    Fault(
      text: "input=a,tier:=gold",
      error: .badValue(
        "tier", "gold", expected: "standard, batch, flex, priority, fast or free")),
    Fault(
      text: "input=a,time_base:=today",
      error: .badValue("time_base", "today", expected: "a time such as 2026-11-30T12:00:00Z")),
    Fault(
      text: "input=a,time_zone:=Mars/Base",
      error: .badValue("time_zone", "Mars/Base", expected: "a time zone such as Europe/Berlin")),
    Fault(
      text: "input=a,input_excludes_cache:=maybe",
      error: .badValue("input_excludes_cache", "maybe", expected: "yes or no")),
  ])
  func `what is wrong with a map is said, with what would be right`(_ fault: Fault) {
    #expect(throws: fault.error) { try ColumnMap(fault.text) }
    #expect(!fault.error.message.isEmpty && fault.error.nextStep.hasSuffix("."))
  }

  @Test func `every field of the documentation is a field`() throws {
    for (name, _) in ColumnMap.fields {
      let map = try ColumnMap("\(name)=a,\(name == "input" ? "output" : "input")=b")
      #expect(map.columns.count == 2)
    }
  }

  // MARK: Times

  private func time(_ text: String, _ map: String = "") throws -> UsageRecord? {
    var options = ImportOptions()
    options.columns = try ColumnMap("time=t,input=n" + map)
    let yield = read("t;n\n\"\(text)\";1\n", path: "x.csv", options: options)
    #expect(yield.records.count + yield.quarantined.count == 1)
    return yield.records.first
  }

  struct Written: Sendable {
    let text: String
    let map: String
    let instant: String

    init(_ text: String, _ instant: String, _ map: String = "") {
      self.text = text
      self.map = map
      self.instant = instant
    }
  }

  @Test(arguments: [
    Written("2026-11-03T09:12:44.5Z", "2026-11-03T09:12:44.5Z"),
    Written("2026-11-03T18:12:44+09:00", "2026-11-03T09:12:44Z"),
    Written("2026-11-03 09:12:44 UTC", "2026-11-03T09:12:44Z"),
    Written("2023-11-16 18:17:03.9799600", "2023-11-16T18:17:03.979960Z"),
    Written("2026-11-03 09:12", "2026-11-03T09:12:00Z"),
    Written("2026-11-03", "2026-11-03T00:00:00Z"),
    // 1796006044 s after 1970 is 2026-11-30T02:34:04Z.
    Written("1796006044", "2026-11-30T02:34:04Z"),
    Written("1796006044.25", "2026-11-30T02:34:04.25Z"),
    Written("1796006044250", "2026-11-30T02:34:04.25Z"),
    Written("1796006044250000", "2026-11-30T02:34:04.25Z"),
    Written("1796006044250000000", "2026-11-30T02:34:04.25Z"),
    Written("1796006044", "2026-11-30T02:34:04Z", ",time_unit:=s"),
    // 90 minutes after a beginning.
    Written("1.5", "2026-11-01T01:30:00Z", ",time_unit:=h,time_base:=2026-11-01T00:00:00Z"),
    Written("5400000", "2026-11-01T01:30:00Z", ",time_unit:=ms,time_base:=2026-11-01T00:00:00Z"),
    Written("90", "2026-11-01T01:30:00Z", ",time_unit:=min,time_base:=2026-11-01T00:00:00Z"),
    Written("0", "2026-11-01T00:00:00Z", ",time_unit:=d,time_base:=2026-11-01T00:00:00Z"),
  ])
  func `a time is understood in every way in which tables write it`(_ written: Written) throws {
    let record = try #require(try time(written.text, written.map))
    #expect(record.occurredAt == Instant(iso8601: written.instant))
    #expect(!record.flags.contains(.timeFilledIn))
  }

  @Test(arguments: [
    ("yesterday", "bad_field"), ("11/03/2026 09:12", "bad_field"), ("2026-13-01", "bad_field"),
    ("5", "time_needs_base"), ("99999999999999999999", "time_needs_base"),
  ])
  func `a time that is none is set aside`(_ text: String, _ code: String) throws {
    var options = ImportOptions()
    options.columns = try ColumnMap("time=t,input=n")
    let yield = read("t,n\n\(text),1\n", path: "x.csv", options: options)
    #expect(yield.quarantined.map(\.code) == [code])
    #expect(yield.records.isEmpty)
  }

  @Test func `--at is the beginning of times that count from one, and needs their unit`() throws {
    var options = ImportOptions()
    options.columns = try ColumnMap("time=t,input=n")
    options.time = Instant(iso8601: "2026-11-01T00:00:00Z")
    let without = read("t,n\n30,1\n", path: "x.csv", options: options)
    #expect(without.quarantined.map(\.code) == ["time_needs_unit"])
    #expect(without.quarantined.first?.remedy?.contains("time_unit:=s") == true)
    options.columns = try ColumnMap("time=t,input=n,time_unit:=s")
    let with = read("t,n\n30,1\n", path: "x.csv", options: options)
    #expect(with.records.map(\.occurredAt) == [Instant(iso8601: "2026-11-01T00:00:30Z")])
  }

  @Test func `an empty time is filled in like every other`() throws {
    var options = ImportOptions()
    options.columns = try ColumnMap("time=t,input=n")
    let yield = read("t,n\n,1\n", path: "x.csv", options: options)
    #expect(yield.records.first?.flags.contains(.timeFilledIn) == true)
  }

  @Test func `a time without a zone is in the zone of the map`() throws {
    let tokyo = try TimeZoneRules.load(name: "Asia/Tokyo", directories: ["/usr/share/zoneinfo"])
    let newYork = try TimeZoneRules.load(
      name: "America/New_York", directories: ["/usr/share/zoneinfo"])
    func read(_ text: String, _ zone: TimeZoneRules) throws -> Instant? {
      var options = ImportOptions()
      options.columns = try ColumnMap("time=t,input=n", zone: zone)
      return ImportingTests.read("t,n\n\(text),1\n", path: "x.csv", options: options)
        .records.first?.occurredAt
    }
    #expect(
      try read("2026-11-03 09:12:44", tokyo) == Instant(iso8601: "2026-11-03T00:12:44Z"))
    #expect(try read("2026-11-03", tokyo) == Instant(iso8601: "2026-11-02T15:00:00Z"))
    // One that says where it is meant is not touched.
    #expect(
      try read("2026-11-03T09:12:44Z", tokyo) == Instant(iso8601: "2026-11-03T09:12:44Z"))
    // New York's clocks: 2026-03-08 02:00 became 03:00; 2026-11-01 02:00 became 01:00 again.
    #expect(
      try read("2026-03-08 01:59:59", newYork) == Instant(iso8601: "2026-03-08T06:59:59Z"))
    #expect(
      try read("2026-03-08 03:00:00", newYork) == Instant(iso8601: "2026-03-08T07:00:00Z"))
    #expect(
      try read("2026-03-08 02:30:00", newYork) == Instant(iso8601: "2026-03-08T07:30:00Z"))
    #expect(
      try read("2026-11-01 00:30:00", newYork) == Instant(iso8601: "2026-11-01T04:30:00Z"))
    #expect(
      try read("2026-11-01 01:30:00", newYork) == Instant(iso8601: "2026-11-01T05:30:00Z"))
    #expect(
      try read("2026-11-01 02:00:00", newYork) == Instant(iso8601: "2026-11-01T07:00:00Z"))
    #expect(
      try read("2026-11-01 12:00:00", newYork) == Instant(iso8601: "2026-11-01T17:00:00Z"))
  }

  @Test func `a fractional count of nanoseconds is not lost, and size is no danger`() {
    func number(_ text: String) -> DecimalNumber? {
      Array(text.utf8).withUnsafeBufferPointer { DecimalNumber($0) }
    }
    #expect(number("12.5")?.billionths == 500_000_000)
    #expect(number("0.0000000019")?.billionths == 1)
    #expect(number("9999999999999999999999999")?.whole == 9_999_999_999_999_999_999_999_999)
    #expect(number("1.7957e9")?.whole == 1_795_700_000)
    #expect(number("17957000005e-1") == number("1795700000.5"))
    #expect(number("5e-10")?.billionths == 0)
    for text in ["", ".", "1.", ".5", "-1", "1e", "1e26", "1_0", "99999999999999999999999999"] {
      #expect(number(text) == nil, "\(text)")
    }
  }
}
