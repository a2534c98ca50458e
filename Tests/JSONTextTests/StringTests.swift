import Testing

@testable import JSONText

/// Strings: escapes, surrogates, UTF-8, and the word-wise search for their ends.
@Suite struct StringTests {
  @Test(arguments: [
    (#""\"\\\/""#, "\"\\/"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#""\u0041""#, "A"),
    (#""\u00e9\u00E9""#, "éé"), (#""\u20ac""#, "€"), (#""\u0000""#, "\u{0}"),
    (#""\ud83d\ude00""#, "😀"), (#""x\uD83D\uDE00y""#, "x😀y"),
    (#""\ud800""#, "\u{FFFD}"), (#""\ude00""#, "\u{FFFD}"), (#""\ud800x""#, "\u{FFFD}x"),
    (#""\ud800\n""#, "\u{FFFD}\n"), (#""\ud800\u0041""#, "\u{FFFD}A"),
    (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
    (#""\udbff\udfff""#, "\u{10FFFF}"), (#""\uffff""#, "\u{FFFF}"), ("\"日本語\"", "日本語"),
    ("\"\u{7F}\"", "\u{7F}"),
  ])
  func `an escape is decoded`(_ text: String, _ expected: String) throws {
    let string = try #require(view(text) { $0.string } ?? nil)
    #expect(Array(string.unicodeScalars) == Array(expected.unicodeScalars))
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(document.root.string == expected)
  }

  /// Well-formed and ill-formed byte sequences of the Unicode standard, table 3-7.
  @Test(
    arguments: [
      ([0xC2, 0x80], true), ([0xDF, 0xBF], true), ([0xC0, 0x80], false), ([0xC1, 0xBF], false),
      ([0xE0, 0xA0, 0x80], true), ([0xE0, 0x9F, 0xBF], false), ([0xED, 0x9F, 0xBF], true),
      ([0xED, 0xA0, 0x80], false), ([0xEE, 0x80, 0x80], true), ([0xEF, 0xBF, 0xBF], true),
      ([0xF0, 0x90, 0x80, 0x80], true), ([0xF0, 0x8F, 0xBF, 0xBF], false),
      ([0xF4, 0x8F, 0xBF, 0xBF], true), ([0xF4, 0x90, 0x80, 0x80], false),
      ([0xF5, 0x80, 0x80, 0x80], false), ([0x80], false), ([0xFF], false), ([0xC2, 0x41], false),
      ([0xE1, 0x80, 0x41], false), ([0xF1, 0x80, 0x80, 0x41], false), ([0xC2, 0xC2], false),
    ] as [([UInt8], Bool)])
  func `UTF-8 is checked`(_ bytes: [UInt8], _ isValid: Bool) {
    let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
    #expect(fault(text)?.problem == (isValid ? nil : .invalidUTF8))
  }

  @Test func `the end of a string is found at every distance and alignment`() {
    // Eight bytes are searched at once: every place of every special byte within two words.
    for special in [UInt8(ascii: "\\"), 0x1F, 0x80, UInt8(ascii: "\"")] {
      for before in 0..<20 {
        for after in 0..<10 {
          var text = [UInt8(ascii: "\"")] + [UInt8](repeating: 0x7E, count: before) + [special]
          text += [UInt8](repeating: UInt8(ascii: "n"), count: after) + [UInt8(ascii: "\"")]
          let problem = fault(text)?.problem
          let expected: JSONError.Problem? =
            switch special {
            case 0x1F: .controlCharacterInString
            case 0x80: .invalidUTF8
            case UInt8(ascii: "\""): .trailingCharacters
            default: after == 0 ? .unexpectedEnd : nil
            }
          #expect(problem == expected, "\(special) after \(before), before \(after)")
        }
      }
    }
  }

  @Test func `every control character in a string is refused, escaped it is not`() {
    for code in UInt8(0)..<0x20 {
      #expect(fault([0x22, code, 0x22])?.problem == .controlCharacterInString)
      let digits = String(code, radix: 16)
      let escape = "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "\""
      #expect(view(escape) { $0.string } == String(Unicode.Scalar(code)))
    }
  }

  @Test func `a name equals a name byte for byte, escaped or not`() {
    #expect(view(#""promptTokenCount""#) { $0.equals("promptTokenCount") } == true)
    #expect(view(#""prompt\u0054okenCount""#) { $0.equals("promptTokenCount") } == true)
    #expect(view(#""promptTosDetails""#) { $0.equals("promptTokenCount") } == false)
    #expect(view(#""promptTokenCounT""#) { $0.equals("promptTokenCount") } == false)
    #expect(view(#""""#) { $0.equals("") } == true)
    #expect(view("12") { $0.equals("12") } == false)
    // U+212A KELVIN SIGN is canonically equivalent to K, but not the same name.
    #expect(view(#""\u212Aey""#) { $0.equals("Key") } == false)
  }
}
