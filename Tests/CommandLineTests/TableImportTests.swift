import Foundation
import TestSupport
import Testing

/// `tollbook import --map`: tables on the command line.
struct TableImportTests {
  static let table = "At,Model,In,Cached,Out\n2026-11-03 09:12:44,gpt-4o,1200,1000,85\n"
  static let map = "time=At,model=Model,input=In,cached=Cached,output=Out,provider:=openai"

  @Test func `a table is read with a map, which is kept and used by its name`() throws {
    let desk = try Desk()
    try desk.write(Self.table, to: "may.csv")
    let first = try desk.json(["import", "--map", Self.map, "--map-as", "bill", "may.csv"])
    #expect(try first.number("requests") == 1)
    try desk.write(Self.table.replacingOccurrences(of: "85", with: "90"), to: "june.csv")
    let second = try desk.json(["import", "--map", "bill", "june.csv"])
    #expect(try second.number("requests") == 1)
    let row = try #require(try desk.json(["usage"]).rows.first)
    #expect(try row.number("input_tokens") == 2400 && row.number("cached_tokens") == 2000)
    #expect(try row.number("output_tokens") == 175)
  }

  @Test func `a kept map has what was said beside it`() throws {
    let desk = try Desk()
    try desk.write(Self.table, to: "may.csv")
    try desk.output([
      "import", "--map", Self.map, "--map-as", "bill", "--tz", "Asia/Tokyo",
      "--input-excludes-cache", "may.csv",
    ])
    // Without the options of that day: 09:12 in Tokyo is 00:12 in UTC, and the cache stands beside.
    let other = try Desk()
    try other.write(Self.table, to: "may.csv")
    try other.output([
      "import", "--map",
      Self.map + ",input_excludes_cache:=yes,time_zone:=Asia/Tokyo", "may.csv",
    ])
    try desk.write(Self.table, to: "june.csv")
    #expect(try desk.json(["import", "--map", "bill", "june.csv"]).number("requests") == 0)
    for desk in [desk, other] {
      let usage = try desk.json(["usage", "--until", "2026-11-03T01:00:00Z"])
      #expect(try usage.rows.first?.number("input_tokens") == 2200)
    }
  }

  struct Mistake: Sendable {
    let arguments: [String]
    let status: Int32
    let says: [String]
  }

  @Test(arguments: [
    Mistake(
      arguments: ["--map", "input=Tokens", "may.csv"], status: 65,
      says: ["column Tokens", "At, Model, In, Cached, Out"]),
    Mistake(arguments: ["may.csv"], status: 65, says: ["5 columns", "--map", "At, Model"]),
    Mistake(
      arguments: ["--map", "inptu=In", "may.csv"], status: 64, says: ["inptu", "cache_read"]),
    Mistake(arguments: ["--map", "bill", "may.csv"], status: 64, says: ["bill", "--map-as bill"]),
    Mistake(arguments: ["--map-as", "bill", "may.csv"], status: 64, says: ["--map-as", "--map"]),
    Mistake(
      arguments: ["--map", "input=In", "--map-as", "a=b", "may.csv"], status: 64,
      says: ["a=b", "letters"]),
    Mistake(
      arguments: ["--map", "time=In,input=In", "may.csv"], status: 65,
      says: ["does not count from 1970", "time_base:="]),
    Mistake(
      arguments: ["--map", "time=In,input=In", "--at", "2026-11-01", "may.csv"], status: 65,
      says: ["without a unit", "time_unit:=s"]),
  ])
  func `a mistake is told with what to do about it, and leaves nothing behind`(
    _ mistake: Mistake
  ) throws {
    let desk = try Desk()
    try desk.write(Self.table, to: "may.csv")
    let run = try desk.run(["import"] + mistake.arguments)
    #expect(run.status == mistake.status)
    #expect(run.stdout.isEmpty)
    #expect(run.stderr.split(separator: "\n").count == 2)
    for words in mistake.says { #expect(run.stderr.contains(words), "\(run.stderr)") }
    // No map was kept.
    #expect(try desk.run(["import", "--map", "bill", "may.csv"]).status == 64)
  }
}
