import TestSupport
import Testing

@testable import JSONText

/// What a parsed text says: numbers, members, elements, places.
@Suite struct ValueTests {
  @Test(arguments: 1...19)
  func `a number of so many digits is that, wherever it stands`(digits: Int) {
    for seed in 0..<50 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var text = String(Int.random(in: 1...9, using: &random))
      while text.utf8.count < digits { text += String(Int.random(in: 0...9, using: &random)) }
      for before in ["", " ", "[", "[0,", "[\"text\", 1234567890, "] {
        let line = before + text + (before.hasPrefix("[") ? "]" : "")
        func last(_ root: JSONView) -> JSONView? {
          root.kind == .array ? Array(root.elements).last : root
        }
        #expect(view(line) { last($0)?.int64 } == .some(Int64(text)))
        let other = before + "-" + text + (before.hasPrefix("[") ? "]" : "")
        #expect(view(other) { last($0)?.int64 } == .some(Int64("-" + text)))
        let real = before + text + ".0" + (before.hasPrefix("[") ? "]" : "")
        #expect(view(real) { last($0)?.int64 } == .some(nil))
      }
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("42", 42), ("-42", -42), ("9007199254740993", 9_007_199_254_740_993),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775808", nil),
      ("-9223372036854775809", nil), ("99999999999999999999999", nil), ("1.0", nil), ("1e3", nil),
    ] as [(String, Int64?)])
  func `a whole number that fits is exact, anything else is nil`(
    _ text: String, _ expected: Int64?
  ) throws {
    #expect(view(text) { $0.int64 } == .some(expected))
    let root = try JSONDocument(parsing: Array(text.utf8)).root
    #expect(root.int64 == expected)
    #expect(root.numberText == text)
  }

  @Test func `each kind answers for itself and is nil for the others`() throws {
    let text = #"{"o":{},"a":[],"s":"x","n":1,"t":true,"f":false,"z":null}"#
    let root = try JSONDocument(parsing: Array(text.utf8)).root
    let kinds: [JSONNode.Kind] = [.object, .array, .string, .number, .bool, .bool, .null]
    #expect(root.members.map(\.value.kind) == kinds)
    for member in root.members {
      #expect((member.value.string != nil) == (member.value.kind == .string))
      #expect((member.value.int64 != nil) == (member.value.kind == .number))
      #expect((member.value.bool != nil) == (member.value.kind == .bool))
      #expect(member.value.elements.isEmpty && member.value.members.isEmpty)
    }
    #expect(root["t"]?.bool == true)
    #expect(root["f"]?.bool == false)
    #expect(root["missing"] == nil)
  }

  @Test func `of a repeated key the last value counts, and the repeat has a place`() throws {
    let text = "{\n \"a\": 1,\n \"b\": 2,\n  \"a\": 3\n}"
    let root = try JSONDocument(parsing: Array(text.utf8)).root
    #expect(root["a"]?.int64 == 3)
    #expect(view(text) { $0["a"]?.int64 } == 3)
    let duplicate = try #require(root.duplicateKey)
    #expect(duplicate.name == "a")
    #expect(duplicate.key.line == 4)
    #expect(duplicate.key.column == 3)
    #expect(root["b"]?.line == 3)
    #expect(root["b"]?.column == 7)
  }

  @Test func `a document without a repeated key has none`() throws {
    let root = try JSONDocument(parsing: Array(#"{"a":{"a":1},"b":{"a":2}}"#.utf8)).root
    #expect(root.duplicateKey == nil)
  }

  @Test func `a view walks members and elements in order, whatever they contain`() {
    let text = #"{"a":[1,[2,{"x":[3]}],{"y":4}],"b":{"c":{"d":5}},"e":6}"#
    let keys = view(text) { $0.members.map { $0.key.string } }
    #expect(keys == ["a", "b", "e"])
    let sizes = view(text) {
      $0["a"].map { $0.elements.map { String(decoding: $0.raw, as: UTF8.self) } }
    }
    #expect(sizes == ["1", #"[2,{"x":[3]}]"#, #"{"y":4}"#])
    #expect(view(text) { $0["b"]?["c"]?["d"]?.int64 } == 5)
    #expect(view(text) { Array($0.elements).count } == 0)
    #expect(view("[1]") { Array($0.members).count } == 0)
  }

  @Test func `a view knows where its value stands`() {
    let text = " { \"k\" : \"v\" , \"n\" : -1.5 } "
    #expect(view(text) { $0.byteOffset } == 1)
    #expect(view(text) { $0["k"]?.byteOffset } == 9)
    #expect(view(text) { $0["n"].map { String(decoding: $0.raw, as: UTF8.self) } } == "-1.5")
  }

  @Test func `a byte-order mark before a document is passed over`() throws {
    let document = try JSONDocument(parsing: [0xEF, 0xBB, 0xBF] + Array("[1]".utf8))
    #expect(document.root.elements.map(\.int64) == [1])
  }

  @Test func `an empty document is no document`() {
    #expect(throws: JSONError(.unexpectedEnd, at: 0)) { try JSONDocument(parsing: []) }
  }
}
