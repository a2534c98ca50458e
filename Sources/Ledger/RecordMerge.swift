import Quantities
import Usage

/// What is kept of a request that is read a second time with something new to say.
///
/// The result does not depend on which reading came first: the counts of the greater by
/// `ReadingRank` stand, and of everything else what `ReadingFacts` chooses, so "import again with
/// --model" does what it says.
enum RecordMerge {
  /// The known record and the new reading in one; nil if the new one has nothing to add.
  static func merged(_ known: UsageRecord, with new: UsageRecord) -> UsageRecord? {
    var facts = ReadingFacts(known)
    facts.take(ReadingFacts(new))
    var result = rank(of: known) < rank(of: new) ? new : known
    facts.put(into: &result)
    // How it is known is a matter of its key; where it stands, of the reading that was last to say
    // something, as is whether it is open there.
    result.flags.formUnion(known.flags.union(new.flags).intersection([.keyDerived, .keyIsSpan]))
    result.flags.set(.rowIsOpen, known.flags.contains(.rowIsOpen))
    result.origin = known.origin
    guard result != known else { return nil }
    result.flags.set(.rowIsOpen, new.flags.contains(.rowIsOpen))
    result.origin = new.origin
    return result
  }

  private static func rank(of record: UsageRecord) -> ReadingRank {
    ReadingRank(
      tokens: record.tokens, requests: record.requests, searchQueries: record.searchQueries,
      serviceTier: record.series.serviceTier, reportedTotal: record.reportedTotal?.value,
      flags: record.flags)
  }
}

extension ReadingFacts {
  /// What a record says beside its counts.
  fileprivate init(_ record: UsageRecord) {
    self.init()
    time = record.occurredAt
    if record.flags.contains(.timeFilledIn) {
      timeSource = record.flags.contains(.timeGiven) ? .given : .guessed
    }
    requestedModel = record.series.requestedModel
    reportedModel = record.series.reportedModel
    if record.flags.contains(.modelFilledIn) {
      modelSource = record.flags.contains(.modelGiven) ? .given : .guessed
    }
    provider = record.series.provider
    if record.flags.contains(.providerAssumed) {
      providerSource = .guessed
    } else if record.flags.contains(.sellerGiven) {
      providerSource = .given
    }
    labels = record.series.labels
    user = record.user
    latencyMilliseconds = record.latencyMilliseconds
  }

  /// Makes a record say this.
  fileprivate func put(into record: inout UsageRecord) {
    if let time { record.occurredAt = time }
    record.flags.set(.timeFilledIn, timeSource != .stated)
    record.flags.set(.timeGiven, timeSource == .given)
    record.flags.set(.modelFilledIn, modelSource != .stated)
    record.flags.set(.modelGiven, modelSource == .given)
    record.flags.set(.providerAssumed, providerSource == .guessed)
    record.flags.set(.sellerGiven, providerSource == .given)
    record.user = user
    record.latencyMilliseconds = latencyMilliseconds
    let series = UsageSeries(
      provider: provider ?? record.series.provider, requestedModel: requestedModel,
      reportedModel: reportedModel, serviceTier: record.series.serviceTier, labels: labels)
    // Equal series are told apart no more if they share their storage.
    if series != record.series { record.series = series }
  }
}

extension RecordFlags {
  /// Sets a flag or takes it away.
  fileprivate mutating func set(_ flag: RecordFlags, _ isSet: Bool) {
    if isSet { insert(flag) } else { remove(flag) }
  }
}
