import Analysis
import Quantities
import Testing
import Usage

/// Route files, read and refused; and which requests a rule may take.
@Suite struct RouteTests {
  static let text = """
    {"schema": "tollbook.route/1", "name": "hybrid", "note": "n",
     "rules": [
      {"name": "phone", "when": {"prompt_tokens": {"at_most": 1500},
        "language": ["en", "ja"], "labels": {"country": "JP"}}, "to": "on-device:gemini-nano"},
      {"name": "long", "when": {"prompt_tokens": {"over": 32000}}, "to": "gemini-2.5-pro"},
      {"name": "pilot", "when": {"user_share": "20", "output_tokens": {"at_least": 5, "below": 9},
        "model": "old"}, "to": "as-recorded"}],
     "default": "gemini-3.8-flash"}
    """

  private func read(_ text: String) throws -> Route {
    try Route(parsing: Array(text.utf8), file: "route.json")
  }

  @Test func `a route is read as it is written`() throws {
    let route = try read(Self.text)
    #expect(route.name == "hybrid")
    #expect(route.rules.map(\.name) == ["phone", "long", "pilot"])
    #expect(
      route.targets == [
        .model("on-device:gemini-nano"), .model("gemini-2.5-pro"), .asRecorded,
        .model("gemini-3.8-flash"),
      ])
    let phone = route.rules[0].conditions
    #expect(phone.promptTokens == 0...1500)
    #expect(phone.labels.map(\.name) == ["country", "language"])
    #expect(phone.labels.map(\.values) == [["JP"], ["en", "ja"]])
    // "Over" leaves the number itself out, "below" too.
    #expect(route.rules[1].conditions.promptTokens?.lowerBound == 32_001)
    #expect(route.rules[2].conditions.outputTokens == 5...8)
    #expect(route.rules[2].conditions.userShare == DecimalFactor("20"))
    #expect(
      route.rules.map(\.conditions.description) == [
        "prompt up to 1,500 tokens, country JP, language en or ja", "prompt over 32,000 tokens",
        "output from 5 to 8 tokens, model old, 20 % of users",
      ])
  }

  /// A route with one rule whose condition is the text.
  private static func when(_ condition: String) -> String {
    """
    {"schema": "tollbook.route/1", "rules": [
    {"name": "r", "to": "m", "when": \(condition)}], "default": "as-recorded"}
    """
  }

  struct Mistake: Sendable {
    let text: String
    let place: String
    let says: String
  }

  static let mistakes = [
    Mistake(text: "{", place: "route.json:1", says: "not JSON"),
    Mistake(text: "[]", place: "route.json:1", says: "an object belongs here"),
    Mistake(
      text: """
        {"schema": "tollbook.scenario/1", "default": "m",
        "rules": [{"name": "a", "when": {"model": "x"}, "to": "m"}]}
        """, place: "route.json:1: schema", says: "not tollbook.route/1"),
    Mistake(
      text: #"{"schema": "tollbook.route/1", "rules": [], "default": "m"}"#,
      place: "route.json:1: rules", says: "without a single rule"),
    Mistake(
      text: #"{"schema": "tollbook.route/1", "rules": [{"name": "a", "to": "m"}], "default": "m"}"#,
      place: "route.json:1: rules[0].when", says: "when is missing"),
    Mistake(text: when("{}"), place: "route.json:2: rules[0].when", says: "takes every request"),
    Mistake(
      text: when(#"{"labels": {}}"#), place: "route.json:2: rules[0].when.labels",
      says: "takes every request"),
    Mistake(
      text: when(#"{"labels": {"": "x"}}"#), place: "route.json:2: rules[0].when.labels",
      says: "a label without a name"),
    Mistake(
      text: """
        {"schema": "tollbook.route/1", "default": "m", "note": 5,
        "rules": [{"name": "a", "when": {"model": "x"}, "to": "m"}]}
        """, place: "route.json:1: note", says: "a text belongs here"),
    Mistake(
      text: when(#"{"user_share": "100.5"}"#), place: "route.json:2: rules[0].when.user_share",
      says: "100.5 is not a percentage above 0 and up to 100"),
    Mistake(
      text: when(#"{"user_share": 0}"#), place: "route.json:2: rules[0].when.user_share",
      says: "0 is not a percentage"),
    Mistake(
      text: when(#"{"prompt_tokens": {"over": 20, "below": 21}}"#),
      place: "route.json:2: rules[0].when.prompt_tokens", says: "no number of tokens lies between"),
    Mistake(
      text: when(#"{"prompt_tokens": {"over": 20, "at_least": 21}}"#),
      place: "route.json:2: rules[0].when.prompt_tokens", says: "two bounds on one side"),
    Mistake(
      text: when(#"{"prompt_tokens": {}}"#), place: "route.json:2: rules[0].when.prompt_tokens",
      says: "without a bound"),
    Mistake(
      text: when(#"{"output_tokens": {"at_most": 1.5}}"#),
      place: "route.json:2: rules[0].when.output_tokens.at_most", says: "1.5 is not a whole number"),
    Mistake(
      text: when(#"{"output_tokens": {"at_most": -1}}"#),
      place: "route.json:2: rules[0].when.output_tokens.at_most", says: "-1 is not a whole number"),
    Mistake(
      text: when(#"{"promt_tokens": {"at_most": 1}}"#), place: "route.json:2: rules[0].when",
      says: "the key promt_tokens is not known here"),
    Mistake(
      text: when(#"{"language": []}"#), place: "route.json:2: rules[0].when.language",
      says: "an array of texts"),
    Mistake(
      text: when(#"{"language": "en", "labels": {"language": "ja"}}"#),
      place: "route.json:2: rules[0].when.labels", says: "language stands here a second time"),
    Mistake(
      text: """
        {"schema": "tollbook.route/1", "default": "m", "rules": [
        {"name": "a", "when": {"feature": "x"}, "to": "m"},
        {"name": "a", "when": {"feature": "y"}, "to": "m"}]}
        """, place: "route.json:3: rules[1].name", says: "the rule a stands on line 2 already"),
    Mistake(
      text: """
        {"schema": "tollbook.route/1", "default": "m", "rules": [
        {"name": "default", "when": {"feature": "x"}, "to": "m"}]}
        """, place: "route.json:2: rules[0].name", says: "reports call something else default"),
    Mistake(
      text: """
        {"schema": "tollbook.route/1", "default": "m",
        "name": "today's mix", "rules": [{"name": "a", "when": {"feature": "x"}, "to": "m"}]}
        """, place: "route.json:2: name", says: "reports call something else today's mix"),
    Mistake(
      text: """
        {"schema": "tollbook.route/1", "default": "m", "rules": [
        {"name": "a", "when": {"feature": "x"}, "to": "m"},
        {"name": "b", "when": {"feature": "x"}, "to": "n"}]}
        """, place: "route.json:3: rules[1].when", says: "same conditions and comes first"),
    Mistake(
      text: """
        {"schema": "tollbook.route/1", "rules": [{"name": "a", "when": {"model": "x"}, "to": "m"}]}
        """,
      place: "route.json:1: default", says: "default is missing"),
  ]

  @Test func `a file of another encoding is called that`() {
    let units = Self.text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let bytes: [UInt8] = [0xFF, 0xFE] + units
    let error = #expect(throws: InputFileError.self) {
      try Route(parsing: bytes, file: "route.json")
    }
    #expect(
      error?.description
        == "route.json:1: this is UTF-16 text, not JSON in UTF-8\n"
        + "Unpack the file, or save it as UTF-8.")
  }

  @Test(arguments: mistakes)
  func `a mistake is told with its place and a remedy`(_ mistake: Mistake) throws {
    let error = #expect(throws: InputFileError.self) { try read(mistake.text) }
    let problem = try #require(error?.problems.first)
    #expect(problem.place.description == mistake.place)
    #expect(problem.explanation.contains(mistake.says), "\(problem.explanation)")
    #expect(error?.problems.count == 1)
    #expect(problem.remedy.last == ".")
  }

  @Test func `labels and models decide by series; a label that is not there has no value`() throws {
    let route = try read(Self.text)
    func series(_ labels: [String: String], model: String = "m") -> UsageSeries {
      UsageSeries(
        provider: .googleGeminiAPI, requestedModel: model, reportedModel: "other",
        labels: Labels(labels))
    }
    #expect(route.rules[0].matches(series(["language": "ja", "country": "JP"])))
    #expect(!route.rules[0].matches(series(["language": "de", "country": "JP"])))
    #expect(!route.rules[0].matches(series(["country": "JP"])))
    #expect(route.rules[1].matches(series([:])))
    #expect(route.rules[2].matches(series([:], model: "old")))
    #expect(!route.rules[2].matches(series([:])))
  }

  @Test func `a share of users is the same users every time, and each rule has its own`() throws {
    func taken(_ name: String, _ share: String) throws -> [String] {
      let conditions = RouteConditions(userShare: try Fixture.factor(share))
      let rule = RouteRule(name: name, conditions: conditions, target: .asRecorded)
      return (1...20).map { "u-" + ($0 < 10 ? "0" : "") + "\($0)" }.filter(rule.takes)
    }
    // By a SipHash of ten lines of Python, held to the reference vectors of its authors.
    #expect(try taken("pilot", "20") == ["u-04", "u-10", "u-11"])
    #expect(
      try taken("pilot", "50")
        == ["u-04", "u-07", "u-08", "u-10", "u-11", "u-13", "u-17", "u-19"])
    #expect(try taken("other", "20") == ["u-06", "u-07", "u-12", "u-13", "u-20"])
    #expect(try taken("other", "100").count == 20)
  }
}
