import TestSupport
import Testing

/// Price files and scenarios with mistakes: the error names file, line and field.
struct WrongFileTests {
  struct Mistake: CustomTestStringConvertible {
    let name: String
    let text: String
    /// The beginning of the first line, after `tollbook: error: FILE:`.
    let place: String
    var testDescription: String { name }
  }

  /// One model with one price, on five lines; `price` is line 4.
  private static func book(price: String) -> String {
    """
    {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "version": "2026-11-30",
    "as_of": "2026-11-30", "currency": "USD", "sources": {"own": {"name": "our contract"}},
    "models": [{"model": "gemini-9-imaginary", "prices": [
    {"service_tier": "standard", \(price), "sources": ["own"], "confidence": "high"}
    ]}]}
    """
  }

  static let price = #""status": "in_force", "per": "million_tokens", "amounts": {"input": "1"}"#

  static let mistakes = [
    Mistake(name: "not JSON", text: "prices: none", place: "1: not JSON"),
    Mistake(
      name: "cut in half", text: String(book(price: price).prefix(300)), place: "4: not JSON"),
    Mistake(
      name: "another schema", text: book(price: price).replacing("prices/1", with: "prices/9"),
      place: "1: schema: "),
    Mistake(
      name: "a price as a number",
      text: book(price: price.replacing(#""1""#, with: "1.0")),
      place: "4: models[0].prices[0].amounts.input: "),
    Mistake(
      name: "a negative price", text: book(price: price.replacing(#""1""#, with: #""-1""#)),
      place: "4: models[0].prices[0].amounts.input: "),
    Mistake(
      name: "a meter that is none", text: book(price: price.replacing("input", with: "imput")),
      place: "4: models[0].prices[0].amounts"),
    Mistake(
      name: "a day that does not exist",
      text: book(price: price + #", "from": "2026-02-30""#),
      place: "4: models[0].prices[0].from: "),
    Mistake(
      name: "a key that is not known", text: book(price: price + #", "untill": "2027-01-01""#),
      place: "4: models[0].prices[0]"),
  ]

  @Test func `a price file without a mistake prices what was unpriced`() throws {
    let desk = try Desk()
    try desk.write(Self.book(price: Self.price), to: "own.json")
    let line = Desk.referenceLine("r1").replacing("gemini-2.5-flash", with: "gemini-9-imaginary")
    try desk.write(line, to: "log.jsonl")
    try desk.output(["import", "log.jsonl"])
    let without = try desk.json(["cost"]).rows.first
    #expect(try without?.number("unpriced_requests") == 1)
    // Only input has a price here: 600 + 50 tokens at 1 USD per million; the rest is unpriced.
    let with = try desk.json(["cost", "--prices", "own.json"]).rows.first
    #expect(with?.text("cost_usd") == "0.00065")
    #expect(try with?.number("unpriced_tokens") == 400 + 200 + 300)
    #expect(try desk.json(["status"]).text("price_books_kept") == "2")
  }

  @Test(arguments: mistakes)
  func `a mistake in a price file is named with its line and field`(_ mistake: Mistake) throws {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "log.jsonl")
    try desk.output(["import", "log.jsonl"])
    try desk.write(mistake.text, to: "own.json")
    let commands: [[String]] = [
      ["cost", "--prices", "own.json"], ["prices", "check", "own.json"],
      ["import", "log.jsonl", "--prices", "own.json"],
    ]
    for words in commands {
      let run = try desk.run(words)
      #expect(run.status == 78)
      #expect(run.stdout.isEmpty)
      #expect(run.stderr.hasPrefix("tollbook: error: own.json:\(mistake.place)"), "\(run.stderr)")
      #expect(run.stderr.split(separator: "\n").count >= 2, "\(run.stderr)")
    }
    let run = try desk.run(["cost"], environment: ["TOLLBOOK_PRICES": "own.json"])
    #expect(run.status == 78)
  }

  /// A scenario of one feature; `member` is on line 3.
  private static func scenario(_ member: String) -> String {
    """
    {"schema": "tollbook.scenario/1", "features": [
    {"name": "chat", "model": "gemini-2.5-flash", "calls_per_active_user_per_day": "3",
    \(member),
    "input_tokens": 600, "output_tokens": 400}
    ]}
    """
  }

  /// 8,000 users × 3 calls × 30 days × (600 × 0.30 + 400 × 2.50) / 10⁶ = 849.60 USD in November.
  @Test func `a scenario without a mistake needs no ledger`() throws {
    let desk = try Desk()
    try desk.write(Self.scenario(#""active_share": "1""#), to: "plan.json")
    let forecast = try desk.json([
      "forecast", "--scenario", "plan.json", "--mau", "8000", "--months", "1", "--as-of",
      "2026-11-01",
    ])
    #expect(forecast.rows.first?.text("cost_usd") == "849.6")
  }

  @Test(arguments: [
    (#""active_share": "1.5""#, "3: features[0].active_share: "),
    (#""active_share": 1, "active_share": 1"#, "3: features[0]"),
    (#""activ_share": "1""#, "3: features[0]"),
    (#""cached_share": -1"#, "3: features[0].cached_share: "),
    (#"nonsense"#, "3: not JSON"),
  ])
  func `a mistake in a scenario is named with its line and field`(
    member: String, place: String
  ) throws {
    let desk = try Desk()
    try desk.write(Self.scenario(member), to: "plan.json")
    let run = try desk.run(["forecast", "--scenario", "plan.json", "--mau", "8000"])
    #expect(run.status == 65)
    #expect(run.stdout.isEmpty)
    #expect(run.stderr.hasPrefix("tollbook: error: plan.json:\(place)"), "\(run.stderr)")
    #expect(run.stderr.split(separator: "\n").count >= 2, "\(run.stderr)")
  }
}
