import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// What is said about models that end, mostly from the price files that ship.
@Suite struct RetirementTests {
  private func report(
    _ rows: [RollupRow] = [], named: [String] = [], asOf: String = "2026-11-30",
    book: PriceBook? = nil
  ) throws -> RetirementReport {
    RetirementReport(
      RetirementInput(
        book: try book ?? Fixture.realBook(), asOf: try Fixture.day(asOf), rows: rows,
        named: named.map { .init(model: $0) }))
  }

  @Test func `gemini-2.5-flash has one day left, and text costs the same after its re-route`()
    throws
  {
    let day = try Fixture.day("2026-11-20")
    let report = try report([
      Fixture.row("gemini-2.5-flash", [.textInput: 1_000_000, .textOutput: 100_000], on: day)
    ])
    let warning = try #require(report.warnings.first)
    #expect(warning.status == .scheduled)
    #expect(warning.daysLeft == 1)
    #expect(warning.lifecycle?.mode == .reroute)
    #expect(warning.lifecycle?.isEarliestOnly == true)
    // The page has named four other states before.
    #expect(
      warning.earlier.map { $0.day?.description ?? "-" } == [
        "2026-06-01", "2026-06-17", "2026-10-16", "-",
      ])
    let change = try #require(warning.change)
    #expect(change.successor == "gemini-3.5-flash-lite")
    // 0.30 + 0.1 × 2.50 on both.
    #expect(change.before.decimal == "0.55")
    #expect(change.after.decimal == "0.55")
    #expect(change.ratio?.isOne == true)
    #expect(report.oldBooks.isEmpty)
  }

  @Test func `the recorded mix decides the change of cost: audio gets cheaper`() throws {
    let day = try Fixture.day("2026-11-20")
    let report = try report([
      Fixture.row("gemini-2.5-flash", [.audioInput: 1_000_000, .textOutput: 100_000], on: day)
    ])
    let change = try #require(report.warnings.first?.change)
    // 1.00 + 0.25 before, 0.30 + 0.25 after.
    #expect(change.before.decimal == "1.25")
    #expect(change.after.decimal == "0.55")
    // 0.55 / 1.25 = 11 / 25.
    #expect(change.ratio?.numerator == 11)
    #expect(change.ratio?.denominator == 25)
  }

  @Test func `gemini-2.5-pro is re-routed to a model that costs less until the new year`() throws {
    let day = try Fixture.day("2026-11-20")
    let row = Fixture.row("gemini-2.5-pro", [.textInput: 1_000_000], on: day)
    // 1.25 before; 0.75 on 2026-12-01. Seen from the new year: 1.50.
    let soon = try report([row]).warnings.first?.change
    #expect(soon?.ratio?.rounded(toPlaces: 4) == "0.6000")
    let late = try report([row], asOf: "2027-01-02")
    #expect(late.warnings.first?.status == .passed)
    // 30 days of December and 2 of January after 2026-12-01.
    #expect(late.warnings.first?.daysLeft == -32)
    #expect(late.warnings.first?.change?.before.decimal == "1.25")
    #expect(late.warnings.first?.change?.after.decimal == "1.5")
  }

  @Test func `a model that the book does not know is not one that stays`() throws {
    let names = ["gemini-2.5-flush", "gemini-3.8-flash"]
    let report = RetirementReport(
      RetirementInput(
        book: try Fixture.realBook(), asOf: try Fixture.day("2026-11-30"), rows: [],
        named: names.map { .init(provider: .googleGeminiAPI, model: $0) }))
    #expect(report.warnings.map(\.model) == names)
    #expect(report.warnings.map(\.status) == [.unknownModel, .noneAnnounced])
    #expect(report.warnings.allSatisfy { $0.daysLeft == nil && $0.use == nil })
  }

  @Test func `access for those who used it before is a state of its own`() throws {
    let report = try report(named: ["gemini-2.5-flash-lite"])
    let gemini = report.warnings.first { $0.provider == .googleGeminiAPI }
    #expect(gemini?.status == .limitedAccess)
    #expect(gemini?.daysLeft == nil)
  }

  @Test func `each seller has its own day for the same name`() throws {
    let report = try report(named: ["gemini-2.5-flash"])
    // Asked about and not used: all sellers that know it, by the day.
    // 2026-10-20 on Vertex is 41 days ago, 2026-12-01 on the Gemini API is tomorrow.
    #expect(report.warnings.map(\.provider) == [.googleVertex, .googleGeminiAPI])
    #expect(report.warnings.map(\.daysLeft) == [-41, 1])
    #expect(report.warnings.map(\.status) == [.passed, .scheduled])
    let row = Fixture.row("gemini-2.5-flash", [.textInput: 1], on: try Fixture.day("2026-11-20"))
    let used = try self.report([row], named: ["gemini-2.5-flash"])
    #expect(used.warnings.map(\.provider) == [.googleGeminiAPI])
  }

  @Test func `an alias has the end of the model it stands for`() throws {
    let book = try Fixture.book(
      [
        Fixture.model(
          "m-2", [Fixture.price("1", nil, "4")],
          [Fixture.end("error", "2027-03-01", successor: "m-3")]),
        Fixture.model("m-3", [Fixture.price("2", nil, "8")]),
      ],
      aliases: [#"{"name": "m-latest", "model": "m-2"}"#])
    let row = Fixture.row("m-latest", [.textInput: 1000], on: try Fixture.day("2026-11-20"))
    let warning = try #require(try report([row], book: book).warnings.first)
    #expect(warning.aliasOf == "m-2")
    // 30 November to 1 March: 31 + 31 + 28 + 1.
    #expect(warning.daysLeft == 91)
    #expect(warning.change?.ratio?.rounded(toPlaces: 0) == "2")
  }

  @Test func `shares, the last day seen and the versions of the app weigh a warning`() throws {
    let days = try ["2026-11-10", "2026-11-20", "2026-11-25"].map(Fixture.day)
    func row(_ model: String, _ day: Day, _ requests: Int, _ version: String?) -> RollupRow {
      Fixture.row(
        model, [.textInput: 1_000_000], on: day, requests: requests,
        labels: version.map { ["app_version": $0] } ?? [:])
    }
    let report = try report([
      row("gemini-2.5-flash", days[0], 60, "1.0"), row("gemini-2.5-flash", days[1], 20, "1.1"),
      row("gemini-3.8-flash", days[2], 20, "1.1"), row("gemini-2.5-flash", days[0], 100, nil),
    ])
    #expect(report.warnings.map(\.model) == ["gemini-2.5-flash", "gemini-3.8-flash"])
    let use = try #require(report.warnings[0].use)
    // 180 of 200 requests; 3 × 0.30 of 3 × 0.30 + 0.75.
    #expect(use.requests == 180)
    #expect(use.shareOfRequests?.percent(toPlaces: 1) == "90.0")
    #expect(use.cost.decimal == "0.9")
    #expect(use.shareOfCost?.percent(toPlaces: 2) == "54.55")
    #expect(use.lastSeen == days[1])
    #expect(use.appVersions.map(\.version) == [nil, "1.0", "1.1"])
    #expect(use.appVersions.map(\.requests) == [100, 60, 20])
    #expect(use.appVersions.map(\.lastSeen) == [days[0], days[0], days[1]])
    let unlabelled = try self.report([row("gemini-2.5-flash", days[0], 1, nil)])
    #expect(unlabelled.warnings[0].use?.appVersions.isEmpty == true)
  }

  @Test func `an old book warns by its own age`() throws {
    // 45 days after 2026-11-30 is 2027-01-14.
    let fresh = try report(named: ["gemini-3.8-flash"], asOf: "2027-01-14")
    #expect(fresh.oldBooks.isEmpty)
    let old = try report(named: ["gemini-3.8-flash"], asOf: "2027-01-15")
    #expect(old.oldBooks.first?.provider == .googleGeminiAPI)
    #expect(old.oldBooks.first?.days == 46)
  }

  @Test func `what ends first comes first, what is unknown before what stays`() throws {
    let book = try Fixture.book([
      Fixture.model("stays", [], [Fixture.end("error", nil)]),
      Fixture.model("later", [], [Fixture.end("error", "2027-06-01")]),
      Fixture.model("sooner", [], [Fixture.end("error", "2026-12-24")]),
      Fixture.model("gone", [], [Fixture.end("error", "2026-11-30")]),
    ])
    let report = try report(
      named: ["later", "stays", "who", "sooner", "gone"], book: book)
    #expect(report.warnings.map(\.model) == ["gone", "sooner", "later", "who", "stays"])
    #expect(report.warnings[0].status == .passed)
    #expect(report.warnings[0].daysLeft == 0)
  }
}
