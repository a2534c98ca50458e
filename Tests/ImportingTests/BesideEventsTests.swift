import TestSupport
import Testing
import Usage

@testable import Importing

/// What stands beside an event stream, outside of its `data:`, is a document by itself.
@Suite struct BesideEventsTests {
  /// A row of somebody's own without a time: Gemini's counts, with an id and a user or without.
  static func row(_ number: Int, id: String? = nil, user: String? = nil, prompt: Int = 100)
    -> String
  {
    let id = id.map { #""request_id":"\#($0)","# } ?? ""
    let user = user.map { #""user":"\#($0)","# } ?? ""
    return """
      {"model":"gemini-2.5-flash",\(id)\(user)"usageMetadata":{"promptTokenCount":\(prompt),\
      "candidatesTokenCount":\(number),"totalTokenCount":\(prompt + number)}}
      """
  }

  /// What puts a file into the middle of an event stream.
  static let beginnings = [
    "", ": ping\n", ":\n", "event: x\n", "id: 7\n\n",
    StreamTests.sse([
      AnonymousStreamTests.gemini(11, 2, ends: false), AnonymousStreamTests.gemini(11, 4),
    ]),
    StreamTests.sse([AnonymousStreamTests.gemini(100, 4)]) + "data: [DONE]\n\n",
    StreamTests.sse(R.chunks),
    StreamTests.sse([AnonymousStreamTests.gemini(100, 2, ends: false)]),
  ]

  @Test(arguments: beginnings)
  func `rows after events are each a request, with or without an id`(_ beginning: String) {
    let before = AnonymousStreamTests.counts(beginning)
    let rows: [[String]] = [
      [5, 6, 7].map { Self.row($0, id: "r\($0)", user: "u\($0)") },
      [5, 6, 7].map { Self.row($0) },
      [5, 6, 7].map { #"{"u":\#($0),"# + Self.row($0).dropFirst(28) },
      [5, 6, 7].map { AnonymousStreamTests.gemini(100, $0) },
      [5, 6, 7].map {
        #"{"model":"gpt-5","usage":{"prompt_tokens":100,"completion_tokens":\#($0)}}"#
      },
      [5, 6, 7].map {
        #"{"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":\#(12 - $0)}}"#
      },
    ]
    // Bare counts may be the end of a stream that has none.
    let openStream = Self.beginnings.last
    for lines in rows where !(lines[0].hasPrefix("{\"usageM") && beginning == openStream) {
      // 100 + 5, 100 + 6, 100 + 7.
      let expected = (before + [[100, 5], [100, 6], [100, 7]])
        .sorted { $0.lexicographicallyPrecedes($1) }
      #expect(
        AnonymousStreamTests.counts(beginning + lines.joined(separator: "\n")) == expected,
        "\(lines[0]) after \(beginning)")
    }
  }

  @Test func `rows in an array are each a request`() {
    for rows in [[5, 6, 7].map { Self.row($0) }, [5, 6, 7].map { Self.row($0, id: "r\($0)") }] {
      let expected: [[Int64]] = [[100, 5], [100, 6], [100, 7]]
      #expect(AnonymousStreamTests.counts("[\(rows.joined(separator: ","))]") == expected)
      #expect(AnonymousStreamTests.counts("[\(rows.joined(separator: ",\n"))\n]\n") == expected)
    }
    let other = [5, 6].map {
      #"{"model":"gpt-5","usage":{"prompt_tokens":9,"completion_tokens":\#($0)}}"#
    }
    #expect(AnonymousStreamTests.counts("[\(other.joined(separator: ","))]") == [[9, 5], [9, 6]])
  }

  @Test func `a row's fields are its own`() {
    let rows = [
      #"{"tim":"x","request_id":"a","model":"gemini-2.5-flash","usageMetadata":"#
        + #"{"promptTokenCount":801,"candidatesTokenCount":101,"thoughtsTokenCount":478}}"#,
      #"{"t0me":"x","request_id":"b","model":"gemini-2.5-flash","usageMetadata":"#
        + #"{"promp.TokenCount":856,"candidatesTokenCount":408}}"#,
    ].joined(separator: "\n")
    let expected = [
      meters([.textInput: 801, .textOutput: 101, .thinking: 478]), meters([.textOutput: 408]),
    ]
    for beginning in ["", ": ping\n", "event: x\n"] {
      #expect(read(beginning + rows).records.map(\.tokens) == expected)
    }
  }

  @Test func `the request id of a row is its identity, with a time and without`() {
    for time in ["", #""time":"2026-11-03T09:12:44Z","#] {
      let lines = ["a", "a", "b"].map { "{" + time + Self.row(5, id: $0).dropFirst() }
      let yield = read(lines.joined(separator: "\n"))
      // 2 × (100 + 5): the second `a` repeats the first.
      #expect(yield.records.map(\.tokens.total) == [105, 105])
      #expect(yield.counts.requests == 2 && yield.counts.repeated == 1)
      #expect(yield.counts.keysDerived == 0)
    }
    let timed = "{" + #""time":"2026-11-03T09:12:44Z","# + Self.row(5, id: "a").dropFirst()
    #expect(read(timed).records.map(\.key) == read(Self.row(5, id: "a")).records.map(\.key))
    // A response's own id stands before it.
    let response = R.response.replacing("{\"candidates", with: #"{"request_id":"a","candidates"#)
    #expect(read(response).records.map(\.key) == read(R.response).records.map(\.key))
  }

  @Test func `chunks on lines of their own after an event are one stream until something differs`()
  {
    let chunks = [5, 9, 20].map { AnonymousStreamTests.gemini(100, $0, ends: false) }
    let lines = "event: x\n" + chunks.joined(separator: "\n") + "\n"
    #expect(AnonymousStreamTests.counts(lines) == [[100, 20]])
    let usage = #"{"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":42}}"# + "\n"
    #expect(AnonymousStreamTests.counts(lines + usage) == [[100, 42]])
    let others = [
      AnonymousStreamTests.gemini(101, 30, ends: false),
      AnonymousStreamTests.gemini(101, 30, ends: false, model: "gemini-x"),
    ]
    for other in others {
      #expect(AnonymousStreamTests.counts(lines + other) == [[100, 20], [101, 30]])
    }
  }

  @Test(arguments: 0..<UInt64(60))
  func `every identified request stays one, whatever events stand around it`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let bodies = VendorMixTests.bodies.map(\.line).filter { !$0.contains("\"timestamp\"") }
    let rows = (1...6).map {
      Self.row($0, id: "r\($0)", user: "u\($0)", prompt: Int.random(in: 100...101, using: &random))
    }
    let lines = (bodies + rows).shuffled(using: &random)
    let noise = [
      ": ping\n", ":\n", ": OPENROUTER PROCESSING\n\n", "event: x\n", "id: 7\n", "\n", "retry: 3\n",
      "data: [DONE]\n\n", "event: ping\ndata: {\"type\":\"ping\"}\n\n",
    ]
    var text = ""
    var streams = 0
    for line in lines {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        if Int.random(in: 0...2, using: &random) > 0 {
          text += noise.randomElement(using: &random) ?? ""
        } else {
          streams += 1
          let chunks = [
            AnonymousStreamTests.gemini(1000 + streams, 2, ends: false),
            AnonymousStreamTests.gemini(1000 + streams, 40),
          ]
          text += StreamTests.sse(chunks)
        }
      }
      text += line + "\n"
    }
    let size = readSizes.randomElement(using: &random) ?? .max
    let found = read(text, largestRead: size)
    let expected = Dictionary(
      uniqueKeysWithValues: lines.flatMap { read($0).records }.map { ($0.key, $0.tokens) })
    for (key, tokens) in expected {
      #expect(found.records.filter { $0.key == key }.map(\.tokens) == [tokens], "seed \(seed)")
    }
    #expect(found.records.count == lines.count + streams, "seed \(seed)")
    #expect(found.quarantined.isEmpty, "seed \(seed)")
  }

  @Test(arguments: [
    #":"time":"2026-04-11T18:22:28Z","request_id":"r6","usageMetadata":{"promptTokenCount":4}}"#,
    #":{"usageMetadata":{"promptTokenCount":4}}"#, #": 648,"totalTokenCount":649}"#,
    ":4}", #":"x""#,
  ])
  func `a damaged line that begins with a colon is set aside`(_ damaged: String) {
    let rows = [5, 6].map { Self.row($0, id: "r\($0)") }
    let texts = [
      "\(rows[0])\n\(damaged)\n\(rows[1])\n", "\(damaged)\n\(rows[0])\n\(rows[1])\n",
      "\(damaged)\r\n\(rows[0])\r\n: ping\r\n\(rows[1])\r\n",
    ]
    for text in texts {
      for size in readSizes {
        let yield = read(text, largestRead: size)
        #expect(yield.quarantined.map(\.code) == ["not_json"], "\(text)")
        #expect(yield.tokens.total.value == 100 + 5 + 100 + 6)
      }
    }
  }

  @Test(arguments: [
    ":", ": ping", ":ping", ": OPENROUTER PROCESSING", ": 2026-11-03T09:12:44Z", ": it's 5, go on",
  ])
  func `a comment is no fault, in a stream and in a log of lines`(_ comment: String) {
    let lines = "\(Self.row(5, id: "a"))\n\(comment)\n\(Self.row(6, id: "b"))\n"
    let streams = [R.chunks.map { "\(comment)\ndata: \($0)\n\n" }.joined() + comment + "\n"]
    for text in streams + [streams[0].replacing("\n", "\r"), lines] {
      let yield = read(text)
      #expect(yield.quarantined.isEmpty)
      #expect(yield.counts.requests == (text == lines ? 2 : 1))
    }
  }
}
