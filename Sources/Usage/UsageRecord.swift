import Quantities

/// The metered consumption of one billed request: a fact, never changed by a price.
///
/// A vendor's own statistics state only sums; a record of theirs stands for many requests. And where
/// one request was answered by several models, each but the first has a record of its own, which
/// stands for none: every token is then counted under the model that is billed for it.
public struct UsageRecord: Hashable, Sendable {
  /// What makes the request the same request wherever it is read.
  public var key: RequestKey
  /// When it happened.
  public var occurredAt: Instant
  /// What it shares with others: provider, models, tier, labels.
  public var series: UsageSeries
  /// The user on whose behalf it was sent, as given or as a keyed hash; nil if unknown.
  public var user: String?
  /// Its tokens, in meters that never overlap.
  public var tokens: MeteredTokens
  /// The provider's own total: a checksum, never a charge; nil if it gave none.
  public var reportedTotal: TokenCount?
  /// The search queries that grounding ran, where the source counts them.
  public var searchQueries: Int
  /// How long the request took, in milliseconds; nil if unknown.
  public var latencyMilliseconds: Int64?
  /// What has to be known about how the record came to be.
  public var flags: RecordFlags
  /// How many requests it stands for: 1, unless it is a sum or a part.
  public var requests: Int
  /// Where it was read.
  public var origin: RecordOrigin

  /// A usage record.
  public init(
    key: RequestKey, occurredAt: Instant, series: UsageSeries, user: String? = nil,
    tokens: MeteredTokens, reportedTotal: TokenCount? = nil, searchQueries: Int = 0,
    latencyMilliseconds: Int64? = nil, flags: RecordFlags = [],
    requests: Int = 1, origin: RecordOrigin = RecordOrigin()
  ) {
    self.key = key
    self.occurredAt = occurredAt
    self.series = series
    self.user = user
    self.tokens = tokens
    self.reportedTotal = reportedTotal
    self.searchQueries = searchQueries
    self.latencyMilliseconds = latencyMilliseconds
    self.flags = flags
    self.requests = requests
    self.origin = origin
  }

  /// By how much the provider's own total differs from the sum of the meters; 0 without a total.
  public var residual: TokenCount {
    guard let reportedTotal else { return 0 }
    return reportedTotal - tokens.total
  }
}

/// The identity of a request: 128 bits that do not depend on file, format or time of import.
///
/// Gemini's response ids begin with the second of their making; such keys sort by time, which keeps
/// inserts in one corner of the table. All others are hashes.
public struct RequestKey: Hashable, Sendable {
  /// The upper half; negative for keys without a time.
  public let high: Int64
  /// The lower half.
  public let low: Int64

  /// A key from its halves.
  public init(high: Int64, low: Int64) {
    self.high = high
    self.low = low
  }
}

/// Where a record was read.
public struct RecordOrigin: Hashable, Sendable {
  /// The line on which it begins, from 1.
  public var line: Int64
  /// The byte at which it begins, from 0, in the file, uncompressed and in UTF-8.
  public var byteOffset: Int64

  /// A place in a file.
  public init(line: Int64 = 0, byteOffset: Int64 = 0) {
    self.line = line
    self.byteOffset = byteOffset
  }
}

/// What has to be known about how a record came to be.
public struct RecordFlags: OptionSet, Hashable, Sendable {
  /// One bit a flag.
  public let rawValue: Int64

  /// Flags from their bits.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// The stream was cut: the counts are a lower bound.
  public static let incomplete = RecordFlags(rawValue: 1 << 0)
  /// The source counted thoughts inside its candidates; they were taken out once.
  public static let thoughtsInsideCandidates = RecordFlags(rawValue: 1 << 1)
  /// The response had no time; it was taken from `--at`, the response id, or the file.
  public static let timeFilledIn = RecordFlags(rawValue: 1 << 2)
  /// The response named no model; it was taken from `--model` or is unknown.
  public static let modelFilledIn = RecordFlags(rawValue: 1 << 3)
  /// The response had no id; its key was derived from its content.
  public static let keyDerived = RecordFlags(rawValue: 1 << 4)
  /// Nothing in the source said which provider; the format's usual one was taken.
  public static let providerAssumed = RecordFlags(rawValue: 1 << 5)
  /// The shape of the row, not a field, said that it was served as a batch.
  public static let batchFromShape = RecordFlags(rawValue: 1 << 6)
  /// The details by modality contradict the counts; the counts were kept, the rest is text.
  public static let detailsDisagree = RecordFlags(rawValue: 1 << 7)
  /// The time that was filled in was said for the import (`--at`), not guessed.
  public static let timeGiven = RecordFlags(rawValue: 1 << 8)
  /// The counts are sums over several runs of a model, each with a prompt of its own: no context
  /// band can be decided from them, and the lowest is taken.
  public static let promptIsSum = RecordFlags(rawValue: 1 << 9)
  /// It is known by its span and nothing else: usage of a span below it takes its place.
  ///
  /// Or by a running total in a file that names no session: that of one that does takes its place.
  public static let keyIsSpan = RecordFlags(rawValue: 1 << 11)
  /// The row of the table had no line end: somebody may still be writing it.
  public static let rowIsOpen = RecordFlags(rawValue: 1 << 12)
  /// Its seller was said for the import, not by the response; in records of older versions
  /// perhaps only its service tier.
  public static let sellerGiven = RecordFlags(rawValue: 1 << 13)
  /// The model that was filled in was said for the import (`--model`), not guessed.
  public static let modelGiven = RecordFlags(rawValue: 1 << 15)
  /// Its service tier was said for the import, not by the response.
  public static let tierGiven = RecordFlags(rawValue: 1 << 16)
  /// Only as a ledger keeps it: the provider's own total is the sum of the meters.
  package static let totalIsSum = RecordFlags(rawValue: 1 << 14)
}
