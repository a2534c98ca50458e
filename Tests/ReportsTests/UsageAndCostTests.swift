import Analysis
import Pricing
import Quantities
import Reports
import Testing
import Usage

/// `usage` and `cost`, from rollup rows to what is printed.
struct UsageAndCostTests {
  /// 40 requests to flash, 1 to pro, 2 to a model without a price.
  static func usage() throws -> GroupedUsage {
    try Fixture.usage([
      Fixture.row(
        "flash",
        [.textInput: 120_000, .cachedTextInput: 40_000, .textOutput: 3000, .thinking: 500],
        requests: 40),
      Fixture.row("pro", [.textInput: 10, .textOutput: 30]),
      Fixture.row("secret", [.textInput: 1000, .textOutput: 200], requests: 2),
    ])
  }

  @Test func `usage counts what was used, and leaves out columns of zeros`() throws {
    let report = Report.usage(try Self.usage(), scope: try Fixture.scope(requests: 43))
    let expected = """
      model   requests    input  of it cached  output  thinking  total tokens
      ──────  ────────  ───────  ────────────  ──────  ────────  ────────────
      flash         40  160,000        40,000   3,000       500       163,500
      pro            1       10             0      30         0            40
      secret         2    1,000             0     200         0         1,200
      ──────  ────────  ───────  ────────────  ──────  ────────  ────────────
      total         43  161,010        40,000   3,230       500       164,740

      """
    #expect(render(report, as: .table).hasPrefix(expected))
  }

  @Test func `cost shows what has no price as unknown, and says what to do`() throws {
    var scope = try Fixture.scope(requests: 43)
    scope.counts?.unpricedRequests = 2
    scope.counts?.unpricedTokens = 1200
    let report = Report.cost(try Self.usage(), scope: scope)
    // flash: 120,000 × 1 + 40,000 × 0.25 + 3,500 × 4 = 144,000 millionths; pro: 10 × 2 + 30 × 10.
    let expected = """
              requests  total tokens  cost USD  unpriced requests  unpriced tokens
      flash         40       163,500    0.1440                  0                0
      pro            1            40    0.0003                  0                0
      secret         2         1,200         –                  2            1,200
      total         43       164,740    0.1443                  2            1,200
      unpriced: 1,200 tokens of 2 requests: secret is not in the prices of google-gemini-api; add it with
        --prices FILE
      43 requests · 2 unpriced (1,200 tokens) · none incomplete, quarantined or duplicate
      """
    let words = render(report, as: .table).split(separator: "\n").map(Self.words)
    for line in expected.split(separator: "\n").dropFirst().map(Self.words) {
      #expect(words.contains(line), "\(line)")
    }
  }

  private static func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }

  @Test func `cost without gaps has no columns for gaps, but JSON has them`() throws {
    let usage = try Fixture.usage([Fixture.row("flash", [.textInput: 3, .textOutput: 1])], by: [])
    let report = Report.cost(usage, scope: try Fixture.scope(requests: 1))
    #expect(
      render(report, as: .table).hasPrefix(
        """
        requests  total tokens  cost USD
        ────────  ────────────  ────────
               1             4  0.000007

        2026-11-01 to
        """))
    let rows = try #require(try JSONReading.object(render(report, as: .json))["rows"] as? [Any])
    let row = try #require(rows.first as? [String: Any])
    #expect(row["cost_usd"] as? String == "0.000007")
    #expect(row["unpriced_requests"] as? Int == 0)
    #expect(row["unpriced_tokens"] as? Int == 0)
  }

  @Test func `JSON has the members that usage promises, in their order`() throws {
    let text = render(
      Report.usage(try Self.usage(), scope: try Fixture.scope(requests: 43)), as: .json)
    let object = try JSONReading.object(text)
    #expect(object["schema"] as? String == "tollbook.usage/1")
    let rows = try #require(object["rows"] as? [[String: Any]])
    let numbers = rows[0].compactMapValues { $0 as? Int }
    #expect(rows[0]["model"] as? String == "flash")
    #expect(
      numbers == [
        "requests": 40, "input_tokens": 160_000, "cached_tokens": 40_000, "cache_write_tokens": 0,
        "tool_use_tokens": 0, "output_tokens": 3000, "thinking_tokens": 500,
        "total_tokens": 163_500,
      ])
    // The first row begins on the sixth line: brace, schema, title, rows, brace.
    let keys = text.split(separator: "\n").dropFirst(5).prefix(9).map { line in
      String(line.drop { " \"".contains($0) }.prefix { $0 != "\"" })
    }
    #expect(
      keys == [
        "model", "requests", "input_tokens", "cached_tokens", "cache_write_tokens",
        "tool_use_tokens", "output_tokens", "thinking_tokens", "total_tokens",
      ])
  }

  @Test func `JSON of cost has every digit, and null where nothing has a price`() throws {
    let text = render(
      Report.cost(try Self.usage(), scope: try Fixture.scope(requests: 43)), as: .json)
    let object = try JSONReading.object(text)
    let rows = try #require(object["rows"] as? [[String: Any]])
    // 144,000 and 320 millionths of a dollar.
    #expect(rows.map { $0["cost_usd"] as? String } == ["0.144", "0.00032", nil])
    #expect(rows[2].keys.contains("cost_usd"))
    let total = try #require(object["total"] as? [String: Any])
    #expect(total["cost_usd"] as? String == "0.14432")
    #expect(total["unpriced_requests"] as? Int == 2)
    let gaps = try #require(object["unpriced"] as? [[String: Any]])
    #expect(gaps.count == 1 && gaps[0]["tokens"] as? Int == 1200)
  }

  @Test func `a label called like another column does not take its place`() throws {
    let rows = [
      try Fixture.row(
        "flash", [.textInput: 1], labels: ["requests": "many", "cost_usd": "none"])
    ]
    let usage = try Fixture.usage(
      rows, by: [.label("requests"), .label("cost_usd"), .model, .label("model")])
    let text = render(Report.cost(usage, scope: try Fixture.scope(requests: 1)), as: .csv)
    #expect(
      text.hasPrefix("label:requests,label:cost_usd,model,label:model,requests,input_tokens,"))
    #expect(text.hasSuffix("\nmany,none,flash,,1,1,0,0,0,0,0,1,0.000001,0,0\n"))
  }

  @Test func `nothing in the period is said in words`() throws {
    let usage = try Fixture.usage([])
    for report in [
      Report.usage(usage, scope: try Fixture.scope(requests: 0)),
      Report.cost(usage, scope: try Fixture.scope(requests: 0)),
    ] {
      #expect(render(report, as: .table).hasPrefix("no requests in this period; "))
      #expect(
        (try JSONReading.object(render(report, as: .json))["rows"] as? [Any])?.isEmpty == true)
    }
  }

  @Test func `many reasons are cut in notes, and complete in JSON`() throws {
    let rows = try (0..<25).map { try Fixture.row("m\($0)", [.textInput: 1]) }
    let report = Report.cost(try Fixture.usage(rows), scope: try Fixture.scope(requests: 25))
    #expect(report.notes.count == 11)
    #expect(report.notes.last == "unpriced: 15 more reasons; --format json lists them all")
    let gaps = try JSONReading.object(render(report, as: .json))["unpriced"] as? [Any]
    #expect(gaps?.count == 25)
  }
}
