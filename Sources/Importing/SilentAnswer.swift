import Usage

/// A response that states no usage, or an error answer: nothing is billed by it, so there is no record
/// of it, but it counts once wherever it is read.
package struct SilentAnswer: Hashable, Sendable {
  /// The key of its response; where it has no id, a hash of what stands there and 0 in the upper half;
  /// nil where nothing but its file tells.
  package var key: RequestKey?
  /// Whether it is an error answer.
  package var isError: Bool

  /// Whether it is known by an id, so that it is one however often it is read.
  package var hasID: Bool { key.map { $0.high != 0 } ?? false }

  /// An answer that is known by a hash of what stands there; nil for its file's.
  init(content: Int64?, isError: Bool) {
    key = content.map { RequestKey(high: 0, low: $0) }
    self.isError = isError
  }

  /// An answer that was put together from what stands in one place or several.
  init(_ response: ResponseSnapshot, isError: Bool) {
    key = response.key ?? RequestKey(high: 0, low: response.contentHash.low)
    self.isError = isError
  }
}

/// How many answers were found to be silent, by their kind.
struct SilentCounts: Equatable {
  let withoutUsage: Int
  let errors: Int
}

extension [SilentAnswer] {
  /// Notes the answers that were counted since, which stand in one text, or somewhere in their file.
  mutating func note(since before: SilentCounts, _ now: SilentCounts, content: Int64?) {
    for isError in [false, true] {
      let found =
        isError ? now.errors - before.errors : now.withoutUsage - before.withoutUsage
      guard found > 0 else { continue }
      append(
        contentsOf: repeatElement(SilentAnswer(content: content, isError: isError), count: found))
    }
  }
}
