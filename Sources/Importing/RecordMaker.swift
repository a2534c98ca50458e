import JSONText
import Quantities
import Usage

/// Makes usage records of assembled responses: fills in what the source left out, as the options
/// and the file's name and time allow, and counts how often it had to.
struct RecordMaker {
  private let options: ImportOptions
  private let place: SourceFacts
  private let timeOfFile: Instant
  private let modelOfFile: String?
  /// What is known of the documents without an id; nil where somebody else knows it, who derives
  /// the keys of all records from those that are made here.
  var derivedKeys: DerivedKeys? = DerivedKeys()
  private(set) var counts = ImportCounts()
  private var seriesOfBatch = SeriesCache()

  init(options: ImportOptions, facts: SourceFacts) {
    self.options = options
    place = facts
    timeOfFile = facts.guessedTime
    modelOfFile = facts.guessedModel(known: options.knownModels)
  }

  /// Forgets the positions of series: those of another batch are others.
  mutating func beginBatch() { seriesOfBatch = SeriesCache() }

  /// Adds the record of a response to a batch; gives the response instead where it states no usage,
  /// and throws what is wrong with its counts.
  ///
  /// The response is `inout`, although it is only looked at: otherwise it would be copied.
  mutating func add(
    _ response: inout ResponseSnapshot, to batch: inout UsageBatch
  ) throws(CountFault) -> SilentAnswer? {
    // Once: each use of the counts in place would be a copy of theirs.
    let counted = response.counts
    guard counted.saySomething || response.statesZero else {
      if response.hasFailed { counts.errorBodies += 1 } else { counts.withoutUsage += 1 }
      return SilentAnswer(response, isError: response.hasFailed)
    }
    if let total = counted.loneTotal { throw .loneTotal(total) }
    // Written where it stands, field by field: its meters alone are 200 bytes.
    var row = UsageBatch.Row(
      key: RequestKey(high: 0, low: 0), occurredAt: timeOfFile, series: 0, tokens: MeteredTokens(),
      reportedTotal: counted.total, searchQueries: Int32(clamping: response.searchQueries),
      latencyMilliseconds: response.latencyMilliseconds, flags: response.flags,
      requests: response.requests, line: response.place.line)
    try Metering.meter(
      counted, inputExcludesCache: options.inputExcludesCache, into: &row.tokens, &row.flags)
    if response.isIncomplete { row.flags.insert(.incomplete) }
    row.occurredAt = time(of: &response, &row.flags)
    row.series = series(of: &response, &row.flags, in: &batch)
    row.key = key(of: &response, &row.flags)
    if let user = response.user, !user.isEmpty {
      row.user = batch.position(ofUser: options.kept(user))
    }
    count(row.flags, requests: row.requests, row.reportedTotal, row.tokens.total.value)
    batch.append(row)
    return nil
  }

  /// Adds the record of a response of which the parser has found the needed values of a pattern; false,
  /// and nothing has changed, where it has to be read in the usual way after all.
  mutating func add(
    _ document: JSONView, of pattern: ResponsePatterns.Pattern, line: Int64,
    to batch: inout UsageBatch
  ) -> Bool {
    guard let id = document.value(at: pattern.layout.id), !id.raw.isEmpty,
      let time = FieldReading.instant(document.value(at: pattern.layout.time))
    else { return false }
    // A constant, read where it stands: what may change would be copied for everyone who looks.
    let counted = pattern.layout.counts.counts(of: document)
    guard counted.fault == nil, counted.hasRealParts else { return false }
    let key = RequestIdentity.geminiResponse(id).key
    do throws(CountFault) {
      try batch.append(
        UsageBatch.Row(
          key: key, occurredAt: time, series: pattern.series, tokens: MeteredTokens(),
          reportedTotal: counted.total, flags: pattern.flags, line: line)
      ) { row throws(CountFault) in
        try Metering.meter(
          counted, inputExcludesCache: options.inputExcludesCache, into: &row.tokens, &row.flags)
        count(row.flags, requests: 1, counted.total, row.tokens.total.value)
      }
    } catch {
      return false
    }
    if let user = document.value(at: pattern.layout.user)?.scalarText, !user.isEmpty {
      batch.setUserOfLast(options.kept(user))
    }
    if pattern.flags.contains(.providerAssumed) { counts.providersAssumed += 1 }
    return true
  }

