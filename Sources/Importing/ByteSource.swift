import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Something that hands out bytes from front to back: a file, standard input, an inflated file.
package protocol ByteSource: AnyObject {
  /// Reads at least one byte into the buffer, unless the source has come to its end: then 0.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int
}

/// Why the bytes of a source could not be read.
package enum SourceError: Error, Hashable, Sendable {
  /// The system refused; the code is `errno`.
  case system(code: Int32)
  /// The file says it is gzip, but cannot be inflated.
  case damagedGzip
  /// The gzip file ends before its data do.
  case truncatedGzip
  /// A line of a piece is too long for it to be read by itself.
  case tooLongLine
  /// The file is not as long as it was.
  case changed

  /// One phrase for people, lower case.
  package var explanation: String {
    switch self {
    case .system(let code): String(cString: strerror(code)).lowercased()
    case .damagedGzip: "the gzip data are damaged"
    case .truncatedGzip: "the gzip data end too early"
    case .tooLongLine: "a line is too long"
    case .changed: "the file has become shorter"
    }
  }
}

/// The bytes of an open file, pipe or terminal.
///
/// It may be made on one thread and read on another: how far it has been read the system knows.
package final class FileSource: ByteSource, Sendable {
  private let descriptor: Int32
  private let closes: Bool
  private let count = Atomic<Int64>(0)

  /// How many bytes were read so far, whichever thread asks.
  package var bytesRead: Int64 { count.load(ordering: .relaxed) }

  /// Opens a file for reading.
  package init(path: String) throws(SourceError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    closes = true
    guard descriptor >= 0 else { throw .system(code: errno) }
  }

  /// The process's standard input.
  package init() {
    descriptor = STDIN_FILENO
    closes = false
  }

  deinit {
    if closes, descriptor >= 0 { close(descriptor) }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 {
        self.count.add(Int64(count), ordering: .relaxed)
        return count
      }
      // A signal (a resized terminal, a child that ended) is no reason to stop reading.
      guard errno == EINTR else { throw .system(code: errno) }
    }
  }
}

extension FileSource {
  /// Goes on reading at a byte; false where the source cannot be entered in its middle.
  package func skip(to offset: Int64) -> Bool {
    guard lseek(descriptor, off_t(offset), SEEK_SET) == off_t(offset) else { return false }
    count.store(offset, ordering: .relaxed)
    return true
  }

  /// Notes how far the source has been read by those who read from its middle.
  package func note(bytesRead: Int64) { count.store(bytesRead, ordering: .relaxed) }

  /// Reads bytes from the middle, which leaves the place of reading where it is; fewer only where
  /// the source ends or cannot be read.
  package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count {
      // Sound: no more is read than the buffer holds behind what is filled.
      let read = pread(
        descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
        off_t(offset) + off_t(filled))
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { break }
      filled += read
    }
    return filled
  }

  /// Bytes from the middle; nil if there are fewer.
  package func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = bytes.withUnsafeMutableBytes { read(at: offset, into: $0) }
    return filled == count ? bytes : nil
  }
}

/// Bytes that are in memory already.
package final class MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let largestRead: Int

  /// A source of these bytes; tests set a small `largestRead` to move every boundary.
  package init(_ bytes: [UInt8], largestRead: Int = .max) {
    rest = bytes[...]
    self.largestRead = largestRead
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    let count = min(rest.count, buffer.count, largestRead)
    buffer.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }
}
