import Quantities
import Usage

/// Makes usage records of assembled responses: fills in what the source left out, as the options
/// and the file's name and time allow, and counts how often it had to.
struct RecordMaker {
  private let options: ImportOptions
  private let place: SourceFacts
  private let timeOfFile: Instant
  private let modelOfFile: String?
  private var occurrences: [RequestKey: Int] = [:]
  private(set) var counts = ImportCounts()

  /// How many different documents without an id are remembered: a repeat farther away than this
  /// counts as a copy of the first, which keeps memory the same whatever the length of a log.
  private static let rememberedDocuments = 100_000

  init(options: ImportOptions, facts: SourceFacts) {
    self.options = options
    place = facts
    timeOfFile = FileNameFacts.time(in: facts.path) ?? facts.modifiedAt
    modelOfFile = FileNameFacts.model(in: facts.path, known: options.knownModels)
  }

  /// A record, or nil for a response that states no usage; throws what is wrong with its counts.
  mutating func record(_ response: ResponseSnapshot) throws(CountFault) -> UsageRecord? {
    guard response.counts.saySomething || response.statesZero else {
      if response.hasFailed { counts.errorBodies += 1 } else { counts.withoutUsage += 1 }
      return nil
    }
    let metered = try Metering.meter(
      response.counts, inputExcludesCache: options.inputExcludesCache)
    var flags = response.flags.union(metered.flags)
    if response.isIncomplete { flags.insert(.incomplete) }
    let time = time(of: response, &flags)
    let series = series(of: response, &flags)
    let key = key(of: response, &flags)
    let record = UsageRecord(
      key: key, occurredAt: time, series: series, user: user(of: response),
      tokens: metered.tokens, reportedTotal: response.counts.total.map { TokenCount($0) },
      searchQueries: response.searchQueries,
      latencyMilliseconds: response.latencyMilliseconds, flags: flags, requests: response.requests,
      origin: RecordOrigin(line: response.place.line, byteOffset: response.place.byteOffset))
    count(record)
    return record
  }

  private mutating func time(of response: ResponseSnapshot, _ flags: inout RecordFlags) -> Instant {
    if let time = response.time { return time }
    flags.insert(.timeFilledIn)
    if let time = options.time {
      flags.insert(.timeGiven)
      counts.timesFilledIn += 1
      return time
    }
    // Nothing is answered after the file that holds the answer was written; a day of slack for
    // clocks and copies. An id that seems to be younger is not a time.
    let day: Int64 = 86_400_000_000
    if let time = response.timeOfID,
      time.microseconds <= place.modifiedAt.microseconds + day
    {
      counts.timesFromID += 1
      return time
    }
    counts.timesFilledIn += 1
    return timeOfFile
  }

  private mutating func series(
    of response: ResponseSnapshot, _ flags: inout RecordFlags
  ) -> UsageSeries {
    var requested = response.requestedModel
    if requested == nil, response.reportedModel == nil {
      requested = options.model ?? modelOfFile
      if requested == nil { counts.modelsUnknown += 1 } else { counts.modelsFilledIn += 1 }
      flags.insert(.modelFilledIn)
    }
    let provider = options.provider ?? response.provider
    if provider == nil { flags.insert(.providerAssumed) }
    if options.provider != nil { flags.remove(.providerAssumed) }
    if flags.contains(.providerAssumed) { counts.providersAssumed += 1 }
    if options.serviceTier != nil || response.serviceTier != .batch {
      flags.remove(.batchFromShape)
    }
    var labels = response.labels ?? Labels()
    for (name, value) in options.labels where labels[name] == nil { labels[name] = value }
    return UsageSeries(
      provider: provider ?? requested.flatMap(Provider.init(usualFor:)) ?? .googleGeminiAPI,
      requestedModel: requested,
      reportedModel: response.reportedModel,
      serviceTier: options.serviceTier ?? response.serviceTier ?? .standard, labels: labels)
  }

  private mutating func key(of response: ResponseSnapshot, _ flags: inout RecordFlags) -> RequestKey
  {
    if let key = response.key { return key }
    flags.insert(.keyDerived)
    counts.keysDerived += 1
    if occurrences.count >= RecordMaker.rememberedDocuments { occurrences.removeAll() }
    let occurrence = occurrences[response.contentHash, default: 0]
    occurrences[response.contentHash] = occurrence + 1
    return RequestIdentity.key(contentHash: response.contentHash, occurrence: occurrence)
  }

  private func user(of response: ResponseSnapshot) -> String? {
    guard let user = response.user, !user.isEmpty else { return nil }
    guard let (key0, key1) = options.userHashKey else { return user }
    var hash = SipHash(key0: key0, key1: key1)
    hash.update(Array(user.utf8))
    let (high, low) = hash.finalize128()
    return "h:" + hexadecimal(high) + hexadecimal(low)
  }

  private func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private mutating func count(_ record: UsageRecord) {
    counts.requests += record.requests
    if record.requests > 1 { counts.requestsInSums += record.requests }
    if record.flags.contains(.incomplete) { counts.incomplete += record.requests }
    if record.flags.contains(.thoughtsInsideCandidates) { counts.thoughtsInsideCandidates += 1 }
    if record.flags.contains(.detailsDisagree) { counts.detailsDisagree += 1 }
    if record.flags.contains(.batchFromShape) { counts.batchFromShape += 1 }
    if record.residual != 0 {
      counts.residuals += 1
      counts.residualTokens += record.residual.value
    }
  }
}
