import Usage

/// What a place that is set aside is known by: a hash of its text.
///
/// Logs are renamed, copied, compressed and cut off, and a line that could not be read is the same
/// line in all of them. Space at the end makes no difference: it depends on whether a line end has
/// been written yet. The text itself is never kept.
struct PlaceContent {
  private var hasher = RequestIdentity.contentHasher()
  /// Space that may turn out to stand at the end.
  private var space: [UInt8] = []

  /// How much space is kept back; beyond it, space counts like any text.
  private static let longestSpace = 1 << 16

  /// Takes in more of a text that is too long to be in view whole; how it is divided makes no
  /// difference.
  mutating func add(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
    let trimmed = PlaceContent.trimmed(text)
    if !trimmed.isEmpty || space.count > PlaceContent.longestSpace {
      hasher.update(space)
      space.removeAll(keepingCapacity: true)
    }
    hasher.update(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: trimmed)))
    space += text[trimmed.endIndex...]
  }

  /// What the text is known by.
  var hash: Int64 { Int64(bitPattern: hasher.finalize128().low) }

  /// What a text is known by that is in view whole.
  static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int64 {
    var content = PlaceContent()
    content.add(text[...])
    return content.hash
  }

  /// What a response is known by whose counts cannot be.
  static func hash(_ response: ResponseSnapshot) -> Int64 {
    (response.key ?? response.contentHash).low
  }

  private static func trimmed(
    _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    guard let last = text.lastIndex(where: { $0 > 0x20 }) else { return text.prefix(0) }
    return text[...last]
  }
}
