import Analysis
import Pricing
import Quantities
import Reports
import Testing
import Usage

/// List and effective cost in every report of money, and nothing of it without a contract.
struct ContractReportTests {
  /// Ten percent off flash, and a price for capacity of pro that no list has.
  static let contract = """
    {"schema": "tollbook.prices/1", "seller": "google-gemini-api",
    "contract": {"name": "Acme 2026"},
    "models": [{"model": "pro", "prices": [{"service_tier": "provisioned",
      "per": "million_tokens", "amounts": {"input": "0.5"}}]}],
    "discounts": [{"percent_off": "10", "models": ["flash"]}]}
    """

  static func book(_ overlay: String = contract) throws -> PriceBook {
    try PriceBook.load(
      [PriceBookSource(name: "book.json", bytes: Array(Fixture.prices.utf8))],
      overlays: [PriceBookSource(name: "mine.json", bytes: Array(overlay.utf8))])
  }

  /// flash twice a million tokens in, pro a million, of which half on capacity bought ahead.
  static func usage(_ book: PriceBook) throws -> GroupedUsage {
    var provisioned = try Fixture.row("pro", [.textInput: 1_000_000], requests: 2)
    provisioned.series.serviceTier = .provisioned
    let rows = [
      try Fixture.row("flash", [.textInput: 2_000_000, .textOutput: 1_000_000], requests: 40),
      try Fixture.row("pro", [.textInput: 1_000_000]), provisioned,
    ]
    return GroupedUsage(rows, by: [.model], zone: .utc, valuation: Valuation(book: book))
  }

  static func scope(_ contracts: [String] = ["Acme 2026"]) throws -> ReportScope {
    var scope = try Fixture.scope(requests: 43)
    scope.prices?.contracts = contracts
    return scope
  }

  static func cost() throws -> Report {
    .cost(try usage(try book()), scope: try scope())
  }

  @Test func `cost shows both costs and their difference`() throws {
    // flash: 2 × 1 + 1 × 4 = 6 by list, a tenth off; pro: 2 by list, and 0.50 that no list has.
    let expected = """
                         total   effective                         tokens without
      model  requests   tokens    cost USD  list cost  saved USD       list price
                                                  USD
      ─────  ────────  ───────  ──────────  ─────────  ─────────  ──────────────
      flash        40  3,000,000  5.40  6.00  0.60          0
      pro           3  2,000,000  2.50  2.00  0.00  1,000,000
      total        43  5,000,000  7.90  8.00  0.60  1,000,000
      no list price: 1,000,000 tokens with a contract's price alone are not in the list cost
      2026-11-01 to 2026-11-30 (UTC) · USD at the prices of the time · price book 2026-11-30 (3f2a9c1b)
        effective cost under contract Acme 2026
      """
    let words = render(try Self.cost(), as: .table).split(separator: "\n").map(Self.words)
    for line in expected.split(separator: "\n").dropFirst(4).map(Self.words) {
      #expect(words.contains(line), "\(line)")
    }
  }

