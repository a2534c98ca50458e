import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// One model's life, told from the statements of a small book.
struct ModelLifeTests {
  static let models = [
    """
    {"model": "m", "released": "2026-01-10", "prices": [
      {"per": "million_tokens", "from": "2026-01-10", "until": "2026-07-01", "introductory": true,
       "known": "2026-01-05", "amounts": {"input": "1", "audio_input": "2", "output": "4"}},
      {"per": "million_tokens", "from": "2026-07-01", "known": "2026-01-05",
       "amounts": {"input": "1.5", "audio_input": "2", "output": "8"}},
      {"per": "million_tokens", "from": "2026-03-01", "service_tier": "batch",
       "from_between": ["2026-02-20", "2026-03-01"], "amounts": {"input": "0.5", "output": "2"}},
      {"per": "million_tokens", "from": "2027-01-01", "known": "2026-09-01", "status": "withdrawn",
       "withdrawn_on": "2026-10-01", "amounts": {"input": "3", "output": "9"}},
      {"per": "image", "from": "2026-01-10", "amounts": {"image_output": "0.04"}}],
     "lifecycle": [
      {"mode": "error", "day": "2026-12-01", "earliest_only": true, "known": "2026-05-01",
       "status": "superseded", "superseded_on": "2026-08-01", "successor": "n"},
      {"mode": "reroute", "day": "2027-02-01", "known": "2026-08-01", "successor": "n"}]}
    """,
    """
    {"model": "n", "prices": [{"per": "million_tokens", "amounts": {"input": "1"}}],
     "lifecycle": []}
    """,
    """
    {"model": "old", "prices": [{"per": "million_tokens", "amounts": {"input": "1"}}],
     "lifecycle": [{"mode": "error", "day": "2026-04-01", "successor": "m"}]}
    """,
  ]
  static let aliases = [
    #"{"name": "latest", "model": "m", "from": "2026-02-01", "until": "2026-11-01"}"#,
    #"{"name": "latest", "model": "n", "from": "2026-11-01"}"#,
  ]

  static func book() throws -> PriceBook { try Fixture.book(models, aliases: aliases) }

  private func life(_ name: String = "m") throws -> ModelLife? {
    ModelLife(
      of: name, provider: .googleGeminiAPI, in: try Self.book(),
      today: try Fixture.day("2026-11-30"))
  }

  /// An event in a few words of its own, not those of a report.
  private func line(_ event: LifeEvent) -> String {
    let what: String
    switch event.kind {
    case .released: what = "released"
    case .prices(let turn):
      let steps = turn.steps.filter { !$0.isLevel }.map { step in
        let (before, after) = (step.before?.description ?? "-", step.after?.description ?? "-")
        return "\(step.name) \(before) \(after)"
      }
      what =
        "\(turn.serviceTier.rawValue) \(turn.endsIntroduction ? "after intro " : "")"
        + steps.joined(separator: ", ")
    case .priceSaid(let statement): what = "said \(statement.period.from?.description ?? "-")"
    case .priceWithdrawn(let statement): what = "withdrawn \(statement.amounts.count)"
    case .endSaid(let end): what = "said \(end.mode.rawValue) \(end.day?.description ?? "-")"
    case .ends(let end): what = "\(end.mode.rawValue) to \(end.successor ?? "-")"
    case .takesOver(let from, _): what = "follows \(from)"
    case .aliasComes(let alias): what = "\(alias.name) comes"
    case .aliasLeaves(let alias, let to): what = "\(alias.name) to \(to ?? "-")"
    }
    return "\(event.at?.dayUTC.description ?? "-") \(event.phase.rawValue) \(what)"
  }

