import Foundation
import TestSupport
import Testing
import TollbookKit

/// Tables through the front door: maps that are kept, tables that grow, traces in pieces.
@Suite struct ColumnMapTests {
  private let folder: String
  private let tollbook: Tollbook

  init() throws {
    folder = try temporaryDirectory()
    tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try PriceBook.bundled(),
      now: Instant(seconds: 1_796_000_000))
  }

  private func write(_ text: String, _ name: String) throws -> String {
    let path = folder + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func load(_ path: String, _ map: String?) throws -> ImportSummary {
    var options = ImportOptions()
    options.columns = try map.map { try tollbook.columnMap($0) }
    return try tollbook.importLogs([path], options: options)
  }

  @Test func `a map that is kept is used by name, and travels with the ledger`() throws {
    let map = try tollbook.columnMap("time=At,input=In,output=Out,model:=gpt-4o")
    #expect(try tollbook.columnMapNames() == [])
    try tollbook.keepColumnMap(map, as: "bill")
    try tollbook.keepColumnMap(map, as: "another.one")
    // Who takes the place of another map learns what it was.
    let other = try tollbook.columnMap("input=In,output=Out")
    #expect(try tollbook.keepColumnMap(other, as: "another.one") == map.description)
    #expect(try tollbook.keepColumnMap(other, as: "another.one") == nil)
    #expect(try tollbook.columnMapNames() == ["another.one", "bill"])
    let elsewhere = Tollbook(
      ledgerPath: tollbook.ledgerPath, book: tollbook.book, now: tollbook.now)
    #expect(try elsewhere.columnMap("bill") == map)
    let path = try write("At,In,Out\n2026-11-03 09:12:44,100,20\n", "may.csv")
    #expect(try load(path, "bill").requests == 1)
    #expect(throws: TollbookError.self) { try tollbook.columnMap("bil") }
    #expect(throws: TollbookError.self) { try tollbook.keepColumnMap(map, as: "a b") }
    #expect(throws: TollbookError.self) { try tollbook.columnMap("inptu=In") }
  }

  @Test func `a table that grows adds its new rows, and one that is copied nothing`() throws {
    let map = "time=At,input=In,output=Out"
    let path = try write("At,In,Out\n2026-11-03 09:12:44,100,20\n2026-11-03 09:12:45,7,17", "a.csv")
    #expect(try load(path, map).requests == 2)
    #expect(try load(path, map).unchangedFiles == 1)
    // The last row was still being written: 173 tokens, not 17.
    let text = "At,In,Out\n2026-11-03 09:12:44,100,20\n2026-11-03 09:12:45,7,173\n"
    _ = try write(text + "2026-11-03 09:12:46,1,1\n", "a.csv")
    let grown = try load(path, map)
    #expect(grown.requests == 1)
    #expect(grown.completed == 1)
    let usage = try tollbook.usage(UsageQuestion())
    #expect(usage.total.requests == 3)
    #expect(usage.total.tokens.output.value == 20 + 173 + 1)
    #expect(try load(try write(text, "copy.csv"), map).requests == 0)
  }

  @Test func `another map is another reading, the same one is none`() throws {
    let path = try write("At,In,Out,M\n2026-11-03 09:12:44,100,20,gpt-4o\n", "a.csv")
    #expect(try load(path, "time=At,input=In,output=Out").requests == 1)
    #expect(try load(path, "time=At,input=In,output=Out").unchangedFiles == 1)
    let again = try load(path, "time=At,input=In,output=Out,model=M")
    #expect(again.requests == 0 && again.completed == 1)
  }

  @Test func `a corrected map says how to have the rows read anew`() throws {
    let path = try write("At,In,Out\n2026-11-03 09:12:44,20,100\n", "a.csv")
    _ = try load(path, "time=At,input=Out,output=In")
    let right = try load(path, "time=At,input=In,output=Out")
    let advice = "`tollbook forget --file \(path)`"
    #expect(right.report.notes.contains { $0.contains(advice) })
    #expect(try tollbook.usage(UsageQuestion()).total.tokens.output.value == 20)
    _ = try tollbook.forget(.file(path: path))
    let anew = try load(path, "time=At,input=In,output=Out")
    #expect(!anew.report.notes.contains { $0.contains(advice) })
    #expect(try tollbook.usage(UsageQuestion()).total.tokens.output.value == 100)
  }

  @Test func `a table without a map, or with a wrong one, is an error that helps`() throws {
    let path = try write("At,In,Out\n2026-11-03 09:12:44,100,20\n", "a.csv")
    let unmapped = try #require(try load(path, nil).failure([path]))
    #expect(
      unmapped.message.hasSuffix(
        "a.csv:1: a table of 3 columns, and nothing says what they mean"))
    #expect(unmapped.nextStep.contains("--map") && unmapped.nextStep.contains("At, In, Out"))
    let wrong = try #require(try load(path, "input=Inn").failure([path]))
    #expect(
      wrong.message.hasSuffix("a.csv:1: the map names a column Inn, which this table has not"))
    #expect(wrong.nextStep == "The table has the columns At, In, Out.")
    // In a folder it is a file like any other.
    _ = try write("{}", "b.json")
    #expect(try tollbook.importLogs([folder]).otherFiles.contains(path))
  }

  /// An agent, a step without usage, two calls: in one file, and in two, in either order.
  @Test(arguments: [[0, 1], [1, 0], [0, 1, 0, 1]])
  func `a trace that is cut in two files counts its calls once`(order: [Int]) throws {
    func span(_ id: String, _ parent: String?, _ input: Int, _ operation: String) -> String {
      let above = parent.map { #""parentSpanId":"\#($0)","# } ?? ""
      return """
        {"traceId":"f00d","spanId":"\(id)",\(above)"startTimeUnixNano":"1796000000000000000",\
        "attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"\(operation)"}},\
        {"key":"gen_ai.usage.input_tokens","value":{"intValue":"\(input)"}}]}
        """
    }
    func line(_ spans: [String]) -> String {
      #"{"resourceSpans":[{"scopeSpans":[{"spans":[\#(spans.joined(separator: ","))]}]}]}"# + "\n"
    }
    let calls = [span("a1", "c1", 10, "chat"), span("a2", "c1", 20, "chat")]
    let agent = [span("c1", nil, 30, "invoke_agent")]
    let files = [
      try write(line(calls), "09.jsonl"), try write(line(agent), "10.jsonl"),
    ]
    for number in order { _ = try load(files[number], nil) }
    let usage = try tollbook.usage(UsageQuestion())
    #expect(usage.total.requests == 2)
    #expect(usage.total.tokens.prompt == 30)
    #expect(try tollbook.faults() == [])
  }
}
