import Foundation
import TestSupport
import Testing

@testable import JSONText

/// Thousands of damaged texts, read by Tollbook and by Python's `json`: both must take the same
/// ones, and find the same values in them.
@Suite struct PythonComparisonTests {
  static let seeds: [String] = [
    #"{"a":[1,2.5,-3e-7,0],"b":"x\ny\u00e9","c":{"d":null,"e":true},"f":false}"#,
    #"[{"modality":"TEXT","tokenCount":12},{"modality":"AUDIO","tokenCount":3}]"#,
    #"{"\ud83d\ude00":"😀ü","k":"\\\"\/\b\f\n\r\t","k":[[],{},[[]]]}"#,
    #" [ "" , 12345678901234567890 , 1E+10 ] "#,
  ]

  @Test func `Python's json takes the same texts and finds the same values`() throws {
    var random = SeededRandom(seed: 20_261_130)
    var texts: [[UInt8]] = PythonComparisonTests.seeds.map { Array($0.utf8) }
    for _ in 0..<4000 { texts.append(mutated(&random)) }
    guard let answers = try pythonAnswers(texts) else { return }
    try #require(answers.count == texts.count)
    var taken = 0
    for (text, answer) in zip(texts, answers) {
      let mine = view(text) { canonical($0) } ?? "-"
      if mine != "-" { taken += 1 }
      #expect(mine == answer, "\(text.map { String($0, radix: 16) }.joined(separator: " "))")
    }
    // Neither "everything is refused" nor "everything is taken" would be a comparison.
    #expect(taken > 400 && taken < 3600)
  }

  private func mutated(_ random: inout SeededRandom) -> [UInt8] {
    var text = Array(
      PythonComparisonTests.seeds[Int.random(in: 0..<4, using: &random)].utf8)
    let likely = Array("\"\\{}[]:,0123456789.eE+-untrfals \t\n".utf8)
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0..<text.count, using: &random)
      let byte =
        Bool.random(using: &random)
        ? likely[Int.random(in: 0..<likely.count, using: &random)]
        : UInt8.random(in: 0...255, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: text[place] = byte
      case 1: text.insert(byte, at: place)
      case 2: text.remove(at: place)
      default: text[place] = text[Int.random(in: 0..<text.count, using: &random)]
      }
    }
    return text
  }

  /// A value as text that is the same for two readers only if they read the same.
  private func canonical(_ value: JSONView) -> String {
    switch value.kind {
    case .object:
      "{" + value.members.map { canonical($0.key) + canonical($0.value) }.joined() + "}"
    case .array: "[" + value.elements.map { canonical($0) }.joined() + "]"
    case .string:
      "s" + (value.string ?? "").utf8.map { String($0, radix: 16) }.joined(separator: ".")
    case .number: "n" + String(decoding: value.raw, as: UTF8.self)
    case .bool: value.bool == true ? "T" : "F"
    case .null: "Z"
    }
  }

  private static let program = """
    import json, sys
    def canonical(v):
        if v is None: return "Z"
        if v is True: return "T"
        if v is False: return "F"
        if isinstance(v, list): return "[" + "".join(map(canonical, v)) + "]"
        if isinstance(v, dict): return "{" + "".join(k + canonical(x) for k, x in v["pairs"]) + "}"
        if isinstance(v, tuple): return "n" + v[0]
        s = "".join("\\ufffd" if 0xD800 <= ord(c) < 0xE000 else c for c in v)
        return "s" + ".".join("%x" % b for b in s.encode())
    def pairs(p): return {"pairs": [(canonical(k), v) for k, v in p]}
    def refuse(name): raise ValueError(name)
    for line in sys.stdin:
        try:
            v = json.loads(bytes.fromhex(line).decode("utf-8"), object_pairs_hook=pairs,
                parse_int=lambda t: (t,), parse_float=lambda t: (t,), parse_constant=refuse)
            print(canonical(v))
        except ValueError:
            print("-")
    """

  /// One line for each text; nil, with a note, where there is no Python.
  private func pythonAnswers(_ texts: [[UInt8]]) throws -> [String]? {
    let folder = try temporaryDirectory()
    let input = texts.map { text in
      text.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    try Data((input.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: folder + "/in"))
    try Data().write(to: URL(fileURLWithPath: folder + "/out"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", PythonComparisonTests.program]
    process.standardInput = FileHandle(forReadingAtPath: folder + "/in")
    process.standardOutput = FileHandle(forWritingAtPath: folder + "/out")
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus != 127 else {
      let note = "SKIPPED the comparison with Python: there is no python3\n"
      FileHandle.standardError.write(Data(note.utf8))
      return nil
    }
    #expect(process.terminationStatus == 0)
    let output = try Data(contentsOf: URL(fileURLWithPath: folder + "/out"))
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
