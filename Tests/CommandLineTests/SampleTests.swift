import Foundation
import TestSupport
import Testing

/// The sample log against the totals that `reports/sample/totals.py` computed from it alone.
///
/// `reports/sample/expected.json` shares no code and no price file with Tollbook.
struct SampleTests {
  struct Expected: Decodable {
    let `import`: [String: Int]
    let total: Totals
    let by_model: [String: Totals]
    let by_month: [String: Totals]
    let by_feature: [String: Totals]
  }

  struct Totals: Decodable, Equatable {
    var requests: Int
    var input_tokens: Int
    var cached_tokens: Int
    var tool_use_tokens: Int
    var output_tokens: Int
    var thinking_tokens: Int
    var total_tokens: Int
    var cost_usd: String?
    var unpriced_requests: Int
  }

  let desk: Desk
  let expected: Expected
  let counts: JSONObject

  init() throws {
    desk = try Desk()
    let text = try Repository.text("reports/sample/expected.json")
    expected = try JSONDecoder().decode(Expected.self, from: Data(text.utf8))
    counts = try desk.json(["import", Desk.sample])
  }

  /// A group's tokens and money, from two commands that must agree on its name.
  private func totals(_ usage: JSONObject, _ cost: JSONObject) throws -> Totals {
    let unpriced = try cost.number("unpriced_requests")
    let requests = try usage.number("requests")
    #expect(try cost.number("requests") == requests)
    return Totals(
      requests: requests, input_tokens: try usage.number("input_tokens"),
      cached_tokens: try usage.number("cached_tokens"),
      tool_use_tokens: try usage.number("tool_use_tokens"),
      output_tokens: try usage.number("output_tokens"),
      thinking_tokens: try usage.number("thinking_tokens"),
      total_tokens: try usage.number("total_tokens"), cost_usd: cost.text("cost_usd"),
      unpriced_requests: unpriced)
  }

  private func check(by key: String, _ expected: [String: Totals]) throws {
    let usage = try desk.json(["usage", "--by", key]).rows
    let cost = try desk.json(["cost", "--by", key]).rows
    #expect(usage.map { $0.text(key) } == cost.map { $0.text(key) })
    #expect(Set(usage.compactMap { $0.text(key) }) == Set(expected.keys))
    for (usage, cost) in zip(usage, cost) {
      let name = try #require(usage.text(key))
      #expect(try totals(usage, cost) == expected[name], "\(name)")
    }
  }

  @Test func `the import counts what the log holds`() throws {
    for (name, count) in expected.import where name != "users" {
      #expect(try counts.number(name) == count, "\(name)")
    }
  }

  @Test func `everything together adds up, to the last digit`() throws {
    let usage = try #require(try desk.json(["usage"]).rows.first)
    let cost = try #require(try desk.json(["cost"]).rows.first)
    #expect(try totals(usage, cost) == expected.total)
  }

  @Test func `every model, month and feature adds up, to the last digit`() throws {
    try check(by: "model", expected.by_model)
    try check(by: "month", expected.by_month)
    try check(by: "feature", expected.by_feature)
  }

  @Test func `verify prices every request by itself and arrives at the same sum`() throws {
    let row = try #require(try desk.json(["verify"]).rows.first)
    #expect(try row.number("records") == expected.total.requests)
    #expect(row.text("cost_of_records_usd") == expected.total.cost_usd)
    #expect(row.text("cost_of_rollup_usd") == expected.total.cost_usd)
  }

  /// Cut at a day's edge in any zone, two parts are the whole: no request twice, none lost.
  @Test(arguments: ["UTC", "Asia/Tokyo", "America/New_York", "Asia/Kathmandu"])
  func `two parts of a period are the whole`(zone: String) throws {
    let day = "2026-10-25"
    let parts = try [["--until", day], ["--since", day]].map { bounds in
      try desk.json(["cost", "--tz", zone] + bounds).rows.first
    }
    let requests = try parts.map { try #require($0).number("requests") }
    #expect(requests.reduce(0, +) == expected.total.requests)
    #expect(requests.allSatisfy { $0 > 0 })
  }
}
