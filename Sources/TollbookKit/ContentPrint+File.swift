import Importing
import Ledger
import Quantities

/// Taking the fingerprint of a file's first bytes without reading all of them.
extension ContentPrint {
  /// Sixteen samples, the first and the last of them at the ends, tell two logs apart: a log only
  /// grows at its end, and one that was written anew differs at its beginning.
  private static let samples: Int64 = 16
  private static let sampleLength: Int64 = 1024

  /// The fingerprint of the first `length` bytes; nil if the file has fewer, or is no plain file.
  init?(of source: FileSource, length: Int64) {
    guard length > 0 else { return nil }
    var hash = SipHash(key0: UInt64(bitPattern: length), key1: ContentPrint.samples.magnitude)
    if length <= ContentPrint.samples * ContentPrint.sampleLength {
      guard let bytes = source.bytes(at: 0, count: Int(length)) else { return nil }
      hash.update(bytes)
    } else {
      let distance = (length - ContentPrint.sampleLength) / (ContentPrint.samples - 1)
      for number in 0..<ContentPrint.samples {
        let isLast = number == ContentPrint.samples - 1
        let offset = isLast ? length - ContentPrint.sampleLength : number * distance
        guard let bytes = source.bytes(at: offset, count: Int(ContentPrint.sampleLength)) else {
          return nil
        }
        hash.update(bytes)
      }
    }
    let (high, low) = hash.finalize128()
    self.init(length: length, hash: String(high, radix: 16) + "-" + String(low, radix: 16))
  }

  /// The lengths of the beginnings by which a content is looked for, the longest first.
  ///
  /// A log that has grown still has its old beginning, so a short file is known by a short one.
  static func headLengths(ofSize size: Int64) -> [Int64] {
    [4096, 1024, 256, 64].filter { $0 <= size }
  }

  /// The longest beginning of a file that can be looked for; empty for a very short file.
  static func head(of source: FileSource, size: Int64) -> ContentPrint {
    headLengths(ofSize: size).first.flatMap { ContentPrint(of: source, length: $0) }
      ?? ContentPrint()
  }
}
