import CBundledData
import Pricing

/// The price books that the program carries inside itself.
public enum BundledPrices {
  /// The files of `pricing/`, as they were when the program was built.
  public static var sources: [PriceBookSource] {
    let files = BundledFiles.read(tollbook_bundled_price_books())
    return files.filter { $0.name.hasSuffix(".json") }.map { file in
      PriceBookSource(name: "pricing/" + file.name, bytes: file.bytes)
    }
  }

  /// Some of these files with the digests that tests have computed of them; nil where one is missing.
  static func checked(_ sources: [PriceBookSource]) -> [CheckedSource]? {
    let files = BundledFiles.read(tollbook_bundled_price_books())
    guard let list = files.first(where: { $0.name == "digests.txt" }) else { return nil }
    let lines = String(decoding: list.bytes, as: UTF8.self).split(separator: "\n")
    let checked = sources.compactMap { source -> CheckedSource? in
      let seller = source.name.dropFirst("pricing/".count).dropLast(".json".count)
      let line = lines.first { $0.hasSuffix(" \(seller)") }
      return line.map { CheckedSource(source, digest: String($0.prefix(64))) }
    }
    return checked.count == sources.count ? checked : nil
  }
}

/// Reads the lists of files that are embedded in the program.
enum BundledFiles {
  /// The files of a list, which ends with an entry without a name.
  static func read(
    _ list: UnsafePointer<tollbook_bundled_file>?
  ) -> [(name: String, bytes: [UInt8])] {
    guard var entry = list else { return [] }
    var files: [(name: String, bytes: [UInt8])] = []
    while let name = entry.pointee.name {
      let bytes = UnsafeBufferPointer(start: entry.pointee.bytes, count: entry.pointee.count)
      files.append((String(cString: name), Array(bytes)))
      entry += 1
    }
    return files
  }
}
