import Foundation
import SQLite
import TestSupport
import Testing

/// `--book`, `--book-as-of`, `--valuation` and `prices diff` and `check` on the command line.
struct PriceBookTests {
  let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.output(["import", "-"], stdin: Desk.referenceLine("r1"))
  }

  /// A folder with one base file: what a million tokens cost, in and out.
  @discardableResult
  private func base(_ version: String, _ price: String, asOf: String = "2026-11-30") throws
    -> String
  {
    try desk.write(
      """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "version": "\(version)",
      "as_of": "\(asOf)", "currency": "USD", "day_zone": "UTC",
      "sources": {"page": {"name": "a page"}}, "aliases": [],
      "models": [{"model": "gemini-2.5-flash", "lifecycle": [], "prices": [
        {"service_tier": "standard", "per": "million_tokens", "status": "in_force",
         "from": "2025-06-17",
         "amounts": {"input": "\(price)", "cached_input": "\(price)", "output": "\(price)"},
         "sources": ["page"], "confidence": "high"}]}]}
      """, to: "\(version)/prices.json")
  }

  private func cost(_ options: [String]) throws -> (usd: String?, book: String?) {
    let report = try desk.json(["cost"] + options)
    let scope = report.members["scope"] as? [String: Any]
    let book = scope?["price_book"] as? [String: Any]
    return (report.rows.first?.text("cost_usd"), book?["digest"] as? String)
  }

  @Test func `an old figure comes out again after the book has moved on`() throws {
    try base("v1", "1")
    try base("v2", "3")
    // 1,550 tokens, all at one price.
    let old = try cost(["--book", "./v1"])
    #expect(old.usd == "0.00155")
    #expect(try cost(["--book", "v2"]).usd == "0.00465")
    try FileManager.default.removeItem(atPath: desk.folder + "/v1")
    let again = try cost(["--book", "v1"])
    #expect(again.usd == old.usd && again.book == old.book)
    #expect(try cost(["--book", String(old.book?.prefix(8) ?? "")]).usd == "0.00155")
    #expect(try cost([]).usd == "0.001457")
    #expect(try cost(["--book", "bundled"]).usd == "0.001457")
    let status = try desk.json(["status"])
    let kept = status.members["price_books"] as? [String: Any]
    let versions = (kept?["rows"] as? [[String: Any]] ?? []).compactMap { $0["version"] as? String }
    #expect(versions.suffix(2) == ["v1", "v2"])
    #expect(status.text("price_books_kept") == "3")
  }

  @Test func `a book that was kept is taken as it was, whatever the environment lays over others`()
    throws
  {
    let overlay = try desk.write(
      """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [
      {"model": "gemini-2.5-flash", "prices": [
        {"per": "million_tokens", "amounts": {"input": "2", "cached_input": "2", "output": "2"}}]}]}
      """, to: "mine.json")
    try base("v1", "1")
    func usd(_ options: [String]) throws -> String? {
      let run = try desk.run(
        ["cost", "--format", "json"] + options, environment: ["TOLLBOOK_PRICES": overlay])
      return try JSONObject(run.stdout).rows.first?.text("cost_usd")
    }
    #expect(try usd([]) == "0.0031")
    #expect(try usd(["--book", "./v1"]) == "0.0031")
    #expect(try cost(["--book", "./v1"]).usd == "0.00155")
    #expect(try usd(["--book", "v1"]) == "0.00155")
    #expect(try usd(["--book", "v1+overlay"]) == "0.0031")
    #expect(try usd(["--book", "v1", "--prices", overlay]) == "0.0031")
  }

  @Test func `a ledger that another process is writing to answers, and says what it does not keep`()
    throws
  {
    try base("v1", "1")
    let writer = try Connection(path: desk.ledger)
    try writer.execute("BEGIN IMMEDIATE")
    let run = try desk.run(["cost", "--book", "./v1"])
    try writer.execute("COMMIT")
    #expect(run.status == 0)
    #expect(run.stdout.contains("price book v1"))
    #expect(run.stderr.hasPrefix("tollbook: note: price book v1 ("))
    #expect(run.stderr.hasSuffix("is not kept in ledger.db: another process is writing to it\n"))
  }

  @Test(
    arguments: [
      ["cost"], ["compare", "gemini-3.8-flash"], ["forecast", "--months", "1", "--force"],
      ["retirements"], ["report", "overview"], ["verify"], ["prices", "list"],
      ["prices", "show", "gemini-2.5-flash"], ["prices", "history", "gemini-2.5-flash"],
      ["prices", "check"],
    ])
  func `every command that prices takes a book by name and as known on a day`(
    command: [String]
  ) throws {
    let options = ["--book", "bundled", "--book-as-of", "2026-11-09", "--as-of", "2026-11-30"]
    let text = try desk.output(command + options)
    #expect(text.contains(" as known on 2026-11-09\n") || command == ["verify"])
  }

  @Test func `one word gives one price to cost, compare and forecast`() throws {
    let line = Desk.referenceLine("r2").replacingOccurrences(
      of: "gemini-2.5-flash", with: "gemini-3.8-flash")
    let other = try Desk()
    try other.output(["import", "-"], stdin: line)
    let today = ["--as-of", "2026-11-04"]
    // Per million 0.75 / 0.075 / 3.75, and twice as much from 2027 on.
    for (word, usd) in [
      ("then", "0.0023925"), ("now", "0.0023925"), ("2026-12-31", "0.0023925"),
      ("2027-01-01", "0.004785"),
    ] {
      let valuation = ["--valuation", word] + today
      #expect(try other.json(["cost"] + valuation).rows.first?.text("cost_usd") == usd)
      let comparison = try other.json(["compare", "gemini-2.5-pro"] + valuation)
      let figures = comparison.members["figures"] as? [[String: Any]]
      #expect(figures?.first?["cost_usd"] as? String == usd)
      #expect(figures?.first?["on"] as? String == (word == "now" ? "2026-11-04" : word))
      let forecast = try other.json(["forecast", "--months", "1", "--force"] + valuation)
      let scope = forecast.members["scope"] as? [String: Any]
      #expect(scope?["valuation"] as? String == (word == "now" ? "2026-11-04" : word))
    }
  }

  @Test func `a difference is told without a ledger, and priced with one`() throws {
    try base("v1", "1")
    try base("v2", "3")
    let words = try desk.output(["prices", "diff", "./v1", "./v2", "--db", "none.db"])
    #expect(words.contains("other amounts, standard from 2025-06-17: input 1.00 → 3.00 (+200.0 %)"))
    #expect(words.contains("there is no ledger at none.db"))
    #expect(!FileManager.default.fileExists(atPath: desk.folder + "/none.db"))
    let priced = try desk.output(["prices", "diff", "./v1", "./v2", "--as-of", "2026-12-01"])
    #expect(priced.contains("gemini-2.5-flash  0.00155  0.00465     +0.0031  +200.0 %"))
    // What was kept while it was compared can be named from now on; the newer one may be left out.
    let old = try desk.output(["prices", "diff", "v1", "--as-of", "2026-12-01"])
    #expect(old.contains("From v1 ("))
  }

  @Test func `what is past is frozen in a list, and a book that was edited is caught`() throws {
    try base("v1", "1")
    let list = desk.folder + "/frozen.txt"
    let first = try desk.output([
      "prices", "check", "--book", "./v1", "--freeze", "frozen.txt", "--as-of", "2026-11-30",
    ])
    #expect(first.contains("frozen.txt: 1 line added"))
    #expect(try String(contentsOfFile: list, encoding: .utf8).contains(" begun google-gemini-api "))
    let again = try desk.output([
      "prices", "check", "--book", "./v1", "--freeze", "frozen.txt", "--as-of", "2026-11-30",
    ])
    #expect(again.contains("frozen.txt: 0 lines added"))
    try base("v1", "2")
    let run = try desk.run([
      "prices", "check", "--book", "./v1", "--frozen", "frozen.txt", "--as-of", "2026-11-30",
      "--fail-on", "fault",
    ])
    #expect(run.status == 1)
    #expect(run.stdout.contains("frozen.txt:1"))
  }

  @Test func `a plan's token ratio of a name that nobody has is refused, and a known one counts`()
    throws
  {
    try desk.write(
      """
      {"schema": "tollbook.scenario/1", "features": [{"name": "chat", "model": "gemini-2.5-flash",
      "calls_per_active_user_per_day": "1", "input_tokens": 1000, "output_tokens": 0}]}
      """, to: "plan.json")
    let plan = ["forecast", "--scenario", "plan.json", "--mau", "1000", "--months", "1"]
    let wrong = try desk.run(plan + ["--token-ratio", "gemini-3.5-flash-lit=1.2"])
    #expect(wrong.status == 64)
    #expect(
      wrong.stderr.hasPrefix(
        "tollbook: error: a token ratio is given for gemini-3.5-flash-lit, which no seller"))
    // In January it is answered by gemini-3.5-flash-lite at 0.30: 31 × 1,000 × 1,000 × 0.3 / 10⁶.
    let january = plan + ["--as-of", "2027-01-01"]
    func usd(_ options: [String]) throws -> String? {
      try desk.json(january + options).rows.first?.text("cost_usd")
    }
    #expect(try usd([]) == "9.3")
    #expect(try usd(["--token-ratio", "gemini-3.5-flash-lite=1.2"]) == "11.16")
  }
}
