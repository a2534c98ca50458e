import Quantities
import Usage

/// What one document says about one response: all of it, or one chunk's running total.
struct ResponseSnapshot {
  /// The identity that the response carries; nil where it has no id.
  var key: RequestKey?
  /// A hash of the document, from which a key is derived where there is no id.
  var contentHash = noHash
  /// The hash of a document that has not been hashed yet.
  static let noHash = RequestKey(high: 0, low: 0)
  /// The time that the document states.
  var time: Instant?
  /// The time that the response id begins with; good to the second.
  var timeOfID: Instant?
  /// Who sold it; with the flag `providerAssumed` only the usual seller of its model.
  var provider: Provider?
  var requestedModel: String?
  var reportedModel: String?
  var serviceTier: ServiceTier?
  var labels: Labels?
  var user: String?
  /// How long it took; of what nobody waits for, such as more than 30 days, nothing is known.
  var latencyMilliseconds: Int64? {
    didSet {
      guard let latencyMilliseconds else { return }
      let isPlausible = 0...ResponseSnapshot.longestLatency ~= latencyMilliseconds
      if !isPlausible { self.latencyMilliseconds = nil }
    }
  }
  private static let longestLatency: Int64 = 30 * 86_400 * 1000
  var searchQueries = 0
  var counts = SourceCounts()
  /// How many requests it stands for; 0 for a part that another model answered.
  var requests = 1
  var flags: RecordFlags = []
  /// Whether the document says that the response is complete.
  var isFinished = false
  /// Whether it is a chunk by its own shape: it brings content, but no reason for its end.
  var isOpenChunk = false
  /// Whether it is a row of somebody's own that keeps counts, and never a chunk.
  var isRow = false
  /// Whether its source writes the whole response again and again, as session logs do.
  var isRewritten = false
  /// Whether somebody said that the response failed or was cut.
  var isCut = false
  /// Whether it counts as an error answer, not as a response without usage, if an error takes the
  /// place of its rest before any count was stated.
  var isErrorIfCut = false
  /// Whether it failed and counts as an error answer if it states no usage.
  var hasFailed = false
  /// Whether the complete response states that nothing was used: a request all the same.
  var statesZero = false
  var place = SourcePlace()
  var extent = Extent.unknown
  /// The reading that stands so far of those that are complete beside the stream that this is, if
  /// there are any.
  private(set) var settled: [ResponseSnapshot] = []

  /// What of its response a document is, by its own shape.
  enum Extent {
    /// All of it, or one of the chunks of a stream: Gemini's last chunk looks as a body does.
    case unknown
    /// All of it: never a part of a stream.
    case whole
    /// An event that says nothing without those before it.
    case part
  }

  /// Takes the usual seller of the model, if there is one and nothing has said who sold it.
  mutating func assumeUsualSeller() {
    guard provider == nil,
      let usual = (reportedModel ?? requestedModel).flatMap(Provider.init(usualFor:))
    else { return }
    provider = usual
    flags.insert(.providerAssumed)
  }

  /// Makes it known by its span, if it has no id of its own.
  mutating func identify(asSpan span: RequestKey) {
    guard key == nil else { return }
    key = span
    flags.insert(.keyIsSpan)
  }

  /// Sets a label; nil sets nothing.
  mutating func setLabel(_ name: String, _ value: String?) {
    guard let value else { return }
    var labels = self.labels ?? Labels()
    labels[name] = value
    self.labels = labels
  }

  /// Notes that an error took the place of the rest.
  mutating func fail() {
    isCut = true
    hasFailed = hasFailed || isErrorIfCut
  }

  /// Takes in a later chunk of the same response.
  ///
  /// Chunks are cumulative and may shrink, so the last one that carries real counts wins; nothing is
  /// ever added.
  mutating func update(with later: ResponseSnapshot) {
    if later.counts.saySomething { counts = later.counts.completed(from: counts) }
    time = ReadingFacts.time(time, later.time)
    timeOfID = timeOfID ?? later.timeOfID
    takeProvider(of: later)
    requestedModel = requestedModel ?? later.requestedModel
    reportedModel = later.reportedModel ?? reportedModel
    serviceTier = later.serviceTier ?? serviceTier
    takeLabels(of: later)
    user = ReadingFacts.user(user, later.user)
    latencyMilliseconds = ReadingFacts.latency(latencyMilliseconds, later.latencyMilliseconds)
    // Grounding metadata repeat from chunk to chunk; the largest set is the whole.
    searchQueries = max(searchQueries, later.searchQueries)
    flags.formUnion(later.flags.subtracting(.providerAssumed))
    requests = max(requests, later.requests)
    isFinished = isFinished || later.isFinished
    isOpenChunk = isOpenChunk || later.isOpenChunk
    isCut = isCut || later.isCut
    isErrorIfCut = isErrorIfCut || later.isErrorIfCut
    hasFailed = hasFailed || later.hasFailed
    statesZero = statesZero || later.statesZero
    if key == nil { contentHash = RequestIdentity.combine(contentHash, later.contentHash) }
  }

