import Foundation
import TestSupport
import Testing

/// `tollbook import` with everything that can be said on its command line.
struct ImportTests {
  /// The tokens of reference record R, as `usage` shows them.
  private func expectReference(_ row: JSONObject?, requests: Int = 1) throws {
    let row = try #require(row)
    #expect(try row.number("requests") == requests)
    #expect(try row.number("input_tokens") == 1000 * requests)
    #expect(try row.number("cached_tokens") == 400 * requests)
    #expect(try row.number("tool_use_tokens") == 50 * requests)
    #expect(try row.number("output_tokens") == 200 * requests)
    #expect(try row.number("thinking_tokens") == 300 * requests)
    #expect(try row.number("total_tokens") == 1550 * requests)
  }

  @Test func `standard input is read, and read again it adds nothing`() throws {
    let desk = try Desk()
    let line = Desk.referenceLine("r1")
    try desk.output(["import", "-"], stdin: line)
    try desk.output(["import", "-"], stdin: line + Desk.referenceLine("r2"))
    try expectReference(try desk.json(["usage"]).rows.first, requests: 2)
    let cost = try desk.json(["cost"]).rows.first
    #expect(cost?.text("cost_usd") == "0.002914")
    // Both readings count in what every report says of its logs.
    #expect(try desk.json(["status"]).text("duplicates") == "1")
    _ = try desk.output(["verify"])
  }

