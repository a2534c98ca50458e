import Quantities
import Testing
import Usage

@testable import Importing

/// Tables whose figures can be read in two ways are not read in either.
struct TableFigureTests {
  private func read(_ text: String, _ map: String) throws -> Yield {
    var options = ImportOptions()
    options.columns = try ColumnMap(map)
    options.time = Instant(iso8601: "2026-09-01T00:00:00Z")
    return ImportingTests.read(text, path: "may.csv", options: options)
  }

  @Test(arguments: [";", "\t", "|"])
  func `a point that may group thousands is refused where no comma is the delimiter`(
    _ delimiter: String
  ) throws {
    let text = """
      In,Out,Version
      1.000,5,1.000
      12.000,5,a
      1.234.567,5,a
      7,1.000,a
      8,9,1.000
      12.0,3,a
      1.0000,2,a

      """.replacing(",", with: delimiter)
    let yield = try read(text, "input=In,output=Out,label.v=Version")
    #expect(yield.records.map(\.tokens.prompt) == [8, 12, 1])
    #expect(yield.records.map { $0.series.labels["v"] } == ["1.000", "a", "a"])
    #expect(yield.quarantined.map(\.code) == Array(repeating: "bad_count", count: 4))
    #expect(yield.quarantined.map(\.place.line) == [2, 3, 4, 5])
    #expect(
      yield.quarantined.first?.explanation
        == "input has a point that may group thousands; write it without")
  }

  @Test func `a point in a table of commas begins a fraction`() throws {
    let yield = try read("In,Out\n1.000,5\n1.234,5\n", "input=In,output=Out")
    #expect(yield.records.map(\.tokens.prompt) == [1])
    #expect(yield.quarantined.map(\.code) == ["bad_count"])
  }

  @Test func `a map that counts the same tokens twice is refused`() throws {
    for (map, part, beside) in [
      ("input=a,cached=b,cache_read=c", "cached", "cache_read"),
      ("input=a,thinking=b,reasoning=c", "reasoning", "thinking"),
    ] {
      let error = #expect(throws: ColumnMapError.self) { try ColumnMap(map) }
      #expect(error == .contradicting(part, beside))
      #expect(error?.message == "\(part) and \(beside) count the same tokens")
    }
    #expect(throws: ColumnMapError.needsColumn("time")) { try ColumnMap("time:=2026,input=a") }
    #expect(ColumnMapError.needsColumn("time").nextStep.contains("--at"))
  }

  @Test func `a name that two columns have says neither`() throws {
    let text = "In,In,Out\n1,2,3\n"
    let yield = try read(text, "input=In,output=Out")
    #expect(yield.records.isEmpty)
    #expect(yield.quarantined.map(\.code) == ["ambiguous_column"])
    #expect(
      yield.quarantined.first?.remedy == "Name it by its number, as #2; the table has the columns "
        + "In, In, Out.")
    #expect(try read(text, "input=#2,output=Out").records.map(\.tokens.prompt) == [2])
    // One that the map does not name may stand there as often as it likes.
    #expect(try read("In,x,x,Out\n1,2,2,3\n", "input=In,output=Out").records.count == 1)
  }

  @Test func `rows of no request are sums, in no context band`() throws {
    let yield = try read(
      "n,In,Out\n0,300000,10\n2,7,1\n1,5,1\n0,0,0\n", "requests=n,input=In,output=Out")
    #expect(yield.records.map(\.requests) == [0, 2, 1])
    #expect(yield.records.map { $0.flags.contains(.promptIsSum) } == [true, true, false])
    #expect((yield.counts.sums, yield.counts.requests) == (1, 3))
    #expect(yield.counts.foundAnything)
  }

  @Test(arguments: ["0001-01-01T00:00:00Z", "9999-12-31", "1970-01-01 00:00", "2101-01-01", "-1"])
  func `what is no time of a request is set aside in a table`(_ time: String) throws {
    let yield = try read("At,In\n\(time),5\n2026-11-03,6\n", "time=At,input=In")
    #expect(yield.records.map(\.tokens.prompt) == [6])
    #expect(yield.quarantined.map(\.code) == ["bad_field"])
  }

  @Test(arguments: ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "1970-01-01T00:00:00Z"])
  func `what is no time of a request is none in a response`(_ time: String) throws {
    let yield = ImportingTests.read(
      String(R.response.dropLast()) + #","createTime":"\#(time)"}"#)
    let record = try #require(yield.records.first)
    #expect(record.flags.contains(.timeFilledIn))
    #expect(yield.counts.timesFilledIn + yield.counts.timesFromID == 1)
  }
}
