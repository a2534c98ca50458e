import Usage

/// The keys of documents without an id, which depend on how often the same document came before.
struct DerivedKeys {
  private var occurrences: [RequestKey: Int] = [:]

  /// How many different documents without an id are remembered: a repeat farther away than this
  /// counts as a copy of the first, which keeps memory the same whatever the length of a log.
  private static let rememberedDocuments = 100_000

  /// The key of the next document with this hash.
  mutating func key(of contentHash: RequestKey) -> RequestKey {
    if occurrences.count >= DerivedKeys.rememberedDocuments { occurrences.removeAll() }
    let occurrence = occurrences[contentHash, default: 0]
    occurrences[contentHash] = occurrence + 1
    return RequestIdentity.key(contentHash: contentHash, occurrence: occurrence)
  }
}
