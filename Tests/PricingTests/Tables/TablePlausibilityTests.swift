import Pricing
import Quantities
import Testing
import Usage

/// What is refused as implausible, and what that leaves behind.
@Suite struct TablePlausibilityTests {
  private func gemini(_ name: String, _ fields: String) -> String {
    #"{"gemini/\#(name)": {"litellm_provider": "gemini", "mode": "chat", \#(fields)}}"#
  }

  private func codes(_ name: String, _ fields: String) throws -> [String] {
    try TableWorld.remarks(gemini(name, fields)).map { String($0.dropFirst(name.count + 1)) }
  }

  @Test(arguments: [
    // Per thousand tokens, and per million, where a price per token belongs.
    (
      #""input_cost_per_token": 0.0003, "output_cost_per_token": 2.5e-06"#,
      "input_cost_per_token: out_of_proportion"
    ),
    (
      #""input_cost_per_token": 0.3, "output_cost_per_token": 2.5e-06"#,
      "input_cost_per_token: out_of_range"
    ),
    (
      #""input_cost_per_token": 3e-13, "output_cost_per_token": 2.5e-06"#,
      "input_cost_per_token: too_fine"
    ),
    (
      #""input_cost_per_token": 3e-10, "output_cost_per_token": 4e-10"#,
      "input_cost_per_token: out_of_range"
    ),
    (
      #""input_cost_per_token": 1e-06, "cache_read_input_token_cost": 1.1e-06"#,
      "cache_read_input_token_cost: out_of_proportion"
    ),
    (
      #""input_cost_per_token": 1e-06, "cache_read_input_token_cost": 1e-10"#,
      "cache_read_input_token_cost: out_of_range"
    ),
    (
      #""input_cost_per_token": 1e-06, "cache_read_input_token_cost": 1.9e-09"#,
      "cache_read_input_token_cost: out_of_proportion"
    ),
    (
      #""input_cost_per_token": 1e-06, "input_cost_per_token_batches": 1.1e-06"#,
      "input_cost_per_token_batches: out_of_proportion"
    ),
    (
      #""input_cost_per_token": 1e-06, "input_cost_per_token_priority": 0.9e-06"#,
      "input_cost_per_token_priority: out_of_proportion"
    ),
    (
      #""input_cost_per_token": 1e-06, "input_cost_per_token_above_200k_tokens": 0.9e-06"#,
      "input_cost_per_token_above_200k_tokens: out_of_proportion"
    ),
    (#""input_cost_per_token": 1e-06, "output_cost_per_token": 0"#, "output_cost_per_token: zero"),
    (
      #""input_cost_per_token": 1e-06, "output_cost_per_token": -1e-06"#,
      "output_cost_per_token: negative"
    ),
  ])
  func `a slip of the unit is refused`(fields: String, remark: String) throws {
    let found = try codes("new", fields)
    #expect(found.contains(remark), "\(found)")
  }

  @Test(arguments: [
    // What sellers have asked: Claude Fable's cached input, o1-pro, Gemini's images, a guard model.
    #""input_cost_per_token": 1e-05, "cache_read_input_token_cost": 2.5e-07"#,
    #""input_cost_per_token": 1.5e-04, "output_cost_per_token": 6e-04"#,
    #""input_cost_per_token": 3e-07, "output_cost_per_image_token": 3e-05"#,
    #""input_cost_per_token": 4.84e-07, "output_cost_per_token": 3e-08"#,
    #""input_cost_per_token": 2e-07, "input_cost_per_video_token": 1.2e-05"#,
    #""input_cost_per_token": 3e-09, "output_cost_per_token": 6e-09"#,
    #""input_cost_per_token": 1e-07, "input_cost_per_token_above_100k_tokens": 5e-07"#,
    #""input_cost_per_token": 1e-06, "cache_read_input_token_cost": 1e-06"#,
  ])
  func `what sellers really ask is not`(fields: String) throws {
    #expect(try codes("new", fields).isEmpty)
  }

  @Test func `a thousandfold apart from the book's own price is refused`() throws {
    // The book: 0.30 and 2.50. Here output is 2,500 times less, and cached input 1,000 times more.
    let table = gemini(
      "flash",
      """
      "input_cost_per_token": 3.1e-07, "output_cost_per_token": 1e-09,
      "cache_read_input_token_cost": 3e-08, "cache_read_input_audio_token_cost": 1e-7
      """)
    let overlay = try TableWorld.overlay(table)
    let refused = overlay.remarks.filter(\.isRefusal)
    #expect(refused.map(\.key) == ["output_cost_per_token"])
    #expect(refused[0].explanation == "a thousandfold apart from the book's 2.5")
    // The book's own price stays where the table's was refused.
    let book = try TableWorld.laid(table)
    #expect(try book.millions("flash", [.textInput, .textOutput]) == ["0.31", "2.5"])
  }

  @Test func `a thousandfold is a thousand, not nine hundred and ninety-nine`() throws {
    func output(_ figure: String) throws -> [String] {
      // Nothing else of the model is stated, so only the book can speak against it.
      try codes("flash", #""output_cost_per_token": \#(figure)"#)
    }
    #expect(try output("2.5e-09").isEmpty)
    #expect(try output("2.499e-09") == ["output_cost_per_token: far_from_book"])
  }

  @Test func `a refused member is not swept up by its family`() throws {
    let table = gemini(
      "new",
      """
      "input_cost_per_token": 3e-07, "input_cost_per_audio_token": -1e-06,
      "output_cost_per_token": 2.5e-06, "output_cost_per_image_token": 3.00000000000001e-05
      """)
    let book = try TableWorld.laid(table)
    let meters: [Meter] = [.textInput, .toolUseInput, .audioInput, .textOutput, .imageOutput]
    #expect(try book.millions("new", meters) == ["0.3", "0.3", "–", "2.5", "–"])
  }

  @Test func `a refused member stays out of steps and tiers too`() throws {
    let table = gemini(
      "new",
      """
      "input_cost_per_token": 2e-07, "input_cost_per_audio_token": 0.0006,
      "input_cost_per_token_above_200k_tokens": 4e-07, "input_cost_per_token_batches": 1e-07,
      "output_cost_per_token": 1.2e-06
      """)
    let book = try TableWorld.laid(table)
    let meters: [Meter] = [.textInput, .audioInput]
    #expect(try book.millions("new", meters) == ["0.2", "–"])
    #expect(try book.millions("new", meters, over: 200_000) == ["0.4", "–"])
    #expect(try book.millions("new", meters, tier: .batch) == ["0.1", "–"])
  }

  @Test func `two entries that say different things about one model cancel each other`() throws {
    let table = """
      {"gemini/new": {"litellm_provider": "gemini", "input_cost_per_token": 1e-06,
         "output_cost_per_token": 4e-06},
       "new": {"litellm_provider": "gemini", "input_cost_per_token": 2e-06,
         "output_cost_per_token": 0.000004}}
      """
    let overlay = try TableWorld.overlay(table)
    #expect(overlay.remarks.map(\.explanation) == ["the table says 1e-06 too"])
    let book = try TableWorld.laid(table)
    #expect(try book.millions("new", [.textInput, .textOutput]) == ["–", "4"])
  }

  @Test func `what the book prices apart is left to the book`() throws {
    // models.dev without input_audio: its input is text's, whatever it thinks of audio.
    let table = """
      {"google": {"id": "google", "models": {"flash": {"id": "flash", "cost": {"input": 0.31,
        "output": 2.6, "cache_read": 0.031}}}}}
      """
    let book = try TableWorld.laid(table)
    let meters: [Meter] = [
      .textInput, .audioInput, .cachedTextInput, .cachedAudioInput, .textOutput,
    ]
    #expect(try book.millions("flash", meters) == ["0.31", "1", "0.031", "0.1", "2.6"])
    #expect(
      try TableWorld.overlay(table).remarks.map(\.explanation) == [
        "audio_input is left to the book, which has it apart",
        "cached_audio_input is left to the book, which has it apart",
      ])
  }

  @Test func `a batch price of text is not that of images`() throws {
    let table = gemini(
      "new",
      """
      "input_cost_per_token": 3e-07, "output_cost_per_token": 2.5e-06,
      "output_cost_per_image_token": 3e-05, "input_cost_per_token_batches": 1.5e-07,
      "output_cost_per_token_batches": 1.25e-06
      """)
    let book = try TableWorld.laid(table)
    let meters: [Meter] = [.textInput, .textOutput, .imageOutput]
    #expect(try book.millions("new", meters) == ["0.3", "2.5", "30"])
    #expect(try book.millions("new", meters, tier: .batch) == ["0.15", "1.25", "–"])
  }

  @Test func `a table without steps leaves the book's as they are, and says so`() throws {
    let table = gemini("pro", #""input_cost_per_token": 1.3e-06, "output_cost_per_token": 1e-05"#)
    let book = try TableWorld.laid(table)
    #expect(try book.millions("pro", [.textInput]) == ["1.3"])
    #expect(try book.millions("pro", [.textInput], over: 200_000) == ["2.5"])
    #expect(try codes("pro", #""input_cost_per_token": 1.3e-06"#) == ["gemini/pro: step_in_book"])
  }

  @Test func `a name that the book has as another name stays one`() throws {
    let table = gemini("flash-latest", #""input_cost_per_token": 5e-06"#)
    let overlay = try TableWorld.overlay(table)
    #expect(overlay.text == nil)
    #expect(overlay.remarks.map(\.explanation) == ["in the book this is another name for flash"])
  }
}
