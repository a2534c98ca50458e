import CBundledData
import Pricing

/// The price books that the program carries inside itself.
public enum BundledPrices {
  /// The files of `pricing/`, as they were when the program was built.
  public static var sources: [PriceBookSource] {
    BundledFiles.read(tollbook_bundled_price_books()).map { file in
      PriceBookSource(name: "pricing/" + file.name, bytes: file.bytes)
    }
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
