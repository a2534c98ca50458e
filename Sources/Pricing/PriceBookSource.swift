/// One price book file: its bytes, and the name by which errors call it.
///
/// Reading files is for the caller; everything below works on bytes, so that a book kept in a
/// ledger, embedded in the program or written in a test is loaded by the same code.
public struct PriceBookSource: Hashable, Sendable {
  /// What errors call it, usually the file's path.
  public let name: String
  /// The whole file, UTF-8 JSON in the format `tollbook.prices/1`.
  public let bytes: [UInt8]

  /// The bytes beyond which a file is refused: 25 times the largest that ships.
  public static let limit = 8 << 20
  /// The values and keys beyond which a file is refused; each takes memory while it is read.
  static let valueLimit = 2_000_000

  /// A price book file from its bytes.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Where something stands in the files of a book.
///
/// A byte is enough: line and path are found from it when an error has to show them, and cost
/// nothing until then.
public struct BookPlace: Hashable, Sendable {
  /// Which file, as an index into `PriceBook.files`.
  public let file: Int
  /// The first byte in that file, from 0, a byte-order mark not counted.
  public let byteOffset: Int
}

/// A page, package or file that a statement was taken from.
public struct BookReference: Hashable, Sendable {
  /// The short name that statements cite.
  public let id: String
  /// What it is, for people.
  public let name: String
  /// Where it can be read again; nil if that is not known.
  public let address: String?
  /// The day it was read, as written.
  public let read: String?
}

/// How sure the book is of a statement.
public enum Confidence: String, CaseIterable, Hashable, Sendable {
  /// The vendor's own page, or several independent sources that agree.
  case high
  /// One source, or one that is derived.
  case medium
}