  /// Whether a document goes on with the stream that this is, and is no other reading of it.
  ///
  /// A stream that has come to its end and stated its counts is followed by nothing but more usage.
  func isContinued(by next: ResponseSnapshot) -> Bool {
    if extent == .whole || next.extent == .whole { return false }
    if next.extent == .part || !counts.saySomething { return true }
    guard isAtEnd else { return !next.isOpenChunk || !next.beginsAnew(after: self) }
    return !next.isAtEnd && !next.isOpenChunk
  }

  /// Whether a chunk states less than one before it: totals that run grow, so it is of another copy.
  private func beginsAnew(after earlier: ResponseSnapshot) -> Bool {
    guard let prompt = counts.prompt, let earlierPrompt = earlier.counts.prompt else {
      return false
    }
    let output = (counts.output ?? 0) &+ (counts.thinking ?? 0)
    let earlierOutput = (earlier.counts.output ?? 0) &+ (earlier.counts.thinking ?? 0)
    return prompt &+ output < earlierPrompt &+ earlierOutput
  }

  /// Takes in another reading of the same response.
  ///
  /// What is whole stands beside a stream that is still open, and what begins beside what has ended:
  /// chunks are then never brought together with the counts of another reading.
  ///
  /// - Parameters:
  ///   - other: The other reading, or its beginning.
  ///   - options: How counts are metered.
  /// - Returns: A reading to set aside, as its counts cannot be.
  mutating func takeReading(
    _ other: ResponseSnapshot, _ options: ImportOptions
  ) -> ResponseSnapshot? {
    let isComplete = isAtEnd || extent == .whole
    guard other.isAtEnd || other.extent == .whole else {
      let faulty = takeSettled(options)
      let earlier = self
      self = other
      settled = [earlier]
      return faulty
    }
    guard isComplete else {
      guard var beside = settled.first else {
        settled = [other]
        return nil
      }
      let faulty = beside.bringTogether(with: other, options)
      settled = [beside]
      return faulty
    }
    return bringTogether(with: other, options)
  }

  /// Takes in the reading that stood beside it; gives one to set aside, as its counts cannot be.
  mutating func takeSettled(_ options: ImportOptions) -> ResponseSnapshot? {
    guard let beside = settled.popLast() else { return nil }
    return bringTogether(with: beside, options)
  }

  /// Makes one reading of two.
  ///
  /// As the ledger does with readings from several files: the counts of the greater by `ReadingRank`
  /// stand, and of everything else what `ReadingFacts` chooses.
  private mutating func bringTogether(
    with other: ResponseSnapshot, _ options: ImportOptions
  ) -> ResponseSnapshot? {
    let besides = settled
    settled = []
    defer { settled = besides }
    // A reading whose counts cannot be is set aside by itself, as it is in a file of its own.
    guard let others = other.rank(options) else { return other }
    guard let mine = rank(options) else {
      let faulty = self
      self = other
      return faulty
    }
    // A response without usage is no reading of what was used: in a file of its own it is none.
    guard isCounted == other.isCounted else {
      if other.isCounted { self = other }
      return nil
    }
    var facts = facts
    facts.take(other.facts)
    facts.user = options.keptFirst(user, other.user)
    if mine < others { self = other }
    take(facts)
    timeOfID = timeOfID ?? other.timeOfID
    return nil
  }

  /// Whether it states what was used, be it nothing.
  private var isCounted: Bool { counts.saySomething || statesZero }

  /// How much it says beside another reading; nil where its counts cannot be metered.
  func rank(_ options: ImportOptions) -> ReadingRank? {
    var tokens = MeteredTokens()
    var notes = flags
    do throws(CountFault) {
      try Metering.meter(
        counts, inputExcludesCache: options.inputExcludesCache, into: &tokens, &notes)
    } catch {
      return nil
    }
    if isIncomplete { notes.insert(.incomplete) }
    // What is said for the import is said of every reading.
    if options.serviceTier != nil || serviceTier != .batch { notes.remove(.batchFromShape) }
    return ReadingRank(
      isCounted: isCounted, tokens: tokens, requests: requests,
      searchQueries: searchQueries, serviceTier: options.serviceTier ?? serviceTier ?? .standard,
      reportedTotal: counts.total, flags: notes)
  }

