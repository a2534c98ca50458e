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

  /// A source made plain.
  struct Opened {
    /// The text in UTF-8, without its byte-order mark.
    var source: any ByteSource
    var content: Content
    /// How many bytes of UTF-8 stand before the text: offsets count them.
    var markLength: Int64 = 0
    /// Whether the text is byte for byte what the source holds, behind its mark.
    var isVerbatim = true
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Looks at a source's first bytes and wraps it so that it yields UTF-8.
  static func open(_ source: any ByteSource) throws(SourceError) -> Opened {
    let (start, rest) = try peek(source, count: lookAhead)
    if let packed = PackedContent(start: start) {
      return Opened(source: rest, content: .packed(packed), isVerbatim: false)
    }
    guard start.starts(with: [0x1F, 0x8B]) else { return decode(start, rest) }
    let inflated = try GzipSource(rest)
    let (inner, innerRest) = try peek(inflated, count: lookAhead)
    var opened = decode(inner, innerRest)
    opened.isVerbatim = false
    return opened
  }

  private static func decode(_ start: [UInt8], _ source: PrefixedSource) -> Opened {
    func wide(_ isBigEndian: Bool, afterMark: Bool) -> Opened {
      if afterMark { source.drop(2) }
      return Opened(
        source: UTF16Source(source, isBigEndian: isBigEndian), content: .text, isVerbatim: false)
    }
    if start.starts(with: mark) {
      source.drop(mark.count)
      return Opened(source: source, content: .text, markLength: Int64(mark.count))
    }
    if start.starts(with: [0xFF, 0xFE]) { return wide(false, afterMark: true) }
    if start.starts(with: [0xFE, 0xFF]) { return wide(true, afterMark: true) }
    // UTF-16 without a mark: JSON begins with ASCII, so every other byte of the start is zero.
    if start.count >= 4, start[1] == 0, start[3] == 0, start[0] != 0, start[2] != 0 {
      return wide(false, afterMark: false)
    }
    if start.count >= 4, start[0] == 0, start[2] == 0, start[1] != 0, start[3] != 0 {
      return wide(true, afterMark: false)
    }
    return Opened(source: source, content: isBinary(start[...]) ? .binary : .text)
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
