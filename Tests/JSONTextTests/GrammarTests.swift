import Testing

@testable import JSONText

/// RFC 8259, rule by rule.
@Suite struct GrammarTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "7", "-12", "1.5", "0.25", "1e5", "1E+5", "1e-05", "-1.0E9",
    "\"\"", "\"a\"", "[]", "[ ]", "{}", "{ }", "[1]", "[1,2]", "[[],[[]]]", "{\"a\":1}",
    "{\"a\":{\"b\":[null,true,false]}}", " \t\r\n[ 1 , 2 ] \t\r\n", "{\"\":\"\"}",
    "{\"a\":1,\"a\":2}", "1e8164", "123456789012345678901234567890",
  ])
  func `this is JSON`(_ text: String) {
    #expect(fault(text) == nil)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let problem: JSONError.Problem
    let offset: Int

    init(_ text: String, _ problem: JSONError.Problem, _ offset: Int) {
      self.text = text
      self.problem = problem
      self.offset = offset
    }

    var testDescription: String { text }
  }

  static let refusals: [Refusal] = [
    Refusal("", .unexpectedEnd, 0), Refusal("  ", .unexpectedEnd, 2),
    Refusal("nul", .unexpectedEnd, 3), Refusal("nulL", .unexpectedCharacter, 3),
    Refusal("True", .unexpectedCharacter, 0), Refusal("NaN", .unexpectedCharacter, 0),
    Refusal("+1", .unexpectedCharacter, 0), Refusal(".5", .unexpectedCharacter, 0),
    Refusal("-", .unexpectedEnd, 1), Refusal("-a", .invalidNumber, 1),
    Refusal("1.", .unexpectedEnd, 2), Refusal("1.x", .invalidNumber, 2),
    Refusal("1e", .unexpectedEnd, 2), Refusal("1e+", .unexpectedEnd, 3),
    Refusal("1ex", .invalidNumber, 2), Refusal("01", .trailingCharacters, 1),
    Refusal("1 2", .trailingCharacters, 2), Refusal("{} {}", .trailingCharacters, 3),
    Refusal("[1,]", .unexpectedCharacter, 3), Refusal("[,1]", .unexpectedCharacter, 1),
    Refusal("[1 2]", .unexpectedCharacter, 3), Refusal("[1}", .unexpectedCharacter, 2),
    Refusal("]", .unexpectedCharacter, 0), Refusal("{\"a\"}", .unexpectedCharacter, 4),
    Refusal("{\"a\":}", .unexpectedCharacter, 5), Refusal("{\"a\":1,}", .unexpectedCharacter, 7),
    Refusal("{a:1}", .unexpectedCharacter, 1), Refusal("{1:1}", .unexpectedCharacter, 1),
    Refusal("{\"a\":1]", .unexpectedCharacter, 6), Refusal("{'a':1}", .unexpectedCharacter, 1),
    Refusal("\"a", .unexpectedEnd, 2), Refusal("\"\\", .unexpectedEnd, 2),
    Refusal("\"\\x\"", .invalidEscape, 1), Refusal("\"\\u12g4\"", .invalidEscape, 1),
    Refusal("\"\\u12", .unexpectedEnd, 5), Refusal("\"a\tb\"", .controlCharacterInString, 2),
    Refusal("\"a\nb\"", .controlCharacterInString, 2),
    Refusal("\"a\u{0}b\"", .controlCharacterInString, 2),
    Refusal("\u{FEFF}1", .unexpectedCharacter, 0), Refusal("\u{A0}1", .unexpectedCharacter, 0),
    Refusal("/* */1", .unexpectedCharacter, 0),
  ]

  @Test(arguments: refusals)
  func `this is not JSON, and the place says where`(_ refusal: Refusal) {
    #expect(fault(refusal.text) == JSONError(refusal.problem, at: refusal.offset))
  }

  @Test func `a document that is cut anywhere ends too early`() {
    let text = Array(
      #" {"a\u00e9\n":[1.5e-3,-0,"ü€😀",true,false,null,{}, [ ]],"b":{"c":"\ud83d\ude00"}}"#.utf8)
    #expect(fault(text) == nil)
    for length in 0..<text.count {
      #expect(fault(Array(text[..<length]))?.problem == .unexpectedEnd, "cut at \(length)")
    }
  }

  @Test func `nesting is allowed up to the limit and no further`() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 8)
    let closed = deep + [UInt8](repeating: UInt8(ascii: "]"), count: 8)
    #expect(fault(closed, depthLimit: 8) == nil)
    #expect(fault(closed, depthLimit: 7) == JSONError(.tooDeep(limit: 7), at: 7))
  }

  @Test func `a hundred thousand brackets are refused, not a crash`() {
    let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(fault(brackets)?.problem == .tooDeep(limit: 512))
    let objects = Array(String(repeating: "{\"a\":", count: 100_000).utf8)
    #expect(fault(objects)?.problem == .tooDeep(limit: 512))
  }

  @Test func `siblings do not count as depth`() {
    let wide = "[" + Array(repeating: "[[]]", count: 2000).joined(separator: ",") + "]"
    #expect(fault(Array(wide.utf8), depthLimit: 3) == nil)
  }

  @Test func `values are allowed up to the limit and no further`() {
    // The array, and three numbers in it.
    #expect(fault(Array("[1,2,3]".utf8), nodeLimit: 4) == nil)
    #expect(
      fault(Array("[1,2,3]".utf8), nodeLimit: 3) == JSONError(.tooManyValues(limit: 3), at: 5))
  }

  @Test func `a parser is as good after a damaged text as before`() {
    let parser = JSONParser()
    for text in ["[1,2", "{\"a\":[", "[[[[", "\"x"] {
      _ = Array(text.utf8).withUnsafeBufferPointer { bytes in
        #expect(throws: JSONError.self) { try parser.parse(bytes) }
      }
      #expect(parser.nodes.isEmpty)
      let good = Array("{\"a\":[1,2]}".utf8)
      _ = good.withUnsafeBufferPointer { bytes in
        #expect(throws: Never.self) { try parser.parse(bytes) }
      }
      #expect(parser.nodes.count == 5)
    }
  }

  @Test(arguments: [("{\"a\":1} {", 7), (" [1] x", 4), ("\"a\" 1", 3), ("12 3", 2), ("null,", 4)])
  func `the value before trailing text stays readable`(_ text: String, _ end: Int) {
    let parser = JSONParser()
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      #expect(throws: JSONError.self) { try parser.parse(bytes) }
    }
    #expect(parser.valueEnd == end)
  }

  @Test func `a place is a line and a column in bytes, both from 1`() {
    let text = Array("ab\ncd\n\né".utf8)
    let places = (0...8).map { offset in
      let place = JSONError.place(of: offset, in: text)
      return "\(place.line):\(place.column)"
    }
    #expect(places == ["1:1", "1:2", "1:3", "2:1", "2:2", "2:3", "3:1", "4:1", "4:2"])
  }

  @Test func `no explanation is empty or ends with a full stop`() {
    let problems: [JSONError.Problem] = [
      .unexpectedEnd, .unexpectedCharacter, .invalidEscape, .invalidUTF8,
      .controlCharacterInString, .invalidNumber, .tooDeep(limit: 3), .tooManyValues(limit: 3),
      .tooLong, .trailingCharacters,
    ]
    for problem in problems {
      let words = JSONError(problem, at: 0).explanation
      #expect(!words.isEmpty && words.last != ".")
    }
    #expect(Set(problems.map { JSONError($0, at: 0).explanation }).count == problems.count)
  }
}
