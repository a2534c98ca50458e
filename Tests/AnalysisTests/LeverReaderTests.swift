import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// How levers are read from scenario files, and their mistakes named.
@Suite struct LeverReaderTests {
  /// A mistake in a lever, on the second line of the file.
  struct Mistake: Sendable {
    let lever: String
    let place: String
    let says: String
  }

  static let mistakes = [
    Mistake(
      lever: #"{"lever": "magic"}"#, place: "levers[0].lever", says: "\"magic\" is not a lever"),
    Mistake(lever: #"{"share": 1}"#, place: "levers[0].lever", says: "lever is missing"),
    Mistake(lever: "5", place: "levers[0]", says: "an object belongs here"),
    Mistake(
      lever: #"{"lever": "on_device", "share": "1.5"}"#, place: "levers[0].share",
      says: "1.5 is not a decimal number from 0 to 1"),
    Mistake(
      lever: #"{"lever": "on_device", "share": 1, "shar": 1}"#, place: "levers[0]",
      says: "the key shar is not known here"),
    Mistake(
      lever: #"{"lever": "on_device", "share": 1, "share": 0}"#, place: "levers[0]",
      says: "the key share stands here a second time"),
    Mistake(
      lever: #"{"lever": "output_cap", "tokens": 0}"#, place: "levers[0].tokens",
      says: "0 is not a whole number from 1 to 100000000"),
    Mistake(
      lever: #"{"lever": "response_cache"}"#, place: "levers[0].hit_rate",
      says: "hit_rate is missing"),
    Mistake(
      lever: #"{"lever": "response_cache", "refresh_hours": 0}"#,
      place: "levers[0].refresh_hours", says: "refresh_hours is zero"),
    Mistake(
      lever: #"{"lever": "retries", "attempts_per_success": "0.9"}"#,
      place: "levers[0].attempts_per_success", says: "0.9 attempts are fewer than one for a success"
    ),
    Mistake(
      lever: #"{"lever": "service_tier", "batch_share": "0.6", "flex_share": "0.5"}"#,
      place: "levers[0].lever", says: "the shares add up to 110.0 %, more than there is"),
    Mistake(
      lever: """
        {"lever": "model_share", "to": [{"model": "a", "share": "0.7"}, {"model": "b", "share": 1}]}
        """, place: "levers[0].to", says: "the shares add up to 170.0 %, more than there is"),
    Mistake(
      lever: #"{"lever": "model_share", "to": [{"model": "a", "share": 1, "token_ratio": 0}]}"#,
      place: "levers[0].to[0].token_ratio", says: "token_ratio is zero"),
    Mistake(
      lever: """
        {"lever": "model_share", "to": [{"model": "a", "share": "0.2"}, {"model": "a", "share": "0.3"}]}
        """, place: "levers[0].to[1].model", says: "a is in the list twice"),
    Mistake(
      lever: #"{"lever": "output_cap", "tokens": 9, "note": 5}"#, place: "levers[0].note",
      says: "a text belongs here"),
    Mistake(
      lever: #"{"lever": "model_share", "to": []}"#, place: "levers[0].to",
      says: "the list of models with shares is empty"),
    Mistake(
      lever: #"{"lever": "history", "keep_turns": 1, "compress_over_tokens": 5}"#,
      place: "levers[0].lever",
      says: "either keep_turns or compress_over_tokens belongs here, and not both"),
    Mistake(
      lever: #"{"lever": "history", "keep_turns": 1, "compressed_share": "0.1"}"#,
      place: "levers[0].compressed_share", says: "this means nothing without compress_over_tokens"),
    Mistake(
      lever: #"{"lever": "image_size", "from": {"width": 5}, "to": {"resolution": "low"}}"#,
      place: "levers[0].from.height", says: "height is missing"),
    Mistake(
      lever: """
        {"lever": "image_size", "from": {"resolution": "tiny"}, "to": {"resolution": "low"}}
        """, place: "levers[0].from.resolution", says: "\"tiny\" is not a resolution"),
    Mistake(
      lever: #"{"lever": "on_device", "share": 1, "where": {"user": "u"}}"#,
      place: "levers[0].where", says: "the key user is not known here"),
    Mistake(
      lever: #"{"lever": "on_device", "share": 1, "where": {"model": 5}}"#,
      place: "levers[0].where.model", says: "a text that is not empty belongs here"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is named with its line and field`(_ mistake: Mistake) throws {
    let text = "{\"schema\": \"tollbook.scenario/2\", \"levers\": [\n\(mistake.lever)]}"
    let error = #expect(throws: InputFileError.self) {
      try Scenario(parsing: Array(text.utf8), file: "levers.json")
    }
    let problem = try #require(error?.problems.first)
    #expect(problem.place.description == "levers.json:2: \(mistake.place)")
    #expect(problem.explanation == mistake.says)
    #expect(problem.remedy.hasSuffix("."))
  }

  /// A number in a lever, and the ends of what it takes: the words are held to what is accepted.
  struct Ends: Sendable {
    let lever: String
    let taken: [String]
    /// What is refused, with the words that say what would be taken.
    let refused: [String]
    let says: String
  }

  /// A share of anything.
  private static func share(_ lever: String) -> Ends {
    Ends(
      lever: lever, taken: ["0", "1", "0.000001"], refused: ["-0.000001", "1.000001"],
      says: "is not a decimal number from 0 to 1")
  }

  private static func whole(_ lever: String, _ least: Int64, _ most: Int64) -> Ends {
    Ends(
      lever: lever, taken: ["\(least)", "\(most)"], refused: ["\(least - 1)", "\(most + 1)"],
      says: "is not a whole number from \(least) to \(most)")
  }

  static let ends: [Ends] =
    [
      #"{"lever": "user_cap", "calls_per_day": 5, "paid_share": #}"#,
      #"{"lever": "response_cache", "hit_rate": #}"#,
      #"{"lever": "retries", "attempts_per_success": 1, "billed_share": #}"#,
      #"{"lever": "on_device", "share": #}"#,
      #"{"lever": "model_share", "to": [{"model": "m", "share": #}]}"#,
      #"{"lever": "history", "compress_over_tokens": 9, "compressed_share": #}"#,
      #"{"lever": "prompt_shortening", "shorter_by": #}"#,
      #"{"lever": "context_cache", "share": #}"#,
      #"{"lever": "context_cache", "share": 1, "written_share": #}"#,
      #"{"lever": "service_tier", "batch_share": #}"#,
      #"{"lever": "service_tier", "flex_share": #}"#,
    ].map(share) + [
      Ends(
        lever: #"{"lever": "response_cache", "refresh_hours": #}"#, taken: ["0.000001", "8784"],
        refused: ["-1", "8784.000001"], says: "is not a decimal number above 0 and up to 8784"),
      Ends(
        lever: #"{"lever": "response_cache", "refresh_hours": #}"#, taken: [], refused: ["0"],
        says: "refresh_hours is zero"),
      Ends(
        lever: #"{"lever": "retries", "attempts_per_success": #}"#, taken: ["1", "100"],
        refused: ["-1", "100.000001"], says: "is not a decimal number from 1 to 100"),
      Ends(
        lever: #"{"lever": "retries", "attempts_per_success": #}"#, taken: [],
        refused: ["0", "0.999999"], says: "attempts are fewer than one for a success"),
      Ends(
        lever: """
          {"lever": "retries", "attempts_per_success": 1, "recorded_attempts_per_success": #}
          """, taken: ["1", "100"], refused: ["101"],
        says: "is not a decimal number from 1 to 100"),
      Ends(
        lever: #"{"lever": "model_share", "to": [{"model": "m", "share": 1, "token_ratio": #}]}"#,
        taken: ["0.000001", "1000"], refused: ["-1", "1000.1"],
        says: "is not a decimal number above 0 and up to 1000"),
      Ends(
        lever: #"{"lever": "context_cache", "share": 1, "storage_hours_per_day": #}"#,
        taken: ["0", "24"], refused: ["-1", "24.5"], says: "is not a decimal number from 0 to 24"),
      whole(#"{"lever": "user_cap", "calls_per_day": #}"#, 0, 1_000_000),
      whole(#"{"lever": "history", "keep_turns": #}"#, 0, 10_000),
      whole(#"{"lever": "history", "keep_turns": 1, "turns": #}"#, 1, 10_000),
      whole(#"{"lever": "history", "keep_turns": 1, "system_tokens": #}"#, 0, 100_000_000),
      whole(#"{"lever": "history", "compress_over_tokens": #}"#, 1, 100_000_000),
      whole(#"{"lever": "output_cap", "tokens": #}"#, 1, 100_000_000),
      whole(#"{"lever": "context_cache", "share": 1, "caches": #}"#, 1, 1_000_000),
      whole(
        #"{"lever": "image_size", "from": {"width": #, "height": 1}, "to": {"resolution": "low"}}"#,
        1, 1_000_000),
    ]

  @Test(arguments: ends)
  func `a range in words is the range that is taken`(_ ends: Ends) throws {
    func problem(_ number: String) -> String? {
      let text =
        #"{"schema": "tollbook.scenario/2", "levers": [\#(ends.lever.replacing("#", with: number))]}"#
      do throws(InputFileError) {
        _ = try Scenario(parsing: Array(text.utf8), file: "levers.json")
        return nil
      } catch {
        return error.problems.first?.explanation
      }
    }
    for number in ends.taken { #expect(problem(number) == nil, "\(ends.lever) \(number)") }
    for number in ends.refused {
      #expect(problem(number)?.hasSuffix(ends.says) == true, "\(ends.lever) \(number)")
    }
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `a line ends with a line feed, a carriage return, or both`(_ end: String) throws {
    let lines = [
      #"{"schema": "tollbook.scenario/2", "levers": ["#, "", #"{"lever": "magic"},"#,
      #"{"lever": "output_cap", "tokens": 0}]}"#,
    ]
    let error = #expect(throws: InputFileError.self) {
      try Scenario(parsing: Array(lines.joined(separator: end).utf8), file: "levers.json")
    }
    #expect(error?.problems.map(\.place.line) == [3, 4])
    // A text that ends too early is wrong at its last line.
    let broken = #expect(throws: InputFileError.self) {
      try Scenario(parsing: Array(lines.prefix(3).joined(separator: end).utf8), file: "levers.json")
    }
    #expect(broken?.problems.map(\.place.line) == [3])
  }

  @Test func `one of a thing is not told as several`() throws {
    let levers = try [
      #"{"lever": "user_cap", "calls_per_day": 1}"#,
      #"{"lever": "response_cache", "refresh_hours": 1}"#,
      #"{"lever": "response_cache", "hit_rate": "0.5", "refresh_hours": 1}"#,
      #"{"lever": "retries", "attempts_per_success": 1}"#,
      #"{"lever": "history", "keep_turns": 1, "turns": 1, "system_tokens": 1}"#,
      #"{"lever": "history", "keep_turns": 0}"#,
      #"{"lever": "history", "compress_over_tokens": 1}"#,
      #"{"lever": "output_cap", "tokens": 1}"#, #"{"lever": "output_cap", "tokens": 1024}"#,
      #"{"lever": "context_cache", "share": "0.5", "storage_hours_per_day": 1}"#,
    ].flatMap { try LeverFixture.levers($0) }
    #expect(
      levers.map(\.setting) == [
        "at most 1 call a user and day", "an answer serves its user for 1 hour",
        "50 % of requests are answered from a cache, for 1 hour at most",
        "every request succeeds at once", "a turn sends the last turn again",
        "a turn sends none of those before it again",
        "a history over 1 token becomes a summary of 20 % of it", "answers of 1 token at most",
        "answers of 1,024 tokens at most",
        "50 % of the prompts' fresh text is read from a cache, kept for 1 hour a day",
      ])
    #expect(levers[4].assumptions.first == "a conversation has 1 turn")
    #expect(levers[4].assumptions[1].contains("sends 1 token of instructions"))
  }

  @Test func `every mistake is found, not only the first`() throws {
    let text = """
      {"schema": "tollbook.scenario/2", "levers": [{"lever": "magic"},
      {"lever": "context_cache", "share": 2, "caches": 0}]}
      """
    let error = #expect(throws: InputFileError.self) {
      try Scenario(parsing: Array(text.utf8), file: "levers.json")
    }
    #expect(error?.problems.count == 3)
  }

  @Test func `version 1 has no levers, version 2 needs features or levers`() throws {
    func first(_ text: String) -> String? {
      do throws(InputFileError) {
        _ = try Scenario(parsing: Array(text.utf8), file: "a.json")
        return nil
      } catch {
        return error.problems.first?.explanation
      }
    }
    let lever = #"{"lever": "output_cap", "tokens": 1}"#
    #expect(
      first(#"{"schema": "tollbook.scenario/1", "levers": [\#(lever)]}"#)
        == "the key levers is not known here")
    #expect(first(#"{"schema": "tollbook.scenario/2", "levers": [\#(lever)]}"#) == nil)
    #expect(first(#"{"schema": "tollbook.scenario/2"}"#) == "features is missing")
    #expect(
      first(#"{"schema": "tollbook.scenario/2", "levers": []}"#)
        == "the list of levers is empty")
    #expect(
      first(#"{"schema": "tollbook.scenario/2", "levers": {}}"#)
        == "an array of levers belongs here")
  }

  @Test func `a wrong life of an answer is one mistake, not two`() throws {
    let lever = #"{"lever": "response_cache", "refresh_hours": 1000000}"#
    let error = #expect(throws: InputFileError.self) { try LeverFixture.levers(lever) }
    #expect(error?.problems.map(\.place.path) == ["levers[0].refresh_hours"])
  }

  @Test(arguments: [
    (#""levers": [{"share": 1}]"#, "Add \"lever\"; docs/levers.md shows a whole file."),
    (#""note": "n""#, "Add \"features\"; docs/scenarios.md shows a whole file."),
  ])
  func `what is missing is to be seen in the docs`(_ text: String, _ remedy: String) throws {
    let file = #"{"schema": "tollbook.scenario/2", \#(text)}"#
    let error = #expect(throws: InputFileError.self) {
      try Scenario(parsing: Array(file.utf8), file: "a.json")
    }
    #expect(error?.problems.first?.remedy == remedy)
  }

  @Test func `a lever that cannot be moved is named with its file, line and field`() throws {
    let row = try LeverFixture.row([.textInput: 5000], requests: 1)
    let text = """
      {"schema": "tollbook.scenario/2", "levers": [
        {"lever": "prompt_shortening", "shorter_by": "0.1"},
        {"note": "n",
         "lever": "on_device", "share": 0}]}
      """
    let levers = try Scenario(parsing: Array(text.utf8), file: "my.json").levers
    let refusal = #expect(throws: LeverRefusal.self) {
      try LeveredUsage(
        [row], levers: levers, evidence: LeverEvidence(), book: try LeverFixture.book(),
        at: try Fixture.day("2026-11-30").startUTC)
    }
    #expect(
      refusal?.explanation == "my.json:4: levers[1].lever: the lever on_device cannot be moved: at "
        + "this setting it leaves everything as it is")
    #expect(refusal?.bare == .changesNothing(.onDevice))
    #expect(refusal?.name == .onDevice)
  }

  @Test(arguments: [
    #"{"lever": "user_cap", "calls_per_day": 1, "paid_share": 1}"#,
    #"{"lever": "response_cache", "hit_rate": 0}"#,
    #"{"lever": "retries", "attempts_per_success": 1, "billed_share": 0}"#,
    #"{"lever": "on_device", "share": 0}"#,
    #"{"lever": "model_share", "to": [{"model": "plain", "share": 0}]}"#,
    #"{"lever": "prompt_shortening", "shorter_by": 0}"#,
    #"{"lever": "context_cache", "share": 0}"#, #"{"lever": "service_tier"}"#,
  ])
  func `a setting that changes nothing is not blamed on the usage`(_ lever: String) throws {
    let name = try LeverFixture.levers(lever)[0].name
    let row = try LeverFixture.row([.textInput: 5000, .textOutput: 10], requests: 1)
    #expect(throws: LeverRefusal.changesNothing(name)) { try LeverFixture.moved([row], lever) }
  }

  @Test func `every lever says what it does and what it takes for granted`() throws {
    let all = """
      {"lever": "user_cap", "calls_per_day": 20, "paid_share": "0.05"},
      {"lever": "response_cache", "hit_rate": "0.125", "refresh_hours": 6},
      {"lever": "retries", "attempts_per_success": "1.2", "billed_share": "0.5"},
      {"lever": "on_device", "share": "0.4", "where": {"feature": "chat"}},
      {"lever": "model_share", "to": [{"model": "m", "provider": "openai", "share": "0.1"}]},
      {"lever": "history", "keep_turns": 3},
      {"lever": "prompt_shortening", "shorter_by": "0.2"},
      {"lever": "image_size", "from": {"width": 10, "height": 20}, "to": {"resolution": "low"}},
      {"lever": "output_cap", "tokens": 512},
      {"lever": "context_cache", "share": "0.6", "storage_hours_per_day": "12.5"},
      {"lever": "service_tier", "batch_share": "0.3", "flex_share": "0.1"}
      """
    let levers = try LeverFixture.levers(all)
    #expect(levers.map(\.name) == LeverName.allCases)
    #expect(
      levers.map(\.setting) == [
        "at most 20 calls a day for the 95 % of users who do not pay",
        "12.5 % of requests are answered from a cache, for 6 hours at most",
        "1.2 attempts for one success", "40 % of requests are answered by apple-foundation-model",
        "10 % to m", "a turn sends the last 3 turns again", "prompts have 20 % less text",
        "pictures in low resolution instead of 10x20", "answers of 512 tokens at most",
        "60 % of the prompts' fresh text is read from a cache, kept for 12.5 hours a day",
        "30 % as a batch, 10 % as flex",
      ])
    #expect(levers.allSatisfy { !$0.assumptions.isEmpty })
    #expect(levers[3].selection.description == "feature chat")
  }
}
