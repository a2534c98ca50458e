import CBundledData
import Pricing

/// The price books that the program carries inside itself.
public enum BundledPrices {
  /// The files of `pricing/`, as they were when the program was built.
  public static var sources: [PriceBookSource] {
    var sources: [PriceBookSource] = []
    guard var entry = tollbook_bundled_price_books() else { return [] }
    // The C array ends with an entry without a name.
    while let name = entry.pointee.name {
      let bytes = UnsafeBufferPointer(start: entry.pointee.bytes, count: entry.pointee.count)
      sources.append(PriceBookSource(name: "pricing/" + String(cString: name), bytes: Array(bytes)))
      entry += 1
    }
    return sources
  }
}
