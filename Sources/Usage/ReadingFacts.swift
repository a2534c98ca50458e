import Quantities

/// What a reading says of its request beside the counts, and what several readings say together.
///
/// The one place where this is decided, for readings in one log as for readings in several. Each
/// fact goes by itself, and by nothing but its own value: the fullest reading may leave a fact open,
/// and what it was given by the reading that it met first would then stand as its own. Whatever is
/// chosen here is the first of some order, so that it makes no difference in which order the
/// readings come, or which of them were brought together before.
package struct ReadingFacts: Hashable {
  /// How a fact came to be known; what comes later stands before what comes earlier.
  package enum Source: Int, Comparable, Sendable {
    /// From the file, or from what is usual.
    case guessed
    /// Said by whoever imported.
    case given
    /// By the reading's own word.
    case stated

    package static func < (one: Source, other: Source) -> Bool { one.rawValue < other.rawValue }
  }

  /// When it happened; nil if unknown.
  package var time: Instant?
  package var timeSource = Source.stated
  /// The models, which have one source.
  package var requestedModel: String?
  package var reportedModel: String?
  package var modelSource = Source.stated
  /// Who sold it, a guess by the model; nil if unknown.
  package var provider: Provider?
  package var providerSource = Source.stated
  package var labels = Labels()
  package var user: String?
  package var latencyMilliseconds: Int64?

  /// Nothing is known.
  package init() {}

  /// Takes in what another reading says.
  package mutating func take(_ other: ReadingFacts) {
    takeTime(of: other)
    // A guessed seller goes by the model: both are looked at before either changes.
    takeProvider(of: other)
    takeModels(of: other)
    labels.take(other.labels)
    user = Self.user(user, other.user)
    latencyMilliseconds = Self.latency(latencyMilliseconds, other.latencyMilliseconds)
  }

  /// The earlier of two times: a response happened before it was written down once more.
  package static func time(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// The longer of two latencies: the shorter may be of a part, as the first of its chunks.
  package static func latency(_ one: Int64?, _ other: Int64?) -> Int64? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }

  /// The user who comes first in the order of text, and of all a hash: somebody who asked for it
  /// does not get the name back from another log.
  package static func user(_ one: String?, _ other: String?) -> String? {
    guard let one, !one.isEmpty else { return other }
    guard let other, !other.isEmpty else { return one }
    let (isHash, otherIsHash) = (UserHash.isHash(one), UserHash.isHash(other))
    if isHash != otherIsHash { return isHash ? one : other }
    return min(one, other)
  }

  private mutating func takeTime(of other: ReadingFacts) {
    guard let mine = time, let others = other.time else {
      if time == nil, other.time != nil { (time, timeSource) = (other.time, other.timeSource) }
      return
    }
    if timeSource == other.timeSource {
      time = min(mine, others)
    } else if timeSource < other.timeSource {
      (time, timeSource) = (others, other.timeSource)
    }
  }

  /// Models that are stated complete each other; of those that were filled in one stands.
  private mutating func takeModels(of other: ReadingFacts) {
    guard namesModel, other.namesModel, modelSource == other.modelSource else {
      if models(giveWayTo: other) { setModels(of: other) }
      return
    }
    if modelSource == .stated {
      requestedModel = Self.model(requestedModel, other.requestedModel)
      reportedModel = Self.model(reportedModel, other.reportedModel)
    } else if models(giveWayTo: other) {
      setModels(of: other)
    }
  }

  private var namesModel: Bool { requestedModel != nil || reportedModel != nil }

  private mutating func setModels(of other: ReadingFacts) {
    requestedModel = other.requestedModel
    reportedModel = other.reportedModel
    modelSource = other.modelSource
  }

  /// The longer of two names, as one with a date says more than an alias, else the first of them.
  private static func model(_ one: String?, _ other: String?) -> String? {
    guard let one, let other else { return one ?? other }
    return isBetter(other, than: one) ? other : one
  }

  private static func isBetter(_ one: String, than other: String) -> Bool {
    let (length, otherLength) = (one.utf8.count, other.utf8.count)
    return length == otherLength ? one < other : length > otherLength
  }

  /// Whether the other's model is known better: by its source, as the one that answered, by name.
  private func models(giveWayTo other: ReadingFacts) -> Bool {
    if namesModel != other.namesModel { return other.namesModel }
    if modelSource != other.modelSource { return modelSource < other.modelSource }
    if modelSource != .stated {
      return (other.reportedModel ?? other.requestedModel ?? "")
        < (reportedModel ?? requestedModel ?? "")
    }
    if (reportedModel == nil) != (other.reportedModel == nil) { return reportedModel == nil }
    guard let mine = reportedModel ?? requestedModel,
      let others = other.reportedModel ?? other.requestedModel
    else { return false }
    return Self.isBetter(others, than: mine)
  }

  private mutating func takeProvider(of other: ReadingFacts) {
    guard let others = other.provider else { return }
    if let mine = provider, !isWorse(mine, than: others, of: other) { return }
    provider = others
    providerSource = other.providerSource
  }

  /// Whether the other's seller is known better: by its source, a guess by its model, by name.
  private func isWorse(_ mine: Provider, than others: Provider, of other: ReadingFacts) -> Bool {
    if providerSource != other.providerSource { return providerSource < other.providerSource }
    if providerSource == .guessed {
      if models(giveWayTo: other) { return true }
      if other.models(giveWayTo: self) { return false }
    }
    return others < mine
  }
}

extension Labels {
  /// Takes in the labels of another reading; of two values of a name the first in the order of text
  /// stands, and an empty one last.
  package mutating func take(_ others: Labels) {
    guard self != others else { return }
    for label in others.pairs {
      let other = label.value
      if let mine = self[label.name], !mine.isEmpty, other.isEmpty || mine <= other { continue }
      self[label.name] = label.value
    }
  }
}