  @Test func `a compressed log is read as it is`() throws {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "log.jsonl")
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", desk.folder + "/log.jsonl"]
    try gzip.run()
    gzip.waitUntilExit()
    try #require(gzip.terminationStatus == 0)
    try desk.output(["import", "log.jsonl.gz"])
    try expectReference(try desk.json(["usage"]).rows.first)
  }

  @Test func `what a log does not say is said by options`() throws {
    let desk = try Desk()
    try desk.write(Desk.bareResponse, to: "answer.json")
    let counts = try desk.json([
      "import", "answer.json", "--model", "gemini-2.5-flash", "--at", "2026-11-03T23:30:00Z",
      "--provider", "google-vertex", "--service-tier", "batch", "--label", "feature=chat",
      "--label", "app-version=2.4.0", "-l", "team=red=blue",
    ])
    #expect(try counts.number("requests") == 1)
    #expect(try counts.number("models_filled_in") == 1)
    #expect(try counts.number("times_filled_in") == 1)
    #expect(try counts.number("providers_assumed") == 0)
    let keys = "provider,model,day,service-tier,feature,app-version,label:team"
    let row = try desk.json(["usage", "--by", keys, "--tz", "Asia/Tokyo"]).rows.first
    try expectReference(row)
    #expect(row?.text("provider") == "google-vertex")
    #expect(row?.text("model") == "gemini-2.5-flash")
    #expect(row?.text("day") == "2026-11-04")
    #expect(row?.text("service_tier") == "batch")
    #expect(row?.text("feature") == "chat")
    #expect(row?.text("app_version") == "2.4.0")
    #expect(row?.text("team") == "red=blue")
  }

  @Test func `a day given with --at begins in the time zone of --tz`() throws {
    let desk = try Desk()
    try desk.write(Desk.bareResponse, to: "answer.json")
    try desk.output([
      "import", "answer.json", "--model", "gemini-2.5-flash", "--at", "2026-11-03", "--tz",
      "Asia/Tokyo",
    ])
    #expect(try desk.json(["usage", "--by", "day"]).rows.first?.text("day") == "2026-11-02")
  }

  @Test func `without a model a request is kept, and is not free`() throws {
    let desk = try Desk()
    try desk.write(Desk.bareResponse, to: "answer.json")
    let counts = try desk.json(["import", "answer.json"])
    #expect(try counts.number("models_unknown") == 1)
    let run = try desk.run(["cost", "--format", "json", "--fail-on", "unpriced"])
    #expect(run.status == 1)
    let row = try #require(JSONObject(run.stdout).rows.first)
    #expect(try row.number("unpriced_requests") == 1)
    #expect(try row.number("unpriced_tokens") == 1550)
    #expect(row.text("cost_usd") == nil || row.text("cost_usd") == "0")
  }

  @Test func `the user stands where --user-field says`() throws {
    let desk = try Desk()
    let line = Desk.bareResponse.replacingOccurrences(
      of: "{\"candidates\"", with: "{\"meta\":{\"uid\":\"ann\"},\"candidates\"")
    try desk.write(line, to: "answer.json")
    try desk.output(["import", "answer.json", "--user-field", "meta.uid"])
    #expect(try desk.json(["usage", "--by", "user"]).rows.first?.text("user") == "ann")
  }

  @Test func `hashed users are told apart, and their names are in no byte of the ledger`() throws {
    let desk = try Desk()
    let names = ["ann.example@mail.test", "bob.example@mail.test"]
    let lines = names.enumerated().flatMap { number, name in
      (1...3).map { Desk.referenceLine("r\(number)-\($0)", user: name) }
    }
    try desk.write(lines.joined(), to: "log.jsonl")
    try desk.output(["import", "log.jsonl", "--hash-users"])
    let rows = try desk.json(["usage", "--by", "user"]).rows
    #expect(rows.count == 2)
    for row in rows { try expectReference(row, requests: 3) }
    let bytes = try desk.ledgerBytes()
    for name in names { #expect(bytes.range(of: Data(name.utf8)) == nil) }

    // In another import the same user has the same hash; in another ledger, another one.
    try desk.write(Desk.referenceLine("r9", user: names[0]), to: "more.jsonl")
    try desk.output(["import", "more.jsonl", "--hash-users"])
    #expect(try desk.json(["usage", "--by", "user"]).rows.count == 2)
    let other = try Desk()
    try other.write(lines.joined(), to: "log.jsonl")
    try other.output(["import", "log.jsonl", "--hash-users"])
    let hashes = [rows, try other.json(["usage", "--by", "user"]).rows]
      .map { Set($0.compactMap { $0.text("user") }) }
    #expect(hashes[0].isDisjoint(with: hashes[1]))
  }

  @Test func `a log read without hashes brings no name back, and names that are left are said`()
    throws
  {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1", user: "ann.example"), to: "a.jsonl")
    try desk.write(Desk.referenceLine("r1", user: "bob.example"), to: "b.jsonl")
    try desk.output(["import", "a.jsonl", "--hash-users"])
    try desk.output(["import", "a.jsonl", "b.jsonl"])
    var bytes = try desk.ledgerBytes()
    for name in ["ann.example", "bob.example"] { #expect(bytes.range(of: Data(name.utf8)) == nil) }

    try desk.write(Desk.referenceLine("r2", user: "eve.example"), to: "c.jsonl")
    try desk.output(["import", "c.jsonl"])
    let run = try desk.run(["import", "a.jsonl", "--hash-users"])
    #expect(run.stderr.contains("keeps 1 user by name"))
    #expect(run.stderr.split(separator: "\n").count == 1)
    // Read again, the hash takes the place of the name.
    let again = try desk.run(["import", "c.jsonl", "--hash-users"])
    #expect(again.stderr == "")
    bytes = try desk.ledgerBytes()
    #expect(bytes.range(of: Data("eve.example".utf8)) == nil)
    #expect(try desk.json(["usage", "--by", "user"]).rows.count == 2)
  }

  /// A log line that cannot be read may hold anything; its place is kept, its text is not.
  @Test func `no key and no prompt gets into the ledger, not even from what is set aside`() throws {
    let desk = try Desk()
    let secrets = ["AIzaSyNotARealKey0123456789", "my secret prompt"]
    try desk.write(
      Desk.referenceLine("r1")
        + """
        {"url":"https://generativelanguage.test/v1?key=\(secrets[0])","prompt":"\(secrets[1])"}
        {"usageMetadata":{"promptTokenCount":"\(secrets[1])"},"key":"\(secrets[0])"}
        \(secrets[1]) ?key=\(secrets[0])
        {"error":{"code":400,"message":"API key not valid: \(secrets[0])"}}

        """, to: "log.jsonl")
    let run = try desk.run(["import", "log.jsonl"])
    #expect(run.status == 0)
    for secret in secrets {
      #expect(try desk.ledgerBytes().range(of: Data(secret.utf8)) == nil)
      #expect(!run.stdout.contains(secret))
      #expect(!run.stderr.contains(secret))
    }
  }

  @Test func `--strict ends with 65 and keeps what could be read, each time`() throws {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1") + "nonsense\n", to: "log.jsonl")
    for _ in 1...2 {
      let run = try desk.run(["import", "log.jsonl", "--strict"])
      #expect(run.status == 65)
      #expect(run.stdout.contains("log.jsonl:2: this is not JSON"))
      #expect(run.stderr.hasPrefix("tollbook: error: not everything could be read"))
    }
    try desk.output(["import", "log.jsonl"])
    try expectReference(try desk.json(["usage"]).rows.first)
  }

  @Test func `a format that is forced reads nothing else`() throws {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "log.jsonl")
    let run = try desk.run(["import", "log.jsonl", "--input-format", "vertex-log"])
    #expect(run.status == 65)
    #expect(run.stderr.hasPrefix("tollbook: error: log.jsonl:1: "))
    try desk.output(["import", "log.jsonl", "--input-format", "usage-line"])
    try expectReference(try desk.json(["usage"]).rows.first)
  }

  @Test func `the default ledger is made by an import and by nothing else`() throws {
    let desk = try Desk()
    let home = ["XDG_DATA_HOME": desk.folder + "/data", "TOLLBOOK_DB": ""]
    let cost = try desk.run(["cost"], environment: home)
    #expect(cost.status == 66)
    #expect(!FileManager.default.fileExists(atPath: desk.folder + "/data"))
    let run = try desk.run(["import", Desk.sample], environment: home)
    #expect(run.status == 0)
    let path = desk.folder + "/data/tollbook/tollbook.db"
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try desk.run(["cost"], environment: home).status == 0)
  }
}
