import JSONText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few names that a log repeats in line after line, each made into a string once.
///
/// Making a string costs an allocation and a look at every byte; a log of a million lines names a
/// handful of models.
struct NameCache {
  private struct Entry {
    let raw: [UInt8]
    let name: String?

    func says(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      guard raw.count == text.count, let base = text.baseAddress else { return false }
      // Sound: both have `text.count` bytes.
      return raw.withUnsafeBytes {
        $0.baseAddress.map { memcmp($0, base, text.count) == 0 } ?? true
      }
    }
  }

  private var entries: [Entry] = []
  /// Beyond this the names are not few, and searching costs more than making strings.
  private static let capacity = 16

  /// What `make` makes of a string's characters, remembered.
  mutating func name(_ value: JSONView, _ make: (String) -> String?) -> String? {
    guard value.kind == .string, !value.hasEscapes else { return value.string.flatMap(make) }
    let raw = value.raw
    for entry in entries where entry.says(raw) { return entry.name }
    let name = make(String(decoding: raw, as: UTF8.self))
    if entries.count < NameCache.capacity { entries.append(Entry(raw: Array(raw), name: name)) }
    return name
  }
}
