/// The name of a column, or the way to a member of a JSON document.
///
/// A name is tried whole before it is taken apart at its dots: telemetry and flattened tables have
/// columns that are called `gen_ai.usage.input_tokens`.
struct ColumnPath: Sendable {
  /// The name as it was written.
  let name: String
  /// Its characters.
  let bytes: [UInt8]
  /// What the name may begin with and end in, the longest beginning first: the member of a document
  /// that has one of that name, and the rest of the way inside it.
  let splits: [(first: [UInt8], rest: ColumnPath)]

  /// A name with more dots than this is a path and nothing else: every way to take it apart would
  /// be thousands.
  private static let mostDots = 6

  init(_ name: String) { self.init(Array(name.utf8)) }

  private init(_ bytes: [UInt8]) {
    name = String(decoding: bytes, as: UTF8.self)
    self.bytes = bytes
    let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
    let used = dots.count <= ColumnPath.mostDots ? dots.reversed() : Array(dots.prefix(1))
    splits = used.map { dot in (Array(bytes[..<dot]), ColumnPath(Array(bytes[(dot + 1)...]))) }
  }

  /// The number of the column that `#3` names, from 0; nil for a name.
  var columnNumber: Int? {
    guard name.hasPrefix("#"), let number = Int(name.dropFirst()), number > 0 else { return nil }
    return number - 1
  }
}