  private static func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }

  @Test func `Markdown, CSV and HTML have the same columns`() throws {
    let report = try Self.cost()
    let markdown = render(report, as: .markdown)
    #expect(
      markdown.contains(
        "| model     | requests |  total tokens | effective cost USD | list cost USD | saved USD | "
          + "tokens without list price |"))
    #expect(
      markdown.contains(
        "| flash     |       40 |     3,000,000 |               5.40 |          6.00 |      0.60 |")
    )
    #expect(markdown.contains("effective cost under contract Acme 2026"))
    #expect(
      render(report, as: .csv) == """
        model,requests,input_tokens,cached_tokens,cache_write_tokens,tool_use_tokens,output_tokens,\
        thinking_tokens,total_tokens,cost_usd,list_cost_usd,saved_usd,unlisted_tokens,\
        unpriced_requests,unpriced_tokens
        flash,40,2000000,0,0,0,1000000,0,3000000,5.4,6,0.6,0,0,0
        pro,3,2000000,0,0,0,0,0,2000000,2.5,2,0,1000000,0,0

        """)
    let html = render(report, as: .html)
    #expect(html.contains("list cost USD</th>") && html.contains("effective cost under contract"))
    // One bar a row, beside what is paid.
    #expect(html.components(separatedBy: "<svg").count - 1 == 2)
  }

  @Test func `JSON has both costs exactly, and keeps the names it had`() throws {
    let object = try JSONReading.object(render(try Self.cost(), as: .json))
    let rows = try #require(object["rows"] as? [[String: Any]])
    #expect(rows.map { $0["cost_usd"] as? String } == ["5.4", "2.5"])
    #expect(rows.map { $0["list_cost_usd"] as? String } == ["6", "2"])
    #expect(rows.map { $0["saved_usd"] as? String } == ["0.6", "0"])
    #expect(rows.map { $0["unlisted_tokens"] as? Int } == [0, 1_000_000])
    let total = try #require(object["total"] as? [String: Any])
    #expect(total["list_cost_usd"] as? String == "8")
    #expect(total["saved_usd"] as? String == "0.6")
    let scope = try #require(object["scope"] as? [String: Any])
    #expect(scope["contracts"] as? [String] == ["Acme 2026"])
    let before = Report.cost(
      try Fixture.usage([Fixture.row("flash", [.textInput: 3])]),
      scope: try Fixture.scope(requests: 1))
    let old = try JSONReading.object(render(before, as: .json))
    let oldRow = try #require((old["rows"] as? [[String: Any]])?.first)
    #expect(Set(oldRow.keys).isSubset(of: Set(rows[0].keys)))
    #expect(!oldRow.keys.contains("list_cost_usd"))
    #expect((old["scope"] as? [String: Any])?["contracts"] == nil)
  }

  @Test func `a group that no list prices has no list cost, and saved nothing that is known`()
    throws
  {
    let only = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "contract": {"name": "A"},
      "models": [{"model": "pro", "prices": [{"service_tier": "provisioned",
      "per": "million_tokens", "amounts": {"input": "0.5"}}]}]}
      """
    var row = try Fixture.row("pro", [.textInput: 1_000_000])
    row.series.serviceTier = .provisioned
    let usage = GroupedUsage(
      [row], by: [.model], zone: .utc, valuation: Valuation(book: try Self.book(only)))
    let report = Report.cost(usage, scope: try Self.scope(["A"]))
    let lines = render(report, as: .table).split(separator: "\n")
    #expect(
      lines.contains {
        Self.words($0) == ["pro", "1", "1,000,000", "0.50", "–", "–", "1,000,000"]
      })
  }

  @Test func `the scope names every contract, whatever its name holds`() throws {
    let scope = try Self.scope(["A", "B\u{1B}[2J", "C"])
    #expect(scope.lines[0].last == "effective cost under contracts A, B\u{1B}[2J and C")
    let text = render(Report.cost(try Self.usage(try Self.book()), scope: scope), as: .table)
    #expect(text.contains("contracts A, B\\u{1b}[2J and C"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `a forecast has the list total beside the effective one`() throws {
    let forecast = try World.forecast("intro", contract: World.tenPercentOff)
    var scope = try World.scope()
    scope.prices?.contracts = forecast.basis.contracts
    let report = Report.forecast(forecast, scope: scope)
    // List as without the contract: 31 × 0.03, 31 × 0.06, 28 × 0.06. The ranges are nine tenths of
    // those without it.
    let expected = """
      2026-12 10 31 0.837 0.733 0.956 0.93 0.0837
      2027-01 10 31 1.674 1.404 1.996 1.86 0.1674
      2027-02 10 28 1.512 1.258 1.817 1.68 0.1512
      total 90 4.023 3.447 4.695 4.47
      2027-01-01 intro: introductory price ends +0.837
        price book 2026-11-30+overlay (3f2a9c1b) · effective cost under contract Acme
      """
    let words = render(report, as: .table).split(separator: "\n").map(Self.words)
    for line in expected.split(separator: "\n").map(Self.words) {
      #expect(words.contains(line), "\(line)")
    }
    let object = try JSONReading.object(render(report, as: .json))
    let total = try #require(object["total"] as? [String: Any])
    #expect(total["list_cost_usd"] as? String == "4.47")
    #expect(total["cost_usd"] as? String == "4.023")
  }

  @Test func `a comparison has a column at list, and its own objects too`() throws {
    let book = try World.book(contract: World.tenPercentOff)
    let month = try Fixture.day("2026-11-01")..<Fixture.day("2026-12-01")
    let comparison = try Comparison(
      ComparisonInput(
        book: book, rows: try World.rows("intro", month), days: 30, users: nil,
        candidates: [ComparisonCandidate(model: "old")],
        asOf: try Fixture.day("2026-12-01"),
        at: [.day(try Fixture.day("2026-12-01")), .day(try Fixture.day("2027-01-01"))]))
    var scope = try World.scope()
    scope.prices?.contracts = comparison.contracts
    let report = Report.comparison(comparison, scope: scope)
    // 30 × 0.03 by list, then 30 × 0.06; old 30 × 0.09 always; a tenth off each.
    let object = try JSONReading.object(render(report, as: .json))
    let figures = try #require(object["figures"] as? [[String: Any]])
    #expect(figures.map { $0["month_usd"] as? String } == ["0.81", "1.62", "2.43", "2.43"])
    #expect(figures.map { $0["list_month_usd"] as? String } == ["0.9", "1.8", "2.7", "2.7"])
    #expect(figures.map { $0["list_cost_usd"] as? String } == ["0.9", "1.8", "2.7", "2.7"])
    #expect(figures.map { $0["ratio"] as? String } == ["1", "1", "3", "1.5"])
    let rows = try #require(object["rows"] as? [[String: Any]])
    #expect(rows[1]["list_month_usd"] as? String == "2.7")
    #expect(rows[1]["list_month_usd@2027-01-01"] as? String == "2.7")
    let text = render(report, as: .table)
    #expect(text.contains("at list USD") && text.contains("effective cost under contract Acme"))
  }

  @Test func `a model's history shows list and contract price, time by time`() throws {
    let contract = """
      "models": [{"model": "intro", "prices": [{"per": "million_tokens", "from": "2026-12-01",
      "until": "2027-02-01", "amounts": {"audio_input": "0.95"}}]}],
      "discounts": [{"percent_off": "10", "models": ["intro"], "from": "2026-12-01"}]
      """
    let report = try #require(
      Report.priceStatements(
        of: "intro", provider: .googleGeminiAPI, in: try World.book(contract: contract),
        at: try Fixture.day("2026-11-30").startUTC, scope: try World.scope()))
    let expected = """
      Under contract Acme
      tier      what          list USD  contract USD  how             per             from        until
      ────────  ────────────  ────────  ────────────  ──────────────  ──────────────  ──────────  ──────────
      standard  input             1.00          0.90  10 % off        million tokens  2026-12-01  2027-01-01
      standard  cached_input      0.10          0.09  10 % off        million tokens  2026-12-01  2027-01-01
      standard  output            4.00          3.60  10 % off        million tokens  2026-12-01  2027-01-01
      standard  audio_input       1.00          0.95  contract price  million tokens  2026-12-01  2027-01-01
      standard  input             2.00          1.80  10 % off        million tokens  2027-01-01  2027-02-01
      standard  cached_input      0.20          0.18  10 % off        million tokens  2027-01-01  2027-02-01
      standard  output            8.00          7.20  10 % off        million tokens  2027-01-01  2027-02-01
      standard  audio_input       2.00          0.95  contract price  million tokens  2027-01-01  2027-02-01
      standard  input             2.00          1.80  10 % off        million tokens  2027-02-01  –
      standard  cached_input      0.20          0.18  10 % off        million tokens  2027-02-01  –
      standard  output            8.00          7.20  10 % off        million tokens  2027-02-01  –

      """
    #expect(render(report, as: .table).contains(expected))
    // The statements themselves are the list's, as without the contract.
    #expect(report.rows.count == 6)
  }

  @Test func `a model of which the contract says nothing has a history that says so`() throws {
    let book = try World.book(contract: #""discounts": [{"percent_off": "1", "models": ["old"]}]"#)
    let report = try #require(
      Report.priceStatements(
        of: "intro", provider: .googleGeminiAPI, in: book,
        at: try Fixture.day("2026-11-30").startUTC, scope: try World.scope()))
    #expect(
      render(report, as: .table).contains("Under contract Acme\nno contract changes its price\n"))
    let old = try #require(
      Report.priceStatements(
        of: "old", provider: .googleGeminiAPI, in: book,
        at: try Fixture.day("2026-11-30").startUTC, scope: try World.scope()))
    #expect(render(old, as: .table).contains("3.00          2.97  1 % off"))
  }

  @Test func `the price list stays a list of list prices`() throws {
    let instant = try Fixture.day("2026-12-01").startUTC
    let under = Report.priceList(
      try World.book(contract: World.tenPercentOff), at: instant, scope: try World.scope())
    let list = Report.priceList(try World.book(), at: instant, scope: try World.scope())
    #expect(under.rows == list.rows && under.columns == list.columns)
    #expect(list.notes.isEmpty)
    #expect(
      under.notes == ["list prices: `tollbook prices show MODEL` has those of the contract too"])
  }
}
