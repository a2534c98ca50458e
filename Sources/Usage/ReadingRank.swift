import Quantities

/// How much one reading of a request says, beside another reading of the same request: the greater
/// stands, whole, and the other only fills in what it leaves open.
///
/// The one place where this is decided, for readings in one log as for readings in several, so that
/// it makes no difference in which order they come or over which files they are spread. It compares
/// tokens as they are metered, not as some provider states them. Readings that are equal in
/// every count are ordered by what else they say: any order will do, but it has to be one. What a
/// reading may have had filled in comes last, so that of three readings it makes no difference which
/// two were brought together first.
package struct ReadingRank {
  /// Whether it states any counts: only a reading that does is kept.
  var isCounted: Bool
  /// Whether it is of the whole response; the counts of a cut one are a lower bound.
  var isWhole: Bool
  var tokens: MeteredTokens
  /// For how many requests it stands: a sum of a vendor's statistics grows.
  var requests: Int
  var searchQueries: Int
  /// Who sold it, by its own word; nil where nobody says so, or somebody did for the import.
  var provider: Provider?
  /// What it says of its model, none of it filled in.
  var reportedModel: String?
  var requestedModel: String?
  /// How it was served, by its own word, or as usual.
  var serviceTier: ServiceTier
  /// When it happened, by its own word.
  var time: Instant?
  /// The time of its file, where it has none of its own and nobody said one.
  var timeOfFile: Instant?

  /// A rank from all that decides it.
  package init(
    isCounted: Bool = true, isWhole: Bool, tokens: MeteredTokens, requests: Int,
    searchQueries: Int, provider: Provider?, reportedModel: String?, requestedModel: String?,
    serviceTier: ServiceTier, time: Instant?, timeOfFile: Instant? = nil
  ) {
    self.isCounted = isCounted
    self.isWhole = isWhole
    self.tokens = tokens
    self.requests = requests
    self.searchQueries = searchQueries
    self.provider = provider
    self.reportedModel = reportedModel
    self.requestedModel = requestedModel
    self.serviceTier = serviceTier
    self.time = time
    self.timeOfFile = timeOfFile
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
    if one.serviceTier != other.serviceTier {
      return other.serviceTier != .standard
        && (one.serviceTier == .standard || one.serviceTier.rawValue < other.serviceTier.rawValue)
    }
    if one.time != other.time { return isLater(one.time, than: other.time) }
    if one.names != other.names { return one.names.lexicographicallyPrecedes(other.names) }
    return isLater(one.timeOfFile, than: other.timeOfFile)
  }

  /// The earlier of two times stands: a response happened before it was written down once more.
  private static func isLater(_ one: Instant?, than other: Instant?) -> Bool {
    guard let one else { return other != nil }
    return other.map { $0 < one } ?? false
  }

  private var counts: [Int64] { (0..<Meter.all.count).map { tokens[at: $0] } }

  /// The names it states; any comes after none.
  private var names: [String] {
    [reportedModel ?? "", requestedModel ?? "", provider?.name ?? ""]
  }
}
