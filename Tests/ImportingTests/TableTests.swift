import Quantities
import Testing
import Usage

@testable import Importing

/// Tables in every dialect in which they are written: always the same two requests.
@Suite struct TableTests {
  static let map =
    "time=Time,model=Model,input=In,cached=Cached,output=Out,user=Who,label.app=App"

  /// 12 of 100 cached, 20 out; 7 and 3.
  static let tokens = [
    meters([.textInput: 88, .cachedTextInput: 12, .textOutput: 20]),
    meters([.textInput: 7, .textOutput: 3]),
  ]

  static let plain = """
    Time,Model,In,Cached,Out,Who,App
    2026-11-03T09:12:44Z,gpt-4,100,12,20,ann,chat
    2026-11-03T09:12:45Z,gpt-4,7,,3,bob,chat

    """

  struct Dialect: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ text: String) {
      testDescription = name
      bytes = Array(text.utf8)
    }

    init(_ name: String, bytes: [UInt8]) {
      testDescription = name
      self.bytes = bytes
    }
  }

  static let dialects = [
    Dialect("commas", plain),
    Dialect("CRLF", plain.replacingLineEnds("\r\n")),
    Dialect("CR alone", plain.replacingLineEnds("\r")),
    Dialect("no line end at the end", String(plain.dropLast())),
    Dialect("CRLF, none at the end", String(plain.dropLast()).replacingLineEnds("\r\n")),
    Dialect("a byte-order mark", "\u{FEFF}" + plain),
    Dialect("tabs", plain.replacing(",", "\t")),
    Dialect("semicolons", plain.replacing(",", ";")),
    Dialect("bars", plain.replacing(",", "|")),
    Dialect("a hint for spreadsheets", "sep=;\r\n" + plain.replacing(",", ";")),
    Dialect("empty lines", "\n\n" + plain.replacing("\n2026", "\n\n\n2026") + "\n\n"),
    Dialect("spaces around cells", plain.replacing(",", " , ")),
    Dialect("a delimiter at every row's end", plain.replacing("chat\n", "chat,\n")),
    Dialect("a byte-order mark and tabs", "\u{FEFF}" + plain.replacing(",", "\t")),
    Dialect("UTF-16", bytes: [0xFF, 0xFE] + ArrangementTests.utf16(plain, false)),
    Dialect(
      "everything quoted",
      plain.split(separator: "\n").map { row in
        row.split(separator: ",", omittingEmptySubsequences: false).map { "\"\($0)\"" }
          .joined(separator: ",") + "\n"
      }.joined()),
    Dialect(
      "other columns with quotes, delimiters and line ends in them",
      """
      Time,Prompt,Model,In,Cached,Out,Who,App
      2026-11-03T09:12:44Z,"a ""b"", c
      {""x"": 1}

      d",gpt-4,100,12,20,ann,chat
      2026-11-03T09:12:45Z,5" of rain,gpt-4,7,NULL,3,bob,chat

      """),
    Dialect(
      "columns in another order, and words for nothing",
      """
      Out,Cached,In,App,Who,Model,Time
      20,12,100,chat,ann,gpt-4,2026-11-03T09:12:44Z
      3,\\N,7,chat,bob,gpt-4,2026-11-03T09:12:45Z

      """),
    Dialect(
      "counts as data frames print them",
      plain.replacing(",100,12,20,", ",100.0,12.0,20.0,").replacing(",7,,3,", ",7.0,nan,3.0,")),
  ]

  @Test(arguments: dialects)
  func `the same requests come from every dialect and any read size`(_ dialect: Dialect) throws {
    var options = ImportOptions()
    options.columns = try ColumnMap(TableTests.map)
    for size in readSizes {
      let yield = ImportingTests.read(
        bytes: dialect.bytes, path: "may.csv", options: options, largestRead: size)
      #expect(yield.records.map(\.tokens) == TableTests.tokens, "\(size) bytes at a time")
      #expect(yield.records.map(\.user) == ["ann", "bob"])
      #expect(yield.records.map(\.series.model) == ["gpt-4", "gpt-4"])
      #expect(yield.records.map(\.series.labels["app"]) == ["chat", "chat"])
      #expect(
        yield.records.map(\.occurredAt) == [
          Instant(iso8601: "2026-11-03T09:12:44Z"), Instant(iso8601: "2026-11-03T09:12:45Z"),
        ])
      #expect(yield.quarantined.isEmpty && yield.counts.unfinishedLines == 0)
    }
  }

  private func read(
    _ text: String, _ map: String = TableTests.map, largestRead: Int = .max
  ) throws -> Yield {
    var options = ImportOptions()
    options.columns = try ColumnMap(map)
    return ImportingTests.read(
      text, path: "may.csv", options: options, largestRead: largestRead)
  }

  // MARK: Rows that are wrong

  @Test func `a row with too many or too few cells costs itself, with its line`() throws {
    let text = """
      In,Out
      1,2
      3
      4,5,6
      7,"8
      9"
      10,11

      """
    for size in readSizes {
      let yield = try read(text, "input=In,output=Out", largestRead: size)
      #expect(yield.records.map(\.tokens.prompt) == [1, 10])
      #expect(yield.quarantined.map(\.place.line) == [3, 4, 5])
      #expect(
        yield.quarantined.map(\.code)
          == ["wrong_column_count", "wrong_column_count", "bad_count"])
      #expect(yield.quarantined.map(\.place.byteOffset) == [11, 13, 19])
      #expect(yield.records.map(\.origin.line) == [2, 7])
      #expect(yield.counts.quarantined == 3)
    }
  }

  @Test func `a quote that is never closed costs its line, not the rest of the table`() throws {
    let text = "In,Note,Out\n1,\"open,2\n3,x,4\n5,y,6\n"
    for size in readSizes {
      let yield = try read(text, "input=In,output=Out", largestRead: size)
      #expect(yield.records.map(\.tokens.prompt) == [3, 5])
      #expect(yield.quarantined.map(\.code) == ["broken_quotes"])
      #expect(yield.quarantined.map(\.place.line) == [2])
    }
    let garbage = try read("In,Note,Out\n1,\"a\"b,2\n3,x,4\n", "input=In,output=Out")
    #expect(garbage.records.map(\.tokens.prompt) == [3])
    #expect(garbage.quarantined.map(\.code) == ["broken_quotes"])
  }

  @Test func `a cell without end is refused, not swallowed`() throws {
    // A window of 64 KiB stands for the 32 MiB that files have.
    let huge = String(repeating: "x", count: 200_000)
    let text = "In,Note,Out\n1,\"\(huge)\n\(huge)\",2\n3,\(huge),4\n5,y,6\n"
    let window = ByteWindow(MemorySource(Array(text.utf8)), limit: 1 << 16)
    var options = ImportOptions()
    options.columns = try ColumnMap("input=In,output=Out")
    guard case .table(let layout) = TableProbe.look(at: window, options) else {
      Issue.record("no table")
      return
    }
    var framer = TableFramer(window, layout)
    var rows = 0
    var reasons: [UnreadableReason] = []
    while let item = try framer.next() {
      switch item {
      case .row: rows += 1
      case .unreadable(_, let reason, _): reasons.append(reason)
      default: Issue.record("a table has only rows")
      }
    }
    #expect(rows == 1)
    #expect(reasons.contains(.tooLarge(limit: 1 << 16)))
    #expect(window.limit == 1 << 16)
  }

  @Test func `a last row that is not complete is left for the next import`() throws {
    let text = "In,Out,Note\n1,2,a\n3,4"
    let yield = try read(text, "input=In,output=Out")
    #expect(yield.records.map(\.tokens.prompt) == [1])
    #expect(yield.counts.unfinishedLines == 1 && yield.quarantined.isEmpty)
    let quoted = try read("In,Out,Note\n1,2,a\n3,4,\"half", "input=In,output=Out")
    #expect(quoted.records.map(\.tokens.prompt) == [1])
    #expect(quoted.counts.unfinishedLines == 1 && quoted.quarantined.isEmpty)
  }

  @Test func `a whole row without a line end counts, and says that it is open`() throws {
    let yield = try read("In,Out\n1,2\n3,4", "input=In,output=Out")
    #expect(yield.records.map { $0.flags.contains(.rowIsOpen) } == [false, true])
    // The same row with its line end is the same request.
    let whole = try read("In,Out\n1,2\n3,4\n", "input=In,output=Out")
    #expect(yield.records.map(\.key) == whole.records.map(\.key))
    #expect(whole.records.allSatisfy { !$0.flags.contains(.rowIsOpen) })
  }

  // MARK: Which column is which

  @Test func `a map that names a missing column is told the columns there are`() throws {
    let yield = try read(TableTests.plain, "time=Time,input=Prompt,output=Out")
    let place = try #require(yield.quarantined.first)
    #expect(yield.quarantined.count == 1 && yield.records.isEmpty)
    #expect(place.code == "missing_column")
    #expect(place.explanation == "the map names a column Prompt, which this table has not")
    #expect(
      place.remedy == "The table has the columns Time, Model, In, Cached, Out, Who, App.")
    #expect(place.isNoLog)
  }

  @Test func `a table that nobody explained says how to explain it`() {
    let yield = ImportingTests.read(TableTests.plain, path: "may.csv")
    #expect(yield.quarantined.map(\.code) == ["unmapped_table"])
    #expect(
      yield.quarantined.first?.explanation
        == "a table of 7 columns, and nothing says what they mean")
    #expect(yield.quarantined.first?.remedy?.contains("Time, Model, In") == true)
    // Prose has commas, too.
    let prose = "Dear reader, this is prose\nand not, in any way, a table\n"
    #expect(ImportingTests.read(prose).quarantined.map(\.code) == ["not_json"])
  }

  @Test func `a stray first line does not make a table of a log`() {
    let text = "starting, please wait\n\(R.response)\n"
    let yield = ImportingTests.read(text)
    #expect(yield.records.map(\.tokens) == [R.tokens])
    #expect(yield.quarantined.map(\.code) == ["not_json"])
  }

  @Test func `columns can be named by number, with and without a first row of names`() throws {
    let map = "time=#1,input=#2,output=#3"
    let rows = "2026-11-03T09:12:44Z,100,20\n2026-11-03T09:12:45Z,7,3\n"
    for text in [rows, "when,in,out\n" + rows] {
      #expect(try read(text, map).records.map(\.tokens.prompt) == [100, 7])
    }
  }

  @Test func `a cell that holds JSON is looked into`() throws {
    let text = """
      id;usage;at
      a;"{""prompt_tokens"":100,""details"":{""cached"":12},""completion"":[{""n"":20}]}";1796006044
      b;{"prompt_tokens":7,"completion":[{"n":3}]};1796006045.5

      """
    let yield = try read(
      text,
      "id=id,time=at,input=usage.prompt_tokens,cached=usage.details.cached,"
        + "output=usage.completion.0.n")
    #expect(yield.records.map(\.tokens) == TableTests.tokens)
    // 1796006044 is 2026-11-30T02:34:04Z.
    #expect(
      yield.records.map(\.occurredAt) == [
        Instant(iso8601: "2026-11-30T02:34:04Z"), Instant(iso8601: "2026-11-30T02:34:05.5Z"),
      ])
  }

  @Test func `a map reads JSON lines of any shape, lists of them, and flat names with dots`() throws
  {
    let map = "time=meta.at,input=usage.in.total,output=usage.out,model=m"
    let rows = [
      #"{"meta":{"at":1796006044000},"usage":{"in":{"total":100},"out":20},"m":"gpt-4"}"#,
      #"{"meta.at":"2026-11-30 02:34:05","usage.in.total":"7","usage.out":3,"m":"gpt-4"}"#,
    ]
    for text in [rows.joined(separator: "\n"), "[" + rows.joined(separator: ",\n") + "]"] {
      let yield = try read(text, map)
      #expect(yield.records.map(\.tokens.prompt) == [100, 7])
      #expect(yield.records.map(\.tokens.output) == [20, 3])
      #expect(
        yield.records.map(\.occurredAt) == [
          Instant(iso8601: "2026-11-30T02:34:04Z"), Instant(iso8601: "2026-11-30T02:34:05Z"),
        ])
    }
    // What the map does not fit is read as it always was.
    #expect(try read(R.response, map).records.map(\.tokens) == [R.tokens])
    #expect(try read(#"{"other":1}"#, map).counts.unrecognized == 1)
  }

  @Test func `a table of a thousand rows that the map does not fit is given up at once`() throws {
    let rows = (0..<5000).map { "\($0),some text,5\n" }.joined()
    let yield = try read("n,In,Out\n" + rows, "input=In,output=Out")
    #expect(yield.records.isEmpty && yield.quarantined.count == 1)
    #expect(yield.quarantined.first?.explanation == "input is not a whole number")
    #expect(yield.counts.quarantined == 1)
  }
}