  @Test func `everything that happened, was said and is to come, in order of time`() throws {
    let lines = try #require(try life()).events.map(line)
    #expect(
      lines == [
        "2026-01-05 said said 2026-01-10T00:00:00Z",
        "2026-01-05 said said 2026-07-01T00:00:00Z",
        "2026-01-10 past released",
        "2026-01-10 past standard input - 1 per million, audio_input - 2 per million, "
          + "output - 4 per million",
        "2026-01-10 past standard image_output - 40000 per million",
        "2026-02-01 past latest comes",
        "2026-03-01 past batch input - 0.5 per million, output - 2 per million",
        "2026-04-01 past follows old",
        "2026-05-01 revoked said error 2026-12-01",
        // Audio keeps its price, so it is no part of the change.
        "2026-07-01 past standard after intro input 1 per million 1.5 per million, "
          + "output 4 per million 8 per million",
        "2026-08-01 said said reroute 2027-02-01",
        "2026-09-01 revoked said 2027-01-01T00:00:00Z",
        "2026-10-01 revoked withdrawn 2",
        "2026-11-01 past latest to n",
        "2027-02-01 ahead reroute to n",
      ])
  }

  @Test func `changes are exact parts of what was`() throws {
    let events = try #require(try life()).events
    let turn = try #require(
      events.compactMap { event -> PriceTurn? in
        guard case .prices(let turn) = event.kind, turn.endsIntroduction else { return nil }
        return turn
      }.first)
    // 1 → 1.5 is a half more, 4 → 8 once more.
    #expect(turn.steps.map(\.name) == ["input", "audio_input", "output"])
    #expect(turn.steps.map { $0.change?.percent(toPlaces: 1) } == ["50.0", "0.0", "100.0"])
    #expect(!turn.isFirst && !turn.isLast)
  }

  @Test func `an alias has the life of the model that it stands for, an unknown name none`() throws
  {
    #expect(try life("latest")?.model.name == "n")
    #expect(try life("mm") == nil)
    #expect(
      ModelLife(
        of: "m", provider: .openAI, in: try Self.book(), today: try Fixture.day("2026-11-30"))
        == nil)
  }

  /// A seller may name a family at first and one of its members later.
  @Test func `a price is found under the name that it had before`() throws {
    let book = try Fixture.book([
      """
      {"model": "m", "prices": [
        {"per": "million_tokens", "until": "2026-07-01",
         "amounts": {"input": "2", "output": "4"}},
        {"per": "million_tokens", "from": "2026-07-01",
         "amounts": {"text_input": "1", "audio_input": "3", "text_output": "4", "thinking": "8"}}],
       "lifecycle": []}
      """
    ])
    let life = try #require(
      ModelLife(
        of: "m", provider: .googleGeminiAPI, in: book, today: try Fixture.day("2026-11-30")))
    guard case .prices(let turn)? = life.events.last?.kind else {
      Issue.record("no price turn")
      return
    }
    let steps = turn.steps.map { step in
      "\(step.name) \(step.change.map { $0.percent(toPlaces: 0) } ?? "-")"
    }
    #expect(steps == ["text_input -50", "audio_input 50", "text_output 0", "thinking 100"])
  }

  @Test func `prices that end for a re-route alone are not told twice`() throws {
    let book = try Fixture.book([
      """
      {"model": "m", "prices": [
        {"per": "million_tokens", "until": "2026-07-01", "amounts": {"input": "2"}}],
       "lifecycle": [{"mode": "reroute", "day": "2026-07-01", "successor": "n"}]}
      """,
      """
      {"model": "n", "prices": [
        {"per": "million_tokens", "until": "2026-08-01", "amounts": {"input": "2"}}],
       "lifecycle": []}
      """,
    ])
    func lines(_ name: String) throws -> [String] {
      try #require(
        ModelLife(
          of: name, provider: .googleGeminiAPI, in: book, today: try Fixture.day("2026-11-30"))
      ).events.map(line)
    }
    #expect(
      try lines("m") == ["- past standard input - 2 per million", "2026-07-01 past reroute to n"])
    #expect(
      try lines("n") == [
        "- past standard input - 2 per million", "2026-07-01 past follows m",
        "2026-08-01 past standard input 2 per million -",
      ])
  }
}
