import JSONText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The patterns of the responses of one form: what follows from the texts that decide.
///
/// A class, since a value would be copied, with its lists, for every line.
final class FormPatterns {
  /// Texts that decide, each behind its length, and what follows from them.
  private struct Pattern {
    let mark: UInt64
    let texts: [UInt8]
    let common: ResponsePatterns.Common
  }

  /// Where the responses differ.
  let layout: ResponseLayout
  private var patterns: [Pattern] = []
  /// How many responses had none of as many patterns as there may be.
  private var strangers = 0

  private static let most = 16
  /// After more strangers than these the texts differ from line to line, and comparing them only takes
  /// time.
  private static let mostStrangers = 32

  init(_ layout: ResponseLayout) { self.layout = layout }

  /// What is known of the responses whose deciding texts are those of a document.
  func common(of document: JSONView) -> ResponsePatterns.Common? {
    guard !patterns.isEmpty else { return nil }
    let mark = mark(of: document)
    for index in patterns.indices
    where patterns[index].mark == mark && says(document, patterns[index].texts) {
      return patterns[index].common
    }
    return nil
  }

  /// Adds the pattern of a document for which there is none.
  func add(_ document: JSONView, _ common: ResponsePatterns.Common) {
    guard strangers <= FormPatterns.mostStrangers, self.common(of: document) == nil else { return }
    guard patterns.count < FormPatterns.most else {
      strangers += 1
      if strangers > FormPatterns.mostStrangers { patterns.removeAll() }
      return
    }
    var texts: [UInt8] = []
    for place in layout.deciding {
      guard let raw = document.value(at: place)?.raw, let length = UInt8(exactly: raw.count) else {
        return
      }
      texts.append(length)
      texts.append(contentsOf: raw)
    }
    patterns.append(Pattern(mark: mark(of: document), texts: texts, common: common))
  }

  /// Whether the deciding texts of a document are these.
  private func says(_ document: JSONView, _ texts: [UInt8]) -> Bool {
    texts.withUnsafeBufferPointer { texts in
      var place = 0
      for index in layout.deciding.indices {
        guard let raw = document.value(at: layout.deciding[index])?.raw,
          raw.count == Int(texts[place])
        else { return false }
        // Sound: as many bytes stand behind the length.
        if let mine = raw.baseAddress, let others = texts.baseAddress,
          memcmp(mine, others + place + 1, raw.count) != 0
        {
          return false
        }
        place += raw.count + 1
      }
      return true
    }
  }

  /// A number by which the deciding texts of two documents differ for the most part, if they do.
  private func mark(of document: JSONView) -> UInt64 {
    var mark: UInt64 = 0
    for index in layout.deciding.indices {
      guard let raw = document.value(at: layout.deciding[index])?.raw else { continue }
      // An odd constant, from the golden ratio.
      mark = (mark ^ FormPatterns.word(raw)) &* 0x9E37_79B9_7F4A_7C15
      mark ^= mark >> 32
    }
    return mark
  }

  /// The length of a text and its end: the names of models begin alike.
  @inline(__always)
  private static func word(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let length = UInt64(text.count) << 56
    if text.count >= 8 {
      // Sound: eight bytes end where the text does.
      let end = UnsafeRawBufferPointer(text).loadUnaligned(
        fromByteOffset: text.count - 8, as: UInt64.self)
      return end ^ length
    }
    var word: UInt64 = 0
    for byte in text { word = word << 8 | UInt64(byte) }
    return word ^ length
  }
}
