import Testing

@testable import Importing

/// What stands beside the counts in telemetry, exports and tables never leaves them.
@Suite struct ExportPrivacyTests {
  static let map = "time=At,input=In,output=Out,tier=Tier,provider=By,id=Id"

  /// Places where something is wrong, with a secret in or beside it.
  static let faulty: [String] = [
    "At,In,Out,Tier,By,Id,Prompt\nSECRET,1,2,,,a,x\n",
    "At,In,Out,Tier,By,Id,Prompt\n2026-11-03,SECRET,2,,,a,x\n",
    "At,In,Out,Tier,By,Id,Prompt\n2026-11-03,1,2,SECRET,,a,x\n",
    "At,In,Out,Tier,By,Id,Prompt\n2026-11-03,1,2,,\"SECRET!\",a,x\n",
    "At,In,Out,Tier,By,Id,Prompt\n2026-11-03,1,2,,,a,x,SECRET\n",
    "At,In,Out,Tier,By,Id,Prompt\n2026-11-03,-1,2,,,a,SECRET\n",
    "At,In,Out,Tier,By,Id,Prompt\n2026-11-03,1,2,,,a,\"SECRET\"x\n2026-11-03,1,2,,,b,x\n",
    #"{"At":"SECRET","In":1}"#, #"{"At":5,"In":1,"Prompt":"SECRET"}"#,
    #"{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"a","spanId":"b","attributes":[{"key":"gen_ai.usage.input_tokens","value":{"stringValue":"SECRET"}}]}]}]}]}"#,
    #"{"request_id":"r","call_type":"SECRET","prompt_tokens":"SECRET","completion_tokens":1}"#,
    #"{"request_created_at":"SECRET","prompt_tokens":"SECRET","completion_tokens":1}"#,
    #"{"id":"a","traceId":"t","type":"GENERATION","startTime":"x","usageDetails":{"SECRET":-1,"input":-2}}"#,
  ]

  @Test(arguments: faulty)
  func `a fault shows nothing of the text it was found in`(_ text: String) throws {
    var options = ImportOptions()
    options.columns = try ColumnMap(ExportPrivacyTests.map)
    for secret in PrivacyTests.secrets {
      let yield = read(text.replacing("SECRET", secret), path: "x.csv", options: options)
      #expect(!yield.quarantined.isEmpty)
      for place in yield.quarantined {
        #expect(!place.explanation.contains(secret) && !place.code.contains(secret))
        #expect(place.shownColumns == nil)
      }
    }
  }

  @Test func `what is kept of a table that was not understood is nothing of its text`() throws {
    var options = ImportOptions()
    options.columns = try ColumnMap("input=Tokens")
    for map in [nil, options.columns] {
      options.columns = map
      let yield = read("my secret,plans\nare,these\n", path: "x.csv", options: options)
      let place = try #require(yield.quarantined.first)
      #expect(!place.explanation.contains("secret") && !place.explanation.contains("plans"))
      // Only the person in front of the screen is shown what the columns are called.
      #expect(place.shownColumns == "my secret, plans")
    }
  }

  /// First lines of what is no table, with a secret in them.
  static let noTables: [String] = [
    #"2026-10-10 INFO {"responseId":"a","text":"SECRET","usageMetadata":{"promptTokenCount":1}}"#,
    #"2026-10-10 INFO [{"responseId":"a"},{"text":"SECRET"}]"#,
    #"10:00 ask prompt="say SECRET", model="gemini-2.5-pro""#,
    "10:00 asked: SECRET, please\t1",
    "INFO,tell me all that there is to know of SECRET and of everything else that comes to mind,1",
    "1;SECRET \u{1B}[31m;{};2",
  ]

  @Test(arguments: noTables)
  func `the line of a log that is no table is shown nowhere`(_ line: String) throws {
    for map in [nil, try ColumnMap("input=Tokens")] {
      var options = ImportOptions()
      options.columns = map
      let yield = read("\(line)\n\(line)\n", path: "x.log", options: options)
      #expect(!yield.quarantined.isEmpty)
      for place in yield.quarantined {
        #expect(!"\(place) \(place.remedy ?? "")".contains("SECRET"))
      }
    }
  }

  @Test func `of many columns a dozen is shown, of strange ones the number`() {
    let names = (1...15).map { "Column_\($0)" }
    #expect(
      TableHeader(columns: names).shownColumns
        == names[..<12].joined(separator: ", ") + ", … and 3 more")
    #expect(
      TableHeader(columns: ["Größe", "a:b", "c.d-e"]).shownColumns == "Größe, c.d-e, … and 1 more")
    #expect(TableHeader(columns: ["a:b", String(repeating: "x", count: 41)]).shownColumns == nil)
    #expect(TableHeader(columns: ["Time", "{\"a\":1}"]).shownColumns == nil)
  }

  @Test func `a record holds nothing of what stands beside its counts`() throws {
    let beside = "my-private-answer"
    let attributes =
      OpenTelemetryTests.call(1, 2) + [
        ("gen_ai.input.messages", beside), ("gen_ai.prompt.0.content", beside),
        ("llm.input_messages.0.message.content", beside), ("ai.prompt", beside),
      ]
    let texts = [
      OpenTelemetryTests.line([OpenTelemetryTests.span("aa", attributes)]),
      LangfuseTests.trace([
        LangfuseTests.observation("a", #"{"input":1}"#)
          .replacing(#""input":"x""#, #""input":"\#(beside)""#)
      ]),
      GatewayTests.spendLog((1, 2, 3)).replacing(#""messages":"{}""#, #""messages":"\#(beside)""#),
      GatewayTests.request.replacing(#"{"messages":[]}"#, "\"\(beside)\""),
      "In,Prompt\n1,\(beside)\n",
    ]
    var options = ImportOptions()
    options.columns = try ColumnMap("input=In")
    for text in texts {
      #expect(text.contains(beside))
      let records = read(text, options: options).records
      #expect(records.count == 1)
      #expect(!String(reflecting: records).contains(beside))
      #expect(!String(reflecting: records).contains("sk-secret"))
    }
  }
}
