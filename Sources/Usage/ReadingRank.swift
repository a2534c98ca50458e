import Quantities

/// How much one reading of a request counts, beside another reading of the same request: the counts
/// of the greater stand, whole, and nothing of them is taken from the other.
///
/// The one place where this is decided, for readings in one log as for readings in several, so that
/// it makes no difference in which order they come or over which files they are spread. It compares
/// tokens as they are metered, not as some provider states them, and nothing but what the greater
/// keeps: of three readings it then makes no difference which two were brought together first. Any
/// order will do, but it has to be one, so readings of one rank are the same in all of this. What
/// they say beside it is a matter of `ReadingFacts`.
package struct ReadingRank {
  /// Whether it states any counts: only a reading that does is kept.
  var isCounted: Bool
  var tokens: MeteredTokens
  /// For how many requests it stands: a sum of a vendor's statistics grows.
  var requests: Int
  var searchQueries: Int
  /// How it was served; it selects the price of these tokens.
  var serviceTier: ServiceTier
  /// Whether the tier was said for the import.
  var tierIsGiven: Bool
  /// The provider's own total; nil if it gave none.
  var reportedTotal: Int64?
  /// What has to be known about how the counts came to be.
  var flags: RecordFlags

  /// The flags that go with the counts; a cut response's are a lower bound.
  package static let flags: RecordFlags = [
    .incomplete, .thoughtsInsideCandidates, .batchFromShape, .detailsDisagree, .promptIsSum,
    .tierGiven,
  ]

  /// A rank from all that decides it; of the flags those that go with the counts.
  package init(
    isCounted: Bool = true, tokens: MeteredTokens, requests: Int, searchQueries: Int,
    serviceTier: ServiceTier, reportedTotal: Int64?, flags: RecordFlags
  ) {
    self.isCounted = isCounted
    self.tokens = tokens
    self.requests = requests
    self.searchQueries = searchQueries
    self.serviceTier = serviceTier
    self.reportedTotal = reportedTotal
    self.flags = flags.intersection(Self.flags)
    tierIsGiven = flags.contains(.tierGiven)
  }
}

extension ReadingRank: Comparable {
  /// Whether the first reading gives way to the second.
  package static func < (one: ReadingRank, other: ReadingRank) -> Bool {
    if one.isCounted != other.isCounted { return other.isCounted }
    if one.isWhole != other.isWhole { return other.isWhole }
    let (total, otherTotal) = (one.tokens.total, other.tokens.total)
    if total != otherTotal { return total < otherTotal }
    // Of equal totals the one that tells more kinds of tokens apart.
    let (meters, otherMeters) = (one.tokens.mask, other.tokens.mask)
    if meters.nonzeroBitCount != otherMeters.nonzeroBitCount {
      return meters.nonzeroBitCount < otherMeters.nonzeroBitCount
    }
    if one.requests != other.requests { return one.requests < other.requests }
    if one.searchQueries != other.searchQueries { return one.searchQueries < other.searchQueries }
    if one.tokens != other.tokens {
      return one.counts.lexicographicallyPrecedes(other.counts)
    }
    if one.tierRank != other.tierRank { return one.tierRank < other.tierRank }
    if one.serviceTier != other.serviceTier {
      return one.serviceTier.rawValue < other.serviceTier.rawValue
    }
    if one.reportedTotal != other.reportedTotal {
      return (one.reportedTotal ?? -1) < (other.reportedTotal ?? -1)
    }
    return one.flags.rawValue < other.flags.rawValue
  }

  /// Whether it is of the whole response.
  private var isWhole: Bool { !flags.contains(.incomplete) }

  /// The usual tier may be one that nobody named: any other stands before it, and so does one that
  /// was said for the import.
  private var tierRank: Int {
    if tierIsGiven { return 1 }
    return serviceTier == .standard ? 0 : 2
  }

  private var counts: [Int64] { (0..<Meter.all.count).map { tokens[at: $0] } }
}
