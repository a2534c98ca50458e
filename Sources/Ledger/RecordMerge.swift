import Quantities
import Usage

/// What is kept of a request that is read a second time with something new to say.
///
/// The result does not depend on which reading came first: the greater by `ReadingRank` stands, and
/// what it leaves open the other fills in, so "import again with --model" does what it says.
enum RecordMerge {
  /// The known record and the new reading in one; nil if the new one has nothing to add.
  static func merged(_ known: UsageRecord, with new: UsageRecord) -> UsageRecord? {
    let isFuller = rank(of: known) < rank(of: new)
    var result = isFuller ? new : known
    fill(&result, from: isFuller ? known : new)
    result.origin = known.origin
    guard result != known else { return nil }
    result.origin = new.origin
    return result
  }

  private static func rank(of record: UsageRecord) -> ReadingRank {
    let namesModel = !record.flags.contains(.modelFilledIn)
    let isUnsaid = record.flags.contains(.sellerOrTierGiven)
    return ReadingRank(
      isWhole: !record.flags.contains(.incomplete), tokens: record.tokens,
      requests: record.requests, searchQueries: record.searchQueries,
      provider: isUnsaid || record.flags.contains(.providerAssumed) ? nil : record.series.provider,
      reportedModel: namesModel ? record.series.reportedModel : nil,
      requestedModel: namesModel ? record.series.requestedModel : nil,
      serviceTier: isUnsaid ? .standard : record.series.serviceTier,
      time: timeRank(record) > timeRankOfGiven ? record.occurredAt : nil,
      timeOfFile: timeRank(record) < timeRankOfGiven ? record.occurredAt : nil)
  }

  /// Fills in what a record leaves open.
  private static func fill(_ record: inout UsageRecord, from other: UsageRecord) {
    if isBetterModel(other, than: record) {
      record.series.requestedModel = other.series.requestedModel
      record.series.reportedModel = other.series.reportedModel
      record.flags.take(.modelFilledIn, from: other.flags)
      record.flags.take(.modelGiven, from: other.flags)
      // A seller that was assumed without knowing the model gives way to the model's usual one.
      if record.flags.contains(.providerAssumed) { record.series.provider = other.series.provider }
    }
    if record.flags.contains(.providerAssumed), !other.flags.contains(.providerAssumed) {
      record.series.provider = other.series.provider
      record.flags.remove(.providerAssumed)
      record.flags.formUnion(other.flags.intersection(.sellerOrTierGiven))
    }
    for label in other.series.labels.pairs where record.series.labels[label.name] == nil {
      record.series.labels[label.name] = label.value
    }
    record.user = record.user ?? other.user
    record.latencyMilliseconds = record.latencyMilliseconds ?? other.latencyMilliseconds
    guard isBetterTime(other, than: record) else { return }
    record.occurredAt = other.occurredAt
    record.flags.take(.timeFilledIn, from: other.flags)
    record.flags.take(.timeGiven, from: other.flags)
  }

  /// Whether another reading knows the time better; of two guesses it is the earlier one, as a
  /// response happened before it was written down once more.
  private static func isBetterTime(_ other: UsageRecord, than record: UsageRecord) -> Bool {
    let (known, new) = (timeRank(record), timeRank(other))
    guard known == new else { return new > known }
    return known < timeRankOfGiven && other.occurredAt < record.occurredAt
  }

  /// Whether another reading knows the model better; of two guesses it is the one whose name comes
  /// first: any order will do, but it has to be one.
  private static func isBetterModel(_ other: UsageRecord, than record: UsageRecord) -> Bool {
    let (known, new) = (modelRank(record), modelRank(other))
    guard known == new, known == 1 else { return new > known }
    return (other.series.model ?? "") < (record.series.model ?? "")
  }

  /// The rank of a time that was said for an import: the first that was said stands.
  private static let timeRankOfGiven = 1

  /// A time of the response's own is worth more than one that was said, that more than a guess.
  private static func timeRank(_ record: UsageRecord) -> Int {
    guard record.flags.contains(.timeFilledIn) else { return 2 }
    return record.flags.contains(.timeGiven) ? timeRankOfGiven : 0
  }

  /// A model of the response's own is worth more than one that was said for the import, that more
  /// than the name of a folder, that more than none.
  private static func modelRank(_ record: UsageRecord) -> Int {
    guard record.series.model != nil else { return 0 }
    guard record.flags.contains(.modelFilledIn) else { return 3 }
    return record.flags.contains(.modelGiven) ? 2 : 1
  }
}

extension RecordFlags {
  /// Sets a flag as it is set elsewhere.
  fileprivate mutating func take(_ flag: RecordFlags, from other: RecordFlags) {
    if other.contains(flag) { insert(flag) } else { remove(flag) }
  }
}
