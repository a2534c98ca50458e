import Pricing
import Quantities
import Reports
import Testing

struct TableLayoutTests {
  /// A table of one label column and one count column.
  static func table(
    _ labels: [String], title: String = "model", figure: String = "requests",
    width: Int? = nil, color: Bool = false
  ) -> [String] {
    let report = Report(
      title: "t", columns: [Column("label", title, .label), Column("figure", figure)],
      rows: labels.map { [.text($0), .count(1)] }, total: [nil, .count(labels.count)])
    let options = RenderingOptions(width: width, color: color)
    return render(report, as: .table, options: options)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `wide characters take two columns, marks on a letter none`() {
    let lines = Self.table(["ab", "日本", "e\u{301}é", "👩‍👩‍👧", "🇯🇵", "한글x"])
    #expect(
      lines[2..<8] == [
        "ab            1", "日本          1", "e\u{301}é            1", "👩‍👩‍👧            1",
        "🇯🇵            1", "한글x         1",
      ])
  }

  @Test func `a single row has no total under it, it would say the same again`() {
    #expect(Self.table(["flash"]).count == 4)
    #expect(Self.table(["flash", "pro"]).count == 7)
  }

  @Test func `a report without rows is its notes`() throws {
    var report = try Fixture.small()
    report.rows = []
    report.scope = nil
    #expect(render(report, as: .table) == "unpriced: 40 requests name no model\n")
  }

  @Test func `a long heading over short numbers is broken between words`() {
    let lines = Self.table(["flash", "pro"], figure: "requests without a price")
    #expect(
      lines[0...3] == [
        "        requests", "       without a", "model      price", "─────  ─────────",
      ])
  }

  @Test func `a very long label loses its middle, in the table alone`() throws {
    let long = "prefix-" + String(repeating: "x", count: 100) + "-suffix"
    let line = Self.table([long, "b"])[2]
    #expect(line.hasPrefix("prefix-xxx") && line.contains("x-suffix  "))
    #expect(line.contains("…") && line.count == 60 + 2 + 8)
  }

  @Test func `labels give way in a narrow terminal, numbers do not`() {
    let long = "gemini-2.5-flash-lite-preview-09-2025"
    let lines = Self.table([long, "b"], width: 45)
    #expect(lines[2] == "gemini-2.5-flash-…e-preview-09-2025         1")
    // 32 columns hold the names of nearly all models; a table then rather leaves the terminal.
    #expect(Self.table([long, "b"], width: 10)[2] == "gemini-2.5-flash…preview-09-2025         1")
  }

  @Test func `notes and scope are wrapped between words`() throws {
    var report = try Fixture.small()
    report.rows = []
    let lines = render(report, as: .table, options: RenderingOptions(width: 50))
    #expect(
      lines == """
        unpriced: 40 requests name no model

        2026-11-01 to 2026-11-30 (UTC)
          USD at the prices of the time
          price book 2026-11-30 (3f2a9c1b)
        1,251 requests · all priced
          2 duplicates left out
          none incomplete or quarantined

        """)
  }

  @Test func `colour is written only where it was asked for`() {
    #expect(!Self.table(["a", "b"]).joined().contains("\u{1B}"))
    let lines = Self.table(["a", "b"], color: true)
    #expect(lines[0] == "\u{1B}[1mmodel  requests\u{1B}[0m")
    #expect(lines[5] == "\u{1B}[1mtotal         2\u{1B}[0m")
    #expect(lines[2] == "a             1")
  }

  @Test func `prices keep their decimals, and their points stand under each other`() throws {
    let prices = try ["0.3", "10", "0.0375"].map { text in
      [Cell.price(try #require(UnitPrice(decimal: text, perUnits: 1_000_000)), per: .millionTokens)]
    }
    let report = Report(
      title: "t", columns: [Column("price_usd", "USD")], rows: prices + [[.unknown]])
    #expect(
      render(report, as: .table) == "    USD\n───────\n 0.30\n10.00\n 0.0375\n      –\n")
    #expect(render(report, as: .csv) == "price_usd\n0.3\n10\n0.0375\n\n")
  }

  @Test(
    arguments: [
      (1, 2, "0.50×", "50.0 %", "0.5"), (2, 3, "0.67×", "66.7 %", "0.666667"),
      (1, 100_000, "<0.01×", "<0.1 %", "0.00001"), (99_999, 100_000, "1.00×", ">99.9 %", "0.99999"),
      (0, 5, "0.00×", "0.0 %", "0"), (5, 5, "1.00×", "100.0 %", "1"),
      (12_345, 10, "1,234.50×", "123,450.0 %", "1234.5"),
    ] as [(Int, Int, String, String, String)])
  func `a share is zero or everything only where it is exactly that`(
    part: Int, whole: Int, ratio: String, share: String, exact: String
  ) throws {
    let fraction = try #require(Fraction(Int128(part), over: Int128(whole)))
    let report = Report(
      title: "t", columns: [Column("r", "r"), Column("s", "s")],
      rows: [[.ratio(fraction), .share(fraction)]])
    let lines = render(report, as: .markdown).split(separator: "\n")
    let cells = lines[3].split(separator: "|").map { $0.drop { $0 == " " } }
    #expect(cells.map { String($0.dropLast()) } == [ratio, share])
    #expect(render(report, as: .csv) == "r,s\n\(exact),\(exact)\n")
  }

  @Test func `nothing is a part of nothing`() {
    #expect(Cell.share(0, of: 0) == .unknown)
    #expect(Cell.ratio(Money.zero, to: Money.zero) == .unknown)
  }
}