  /// What it says beside its counts.
  private var facts: ReadingFacts {
    var facts = ReadingFacts()
    facts.time = time
    facts.requestedModel = requestedModel
    facts.reportedModel = reportedModel
    facts.provider = provider
    if flags.contains(.providerAssumed) { facts.providerSource = .guessed }
    facts.labels = labels ?? Labels()
    facts.user = user
    facts.latencyMilliseconds = latencyMilliseconds
    return facts
  }

  private mutating func take(_ facts: ReadingFacts) {
    time = facts.time
    requestedModel = facts.requestedModel
    reportedModel = facts.reportedModel
    provider = facts.provider
    flags.remove(.providerAssumed)
    if provider != nil, facts.providerSource == .guessed { flags.insert(.providerAssumed) }
    labels = facts.labels.isEmpty ? nil : facts.labels
    user = facts.user
    latencyMilliseconds = facts.latencyMilliseconds
  }

  private mutating func takeLabels(of later: ResponseSnapshot) {
    guard let others = later.labels, others != labels else { return }
    labels = labels ?? Labels()
    labels?.take(others)
  }

  /// Whether it begins another response than the one without an id that came before it in a group.
  ///
  /// A stream that is finished is followed by another model, prompt or time, or by content again;
  /// a chunk with nothing but usage still belongs to it, whatever time it states: OpenAI's last
  /// one, Gemini's after the finish. Beside an event stream only a chunk can be its part, and one
  /// that may well be: nothing says that it is.
  func isAnother(than earlier: ResponseSnapshot, isBeside: Bool) -> Bool {
    guard earlier.isFinished || isBeside else { return false }
    if isBeside, differ(earlier.user, user) { return true }
    if differ(earlier.reportedModel, reportedModel) { return true }
    if differ(earlier.requestedModel, requestedModel) { return true }
    if earlier.counts.hasRealCounts, counts.hasRealCounts,
      differ(earlier.counts.prompt, counts.prompt)
    {
      return true
    }
    if earlier.isFinished, isFinished, !goesOn(after: earlier) { return true }
    if !isOnlyUsage || isBeside, differ(earlier.time, time) { return true }
    if isBeside, isOnlyUsage { return !mayComplete(earlier) }
    return earlier.isFinished && isOpenChunk
  }

  /// Whether it states counts and nothing else: the last chunk of a stream, or an entry of a log.
  var isOnlyUsage: Bool { counts.saySomething && !isOpenChunk && !isFinished }

  /// Whether nothing but counts may be the end of a stream: one that has brought content and goes
  /// on, or has ended without its counts.
  private func mayComplete(_ earlier: ResponseSnapshot) -> Bool {
    if earlier.isFinished { return !earlier.counts.hasRealCounts }
    return earlier.isOpenChunk && (counts.output ?? 0) >= (earlier.counts.output ?? 0)
  }

  /// Whether a chunk that names a reason for its end may follow another that did, in one stream.
  ///
  /// The chunks of the first Gemini models all name one. Those models never named themselves, few of
  /// their chunks state counts, and these only grow; whatever else states its counts twice is two
  /// responses, even if they are the same to the letter.
  func goesOn(after earlier: ResponseSnapshot) -> Bool {
    guard earlier.counts.hasRealCounts, counts.hasRealCounts else { return true }
    return earlier.reportedModel == nil && reportedModel == nil
      && (counts.output ?? 0) > (earlier.counts.output ?? 0)
  }

  private func differ<Value: Equatable>(_ first: Value?, _ second: Value?) -> Bool {
    guard let first, let second else { return false }
    return first != second
  }

  /// Whether nothing follows: it is finished, or a response that somebody said was cut.
  var isAtEnd: Bool { isFinished || isCut && !isOpenChunk }

  /// Whether its counts are a lower bound.
  var isIncomplete: Bool { isCut || isOpenChunk && !isFinished }

  /// A seller that a field names stands before the usual one of the model, whichever came first.
  private mutating func takeProvider(of later: ResponseSnapshot) {
    guard let other = later.provider else { return }
    let isKnown = provider != nil && !flags.contains(.providerAssumed)
    guard !isKnown, provider == nil || !later.flags.contains(.providerAssumed) else { return }
    provider = other
    flags.remove(.providerAssumed)
    flags.formUnion(later.flags.intersection(.providerAssumed))
  }
}
