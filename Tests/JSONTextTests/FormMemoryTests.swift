import Foundation
import TestSupport
import Testing

@testable import JSONText

/// A text whose form is known is read as if it had been parsed.
@Suite struct FormMemoryTests {
  /// What a parser makes of a text.
  private struct Reading: Equatable {
    var nodes: [[Int]] = []
    var error: JSONError?
  }

  private static func reading(
    _ bytes: [UInt8], by parser: JSONParser, asLine: Bool
  ) -> Reading {
    bytes.withUnsafeBufferPointer { text in
      do throws(JSONError) {
        if asLine { try parser.parseLine(text) } else { try parser.parse(text) }
        return Reading(
          nodes: parser.nodes.map {
            [Int($0.kind.rawValue), $0.hasEscapes ? 1 : 0, $0.start, $0.end, $0.next]
          })
      } catch {
        return Reading(error: error)
      }
    }
  }

  /// What a parser that has read nothing else makes of a text.
  private static func parsed(_ bytes: [UInt8]) -> Reading {
    reading(bytes, by: JSONParser(), asLine: false)
  }

  /// A document without its strings and numbers: what a form is.
  private indirect enum Form {
    case value, object([(String, Form)]), list([Form]), word(String), text

    static func random(depth: Int, _ random: inout SeededRandom) -> Form {
      switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
      case 0, 1: return .value
      case 2, 3: return .text
      case 4: return .word(["true", "false", "null"].randomElement(using: &random) ?? "null")
      case 5, 6:
        return .object(
          (0..<Int.random(in: 0..<6, using: &random)).map { _ in
            (Form.keys.randomElement(using: &random) ?? "", .random(depth: depth - 1, &random))
          })
      default:
        return .list(
          (0..<Int.random(in: 0..<4, using: &random)).map { _ in
            .random(depth: depth - 1, &random)
          })
      }
    }

    /// Short and long keys, one with an escape, one beyond ASCII.
    private static let keys = [
      "a", "id", "role", "usageMetadata", "promptTokenCount", "k\\n", "größe", "",
      "a key much longer than a few words of eight bytes",
    ]

