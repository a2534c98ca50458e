import Quantities
import Testing
import Usage

@testable import Importing

/// What the fields of a map mean, and which row is which request.
@Suite struct MappedRowTests {
  /// Reads a table of one row: names, values.
  private func only(
    _ columns: [(String, String)], _ map: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> UsageRecord? {
    let text =
      columns.map(\.0).joined(separator: ",") + "\n" + columns.map(\.1).joined(separator: ",")
      + "\n"
    var options = ImportOptions()
    options.columns = try ColumnMap(map)
    change(&options)
    let yield = read(text, path: "may.csv", options: options)
    #expect(yield.records.count <= 1)
    return yield.records.first
  }

  @Test func `cached is part of the input, cache_read stands beside it`() throws {
    let row = [("i", "1000"), ("c", "400"), ("o", "50")]
    #expect(
      try only(row, "input=i,cached=c,output=o")?.tokens
        == meters([.textInput: 600, .cachedTextInput: 400, .textOutput: 50]))
    let beside = meters([.textInput: 1000, .cachedTextInput: 400, .textOutput: 50])
    #expect(try only(row, "input=i,cache_read=c,output=o")?.tokens == beside)
    #expect(
      try only(row, "input=i,cached=c,output=o,input_excludes_cache:=yes")?.tokens == beside)
    #expect(
      try only(row, "input=i,cached=c,output=o") { $0.inputExcludesCache = true }?.tokens == beside)
  }

  @Test func `reasoning is part of the output, thinking stands beside it`() throws {
    let row = [("i", "10"), ("o", "500"), ("r", "300"), ("t", "510")]
    #expect(
      try only(row, "input=i,output=o,reasoning=r")?.tokens
        == meters([.textInput: 10, .textOutput: 200, .thinking: 300]))
    #expect(
      try only(row, "input=i,output=o,thinking=r")?.tokens
        == meters([.textInput: 10, .textOutput: 500, .thinking: 300]))
    // A total of 10 + 500 says that the 300 are inside, whatever they are called.
    #expect(
      try only(row, "input=i,output=o,thinking=r,total=t")?.tokens
        == meters([.textInput: 10, .textOutput: 200, .thinking: 300]))
  }

  @Test func `cache writes go by how long they are kept`() throws {
    let row = [("i", "1000"), ("r", "400"), ("a", "100"), ("b", "30"), ("o", "5")]
    #expect(
      try only(row, "input=i,cache_read=r,cache_write_5m=a,cache_write_1h=b,output=o")?.tokens
        == meters([
          .textInput: 1000, .cachedTextInput: 400, .cacheWrite5m: 100, .cacheWrite1h: 30,
          .textOutput: 5,
        ]))
    // Inside the input: 1000 − 400 − 100 − 30 are fresh.
    #expect(
      try only(row, "input=i,cached=r,cache_write=a,cache_write_30m=b,output=o")?.tokens
        == meters([
          .textInput: 470, .cachedTextInput: 400, .cacheWrite5m: 100, .cacheWrite30m: 30,
          .textOutput: 5,
        ]))
  }

  @Test func `kinds of tokens are parts of the input and the output`() throws {
    let row = [("i", "100"), ("ia", "60"), ("c", "30"), ("ca", "10"), ("o", "50"), ("oi", "40")]
    #expect(
      try only(
        row,
        "input=i,audio_input=ia,cached=c,cached_audio=ca,output=o,image_output=oi"
      )?.tokens
        == meters([
          .textInput: 20, .audioInput: 50, .cachedTextInput: 20, .cachedAudioInput: 10,
          .textOutput: 10, .imageOutput: 40,
        ]))
  }

  @Test func `constants and columns say everything else`() throws {
    let record = try #require(
      try only(
        [("i", "5"), ("m", "models/gemini-2.5-flash"), ("l", "812.4"), ("s", "3"), ("t", "batch")],
        "input=i,model=m,latency_ms=l,searches=s,tier=t,provider:=vertex_ai,user:=ops,"
          + "feature:=chat,label.team:=blue,tool_use=i"))
    #expect(record.series.requestedModel == "gemini-2.5-flash")
    #expect(record.series.provider == .googleVertex)
    #expect(record.series.serviceTier == .batch)
    #expect(record.series.labels["feature"] == "chat" && record.series.labels["team"] == "blue")
    #expect(record.user == "ops")
    #expect(record.latencyMilliseconds == 812 && record.searchQueries == 3)
    #expect(record.tokens.toolUse == 5)
  }

  @Test func `a row may stand for many requests, whose prompts nobody knows`() throws {
    let row = [("n", "285"), ("i", "300000"), ("o", "5")]
    let record = try #require(try only(row, "requests=n,input=i,output=o"))
    #expect(record.requests == 285)
    #expect(record.flags.contains(.promptIsSum))
    let one = try #require(try only([("n", "1"), ("i", "3")], "requests=n,input=i"))
    #expect(one.requests == 1 && !one.flags.contains(.promptIsSum))
    // Requests whose tokens were not counted are requests all the same.
    let uncounted = try #require(try only([("n", "9"), ("i", "")], "requests=n,input=i"))
    #expect(uncounted.requests == 9 && uncounted.tokens.isEmpty)
    #expect(try only([("n", "0"), ("i", "0")], "requests=n,input=i") == nil)
  }

  @Test func `a status says that a request was cut or failed`() throws {
    let cut = try only([("i", "5"), ("s", "incomplete")], "input=i,status=s")
    #expect(cut?.flags.contains(.incomplete) == true)
    #expect(try only([("i", ""), ("s", "500")], "input=i,status=s") == nil)
    #expect(try only([("i", "5"), ("s", "200")], "input=i,status=s")?.tokens.prompt == 5)
  }

  // MARK: Identity

  @Test func `a vendor's id makes a row the same request as the vendor's own body`() throws {
    let own = try #require(read(R.response).records.first)
    let row = try #require(
      try only(
        [("i", "1000"), ("id", R.id), ("m", "gemini-2.5-flash")], "input=i,id=id,model=m"))
    #expect(row.key == own.key)
    // Without a word that it is Google's, it is an id like any other.
    let other = try #require(try only([("i", "1000"), ("id", R.id)], "input=i,id=id"))
    #expect(other.key != own.key)
    #expect(!other.flags.contains(.keyDerived))
  }

  @Test func `rows without an id are told apart by their text, and by how often it came before`()
    throws
  {
    var options = ImportOptions()
    options.columns = try ColumnMap("input=In,output=Out")
    let first = read("In,Out\n1,2\n1,2\n3,4\n", path: "a.csv", options: options).records
    #expect(Set(first.map(\.key)).count == 3)
    #expect(first.allSatisfy { $0.flags.contains(.keyDerived) })
    let again = read("In,Out\r\n1,2\r\n1,2\r\n3,4", path: "b.csv", options: options).records
    #expect(again.map(\.key) == first.map(\.key))
    // A table that has grown adds what is new.
    let grown = read("In,Out\n1,2\n1,2\n3,4\n1,2\n", path: "a.csv", options: options).records
    #expect(Set(grown.map(\.key)).subtracting(first.map(\.key)).count == 1)
  }

  @Test func `one trace played at two times is two days of usage`() throws {
    let text = "{\"t\":5,\"in\":1}\n"
    func key(_ base: String, _ unit: String = "s") throws -> RequestKey? {
      var options = ImportOptions()
      options.columns = try ColumnMap("time=t,input=in,time_unit:=\(unit),time_base:=\(base)")
      return read(text, options: options).records.first?.key
    }
    #expect(try key("2026-11-01T00:00:00Z") == key("2026-11-01T00:00:00Z"))
    #expect(try key("2026-11-01T00:00:00Z") != key("2026-11-02T00:00:00Z"))
  }
}