  private mutating func time(
    of response: inout ResponseSnapshot, _ flags: inout RecordFlags
  ) -> Instant {
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

  /// The position of a response's series, and what its choice has to say.
  private mutating func series(
    of response: inout ResponseSnapshot, _ flags: inout RecordFlags, in batch: inout UsageBatch
  ) -> Int32 {
    if response.requestedModel == nil, response.reportedModel == nil {
      if (options.model ?? modelOfFile) == nil {
        counts.modelsUnknown += 1
      } else {
        counts.modelsFilledIn += 1
      }
      flags.insert(.modelFilledIn)
      if options.model != nil { flags.insert(.modelGiven) }
    }
    if options.serviceTier != nil { flags.insert(.tierGiven) }
    if options.provider != nil {
      flags.insert(.sellerGiven)
      flags.remove(.providerAssumed)
    } else if response.provider == nil {
      flags.insert(.providerAssumed)
    }
    if flags.contains(.providerAssumed) { counts.providersAssumed += 1 }
    if options.serviceTier != nil || response.serviceTier != .batch {
      flags.remove(.batchFromShape)
    }
    if let known = seriesOfBatch.position(for: &response) { return known }
    let position = batch.position(of: series(of: response))
    seriesOfBatch.note(position, for: response)
    return position
  }

  private func series(of response: ResponseSnapshot) -> UsageSeries {
    var requested = response.requestedModel
    if requested == nil, response.reportedModel == nil { requested = options.model ?? modelOfFile }
    var labels = response.labels ?? Labels()
    for (name, value) in options.labels where labels[name] == nil { labels[name] = value }
    labels = plain(labels)
    return UsageSeries(
      provider: options.provider ?? response.provider
        ?? requested.flatMap(Provider.init(usualFor:)) ?? .googleGeminiAPI,
      requestedModel: requested,
      reportedModel: response.reportedModel,
      serviceTier: options.serviceTier ?? response.serviceTier ?? .standard, labels: labels)
  }

  /// Labels of which none holds a key, or the user of an address.
  private func plain(_ labels: Labels) -> Labels {
    var plain = Labels()
    for pair in labels.pairs {
      plain[KeptText.text(pair.name)] = KeptText.value(pair.value, ofLabel: pair.name)
    }
    return plain
  }

  private mutating func key(
    of response: inout ResponseSnapshot, _ flags: inout RecordFlags
  ) -> RequestKey {
    if let key = response.key { return key }
    flags.insert(.keyDerived)
    counts.keysDerived += 1
    return derivedKeys?.key(of: response.contentHash) ?? response.contentHash
  }

  private mutating func count(
    _ flags: RecordFlags, requests: Int, _ reported: Int64?, _ total: Int64
  ) {
    counts.requests += requests
    if requests > 1 { counts.requestsInSums += requests }
    if let reported, reported != total {
      counts.residuals += 1
      counts.residualTokens += reported - total
    }
    guard !flags.isEmpty else { return }
    if flags.contains(.incomplete) { counts.incomplete += requests }
    if flags.contains(.thoughtsInsideCandidates) { counts.thoughtsInsideCandidates += 1 }
    if flags.contains(.detailsDisagree) { counts.detailsDisagree += 1 }
    if flags.contains(.batchFromShape) { counts.batchFromShape += 1 }
  }
}

/// The series of the last responses, by what the responses say.
///
/// A series owns five strings: making one for each response, to find the one that is there already,
/// took as long as metering the response.
private struct SeriesCache {
  private struct Entry {
    let provider: Provider?
    let requestedModel: String?
    let reportedModel: String?
    let serviceTier: ServiceTier?
    let labels: Labels?
    let position: Int32
  }

  private var entries: [Entry] = []
  /// Beyond this comparing takes longer than making a series.
  private static let capacity = 8

  /// The position of the series that a response has; nil where it is not remembered.
  func position(for response: inout ResponseSnapshot) -> Int32? {
    // By index: to go through the entries is to copy each.
    for index in entries.indices
    where entries[index].reportedModel == response.reportedModel
      && entries[index].provider == response.provider
      && entries[index].serviceTier == response.serviceTier
      && entries[index].labels == response.labels
      && entries[index].requestedModel == response.requestedModel
    {
      return entries[index].position
    }
    return nil
  }

  mutating func note(_ position: Int32, for response: ResponseSnapshot) {
    guard entries.count < SeriesCache.capacity else { return }
    entries.append(
      Entry(
        provider: response.provider, requestedModel: response.requestedModel,
        reportedModel: response.reportedModel, serviceTier: response.serviceTier,
        labels: response.labels, position: position))
  }
}