    /// The form with values.
    func filled(_ random: inout SeededRandom) -> String {
      switch self {
      case .value:
        return ["0", "7", "-12", "1.5", "2e9", "123456789012"].randomElement(using: &random) ?? "0"
      case .text:
        let length = Int.random(in: 0..<70, using: &random)
        let letters = ["x", "e", "\\\"", "\\u00e9", "ü", " ", "}", ","]
        return "\"" + (0..<length).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
          + "\""
      case .word(let word): return word
      case .object(let members):
        return "{"
          + members.map { "\"\($0)\":" + $1.filled(&random) }.joined(separator: ", ") + "}"
      case .list(let elements):
        return "[" + elements.map { $0.filled(&random) }.joined(separator: ",") + "]"
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `lines of a few forms have the nodes that parsing gives them`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let forms = (0..<5).map { _ in Form.object([("f", .random(depth: 4, &random))]) }
    let parser = JSONParser()
    var known = 0
    for _ in 0..<200 {
      let line = Array((forms.randomElement(using: &random) ?? .value).filled(&random).utf8)
      #expect(Self.reading(line, by: parser, asLine: true) == Self.parsed(line))
      if parser.form != nil { known += 1 }
    }
    // The first four are not remembered, and each form is seen for a first time.
    #expect(known >= 195)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a damaged line of a known form is refused like any other`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let form = Form.object([
      ("usage", .object([("n", .value), ("t", .text)])), ("x", .random(depth: 3, &random)),
    ])
    let parser = JSONParser()
    for _ in 0..<8 { _ = Self.reading(Array(form.filled(&random).utf8), by: parser, asLine: true) }
    for _ in 0..<400 {
      var line = Array(form.filled(&random).utf8)
      let place = Int.random(in: 0..<line.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: line[place] = UInt8.random(in: 0...255, using: &random)
      case 1: line.remove(at: place)
      case 2: line.insert(UInt8.random(in: 0x20..<0x80, using: &random), at: place)
      case 3: line.removeLast(line.count - place)
      default: line += Array([" ", "}", "0", "\r"].randomElement(using: &random)?.utf8 ?? "".utf8)
      }
      #expect(Self.reading(line, by: parser, asLine: true) == Self.parsed(line))
    }
  }

  @Test func `a line has the number of its form`() {
    let parser = JSONParser()
    func form(_ text: String) -> Int? {
      #expect(Self.reading(Array(text.utf8), by: parser, asLine: true).error == nil)
      return parser.form
    }
    for _ in 0..<4 { #expect(form(#"{"a":1}"#) == nil) }
    let first = form(#"{"a":1}"#)
    #expect(first != nil)
    #expect(form(#"{"a":-22.5e3}"#) == first)
    // Another kind of value, a space, a null: other forms.
    let others = [#"{"a":"x"}"#, #"{"a": 1}"#, #"{"a":null}"#, #"{"b":1}"#, #"{"a":1,"b":1}"#]
    let numbers = others.map { form($0) }
    #expect(Set(numbers + [first]).count == 6 && !numbers.contains(nil))
    #expect(others.map { form($0) } == numbers)
    // What is parsed as no line has no form.
    #expect(Self.reading(Array(#"{"a":1}"#.utf8), by: parser, asLine: false).error == nil)
    #expect(parser.form == nil)
  }

  @Test func `texts unlike each other are read as ever, and in the end not remembered`() {
    let parser = JSONParser()
    for number in 0..<1000 {
      let line = Array("{\"key \(number)\":\(number)}".utf8)
      #expect(Self.reading(line, by: parser, asLine: true) == Self.parsed(line))
    }
    let again = Array(#"{"key 5":7}"#.utf8)
    #expect(Self.reading(again, by: parser, asLine: true) == Self.parsed(again))
    #expect(parser.form == nil)
  }

  @Test func `what is larger than a memory is read and not remembered`() {
    let parser = JSONParser()
    let manyValues = "[" + Array(repeating: "1", count: 256).joined(separator: ",") + "]"
    let manyNodes = "[" + Array(repeating: "null", count: 4096).joined(separator: ",") + "]"
    let longKey = "{\"" + String(repeating: "k", count: 1 << 14) + "\":1}"
    for text in [manyValues, manyNodes, longKey] {
      for _ in 0..<6 {
        let line = Array(text.utf8)
        #expect(Self.reading(line, by: parser, asLine: true) == Self.parsed(line))
        #expect(parser.form == nil)
      }
    }
    // Fewer values fit.
    let line = Array(("[" + Array(repeating: "1", count: 255).joined(separator: ",") + "]").utf8)
    for _ in 0..<2 { #expect(Self.reading(line, by: parser, asLine: true) == Self.parsed(line)) }
    #expect(parser.form != nil)
  }

  // MARK: Patterns

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `of a line with a pattern the values asked for are those that parsing gives`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let form = Form.object([
      ("fixed", .text), ("id", .text), ("n", .value), ("x", .random(depth: 3, &random)),
    ])
    let parser = JSONParser()
    let fixed = ["\"one\"", "\"two\"", "\"a \\\"third\\\"\""]
    func line() -> [UInt8] {
      // The first text is one of a few.
      let text = form.filled(&random)
      let start = text.range(of: "\"fixed\":")?.upperBound ?? text.startIndex
      let end = text.range(of: ", \"id\":")?.lowerBound ?? text.endIndex
      return Array(
        text.replacingCharacters(
          in: start..<end, with: fixed.randomElement(using: &random) ?? ""
        ).utf8)
    }
    var met: [Int: String] = [:]
    for _ in 0..<200 {
      let line = line()
      try line.withUnsafeBufferPointer { text in
        try parser.parseLine(text)
        let pattern = parser.pattern
        let known = parser.withRoot(of: text) { root in
          pattern.map { _ in [root.kind == .null ? "null" : "", say(root, 4), say(root, 6)] }
        }
        if pattern != nil { try parser.parseAgain(text) }
        #expect(parser.pattern == nil)
        let (id, n, said) = parser.withRoot(of: text) { root in
          (root["id"], root["n"], root["fixed"]?.string)
        }
        let places = [id, n].compactMap { $0?.place }
        guard let pattern, let known else {
          guard let decides = parser.withRoot(of: text, { $0["fixed"]?.place }) else { return }
          let learned = parser.learnPattern(of: text, fixed: [decides], needed: places)
          if let learned { met[learned] = said }
          return
        }
        #expect(met[pattern] == said)
        #expect(known == ["null", id?.string, n.map { String(decoding: $0.raw, as: UTF8.self) }])
      }
    }
    #expect(met.count == 3)
  }

  /// What a value says that stands at a place among the nodes.
  private func say(_ root: JSONView, _ index: Int) -> String? {
    let value = root.value(at: JSONView.Place(index: index))
    return value?.kind == .string
      ? value?.string : value.map { String(decoding: $0.raw, as: UTF8.self) }
  }

  @Test func `only values can be asked for of a pattern`() throws {
    let parser = JSONParser()
    let line = Array(#"{"a":{"b":1}}"#.utf8)
    try line.withUnsafeBufferPointer { text in
      for _ in 0..<6 { try parser.parseLine(text) }
      let (object, number) = parser.withRoot(of: text) { ($0["a"]?.place, $0["a"]?["b"]?.place) }
      #expect(parser.learnPattern(of: text, fixed: [], needed: [try #require(object)]) == nil)
      let learned = parser.learnPattern(of: text, fixed: [], needed: [try #require(number)])
      #expect(learned != nil)
      #expect(learned == parser.learnPattern(of: text, fixed: [], needed: [try #require(number)]))
      try parser.parseLine(text)
      #expect(parser.pattern == learned)
    }
  }

  @Test func `lines that begin otherwise do not make patterns hopeless, and those that differ do`()
    throws
  {
    let parser = JSONParser()
    func pattern(_ line: String, learn: Bool = false) throws -> Int? {
      try Array(line.utf8).withUnsafeBufferPointer { text in
        try parser.parseLine(text)
        guard learn else { return parser.pattern }
        let place = parser.withRoot(of: text) { ($0["a"]?.place, $0["b"]?.place) }
        return parser.learnPattern(
          of: text, fixed: [try #require(place.1)], needed: [try #require(place.0)])
      }
    }
    for _ in 0..<6 { _ = try pattern(#"{"a":1,"b":2}"#) }
    let known = try pattern(#"{"a":1,"b":2}"#, learn: true)
    #expect(known != nil)
    for number in 0..<400 { #expect(try pattern("{\"c\":\(number)}") == nil) }
    #expect(try pattern(#"{"a":77,"b":2}"#) == known)
    for number in 0..<400 { #expect(try pattern("{\"a\":1,\"b\":\(number + 3)}") == nil) }
    #expect(try pattern(#"{"a":77,"b":2}"#) == nil)
  }
}
