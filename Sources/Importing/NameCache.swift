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
  /// The characters of every name, one after the other.
  private var texts: [UInt8] = []
  private var entries: [Entry] = []
  private var names: [String?] = []

  /// Where a name's characters stand.
  private struct Entry {
    let start: Int
    let count: Int
  }

  /// Beyond this the names are not few, and searching costs more than making strings.
  private static let capacity = 16

  /// What `make` makes of a string's characters, remembered.
  mutating func name(_ value: JSONView, _ make: (String) -> String?) -> String? {
    guard value.kind == .string, !value.hasEscapes else { return value.string.flatMap(make) }
    let raw = value.raw
    if let known = index(of: raw) { return names[known] }
    let name = make(String(decoding: raw, as: UTF8.self))
    if entries.count < NameCache.capacity {
      entries.append(Entry(start: texts.count, count: raw.count))
      texts.append(contentsOf: raw)
      names.append(name)
    }
    return name
  }

  private func index(of raw: UnsafeBufferPointer<UInt8>) -> Int? {
    texts.withUnsafeBufferPointer { texts in
      guard let base = texts.baseAddress, let start = raw.baseAddress else { return nil }
      // Sound: each entry's characters lie in `texts`, and both texts have `raw.count` bytes.
      return entries.firstIndex {
        $0.count == raw.count && memcmp(base + $0.start, start, raw.count) == 0
      }
    }
  }
}
