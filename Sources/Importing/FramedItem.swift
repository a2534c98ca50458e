import JSONText
import Quantities

/// A place in a source: the line from 1, and the byte from 0.
///
/// The byte is one of the file as it is, a byte-order mark counted; of a compressed file one of what
/// it holds; of a file in UTF-16 one of its text in UTF-8, without the mark.
package struct SourcePlace: Hashable, Sendable {
  /// The line, from 1.
  package var line: Int64 = 1
  /// The byte, from 0.
  package var byteOffset: Int64 = 0

  package init(line: Int64 = 1, byteOffset: Int64 = 0) {
    self.line = line
    self.byteOffset = byteOffset
  }
}

/// What a source consists of, piece by piece.
enum FramedItem {
  /// One JSON value; the framer's parser holds its nodes until the next piece is asked for.
  ///
  /// Documents of one event stream or of one top-level array share a `group`.
  case document(UnsafeBufferPointer<UInt8>, SourcePlace, group: DocumentGroup?)
  /// One row of a table, as the JSON object that it stands for and as it is written; the framer's
  /// parser holds the object's nodes until the next piece is asked for.
  ///
  /// An open row is the last one of a source, and has no line end.
  case row(
    UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, SourcePlace, isOpen: Bool)
  /// The stream or array with this number is complete.
  case groupEnd(Int)
  /// Something that could not be read, and a hash of its text; nil where there is none of its own.
  case unreadable(SourcePlace, UnreadableReason, content: Int64?)
  /// The last line has no line end and is not complete: somebody is still writing it.
  case unfinishedLine(SourcePlace)
}

/// Why a piece of a source could not be read; never carries its text.
package enum UnreadableReason: Hashable, Sendable {
  case notJSON
  case brokenJSON(JSONError.Problem)
  case endsTooEarly
  case tooLarge(limit: Int)
  case binary
  case zeroBytes
  case packed(PackedContent)
  case columnCount(found: Int, expected: Int)
  case brokenQuotes
  case damaged(SourceError)

  /// One phrase for people, lower case.
  package var explanation: String {
    switch self {
    case .notJSON: "this is not JSON"
    case .brokenJSON(let problem): JSONError(problem, at: 0).explanation
    case .endsTooEarly: "the text ends inside a value"
    case .tooLarge(let limit): "one value is longer than \(limit >> 20) MiB"
    case .binary: "this is not a text file"
    case .zeroBytes: "zero bytes where text should be: a crash, or room that was never written to"
    case .packed(let content): content.explanation
    case .columnCount(let found, let expected):
      "this row has \(Phrase.counted(found, "cell")), and the table has "
        + Phrase.counted(expected, "column")
    case .brokenQuotes: "the quotes in this row do not end where a cell does"
    case .damaged(let error): error.explanation
    }
  }

  /// The name under which the quarantine keeps it.
  package var code: String {
    switch self {
    case .notJSON: "not_json"
    case .brokenJSON: "broken_json"
    case .endsTooEarly: "ends_too_early"
    case .tooLarge: "too_large"
    case .binary: "binary"
    case .zeroBytes: "zero_bytes"
    case .packed(let content): content.code
    case .columnCount: "wrong_column_count"
    case .brokenQuotes: "broken_quotes"
    case .damaged: "damaged"
    }
  }
}

/// Something that cuts a source into the pieces that are read.
protocol LogFramer {
  /// The parser that holds the nodes of the piece handed out last.
  var parser: JSONParser { get }
  /// Where the next piece begins.
  var place: SourcePlace { get }
  /// The next piece; nil at the end.
  mutating func next() throws(SourceError) -> FramedItem?
}
