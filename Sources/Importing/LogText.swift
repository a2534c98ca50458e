/// Makes plain UTF-8 of whatever a log file is: gzip, UTF-16, with or without a byte-order mark.
package enum LogText {
  /// What a file's first bytes say it is.
  package enum Content: Hashable, Sendable {
    case text
    /// Bytes that no log consists of: a picture, an archive, a database.
    case binary
    /// Bytes that may hold a log, in a wrapping that is not opened here.
    case packed(PackedContent)

    /// Why it is not read, where it is no text.
    var reason: UnreadableReason {
      if case .packed(let content) = self { .packed(content) } else { .binary }
    }
  }

  /// Looks at a source's first bytes and wraps it so that it yields UTF-8; says whether the text is
  /// byte for byte what the source holds.
  package static func open(
    _ source: any ByteSource
  ) throws(SourceError) -> (source: any ByteSource, content: Content, isVerbatim: Bool) {
    let (start, rest) = try peek(source, count: lookAhead)
    if let packed = PackedContent(start: start) { return (rest, .packed(packed), false) }
    if start.starts(with: [0x1F, 0x8B]) {
      let inflated = try GzipSource(rest)
      let (inner, innerRest) = try peek(inflated, count: lookAhead)
      let (text, content) = try decode(inner, innerRest)
      return (text, content, false)
    }
    let (text, content) = try decode(start, rest)
    return (text, content, text === rest && !start.starts(with: [0xEF, 0xBB, 0xBF]))
  }

  private static func decode(
    _ start: [UInt8], _ source: PrefixedSource
  ) throws(SourceError) -> (source: any ByteSource, content: Content) {
    if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      source.drop(3)
      return (source, .text)
    }
    if start.starts(with: [0xFF, 0xFE]) {
      source.drop(2)
      return (UTF16Source(source, isBigEndian: false), .text)
    }
    if start.starts(with: [0xFE, 0xFF]) {
      source.drop(2)
      return (UTF16Source(source, isBigEndian: true), .text)
    }
    // UTF-16 without a mark: JSON begins with ASCII, so every other byte of the start is zero.
    if start.count >= 4, start[1] == 0, start[3] == 0, start[0] != 0, start[2] != 0 {
      return (UTF16Source(source, isBigEndian: false), .text)
    }
    if start.count >= 4, start[0] == 0, start[2] == 0, start[1] != 0, start[3] != 0 {
      return (UTF16Source(source, isBigEndian: true), .text)
    }
    return (source, isBinary(start[...]) ? .binary : .text)
  }

  /// How many bytes tell what a file is.
  static let lookAhead = 512

  /// Whether bytes are those of no text: with zeros among them, unless these are one run in a text,
  /// as crashes leave it, or the first other byte begins a log.
  ///
  /// SQLite files, pictures and programs have other bytes that no text has, archives of tar several
  /// runs of zeros.
  static func isBinary(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    guard let first = bytes.firstIndex(of: 0), let last = bytes.lastIndex(of: 0) else {
      return false
    }
    if let byte = bytes.first(where: { $0 > 0x20 }) {
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { return false }
    }
    let isText = bytes.allSatisfy { $0 == 0 || $0 >= 0x20 && $0 != 0x7F || 9...13 ~= $0 }
    return !isText || bytes[first...last].contains { $0 != 0 }
  }

  private static func peek(
    _ source: any ByteSource, count: Int
  ) throws(SourceError) -> ([UInt8], PrefixedSource) {
    var start = [UInt8](repeating: 0, count: count)
    var filled = 0
    var failure: SourceError?
    start.withUnsafeMutableBytes { buffer in
      while filled < count {
        do throws(SourceError) {
          let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
          let read = try source.read(into: room)
          if read == 0 { break }
          filled += read
        } catch {
          failure = error
          break
        }
      }
    }
    // What could be read is still handed on; the source will fail again where it failed.
    if let failure, filled == 0 { throw failure }
    let bytes = Array(start.prefix(filled))
    return (bytes, PrefixedSource(prefix: bytes, then: source))
  }
}

/// A source whose first bytes have been read already and are given out again.
final class PrefixedSource: ByteSource {
  private var prefix: ArraySlice<UInt8>
  private let source: any ByteSource

  init(prefix: [UInt8], then source: any ByteSource) {
    self.prefix = prefix[...]
    self.source = source
  }

  func drop(_ count: Int) { prefix = prefix.dropFirst(count) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    guard !prefix.isEmpty else { return try source.read(into: buffer) }
    let count = min(prefix.count, buffer.count)
    buffer.copyBytes(from: prefix.prefix(count))
    prefix = prefix.dropFirst(count)
    return count
  }
}
