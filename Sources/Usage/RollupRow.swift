import Quantities

/// The sum of requests that share a quarter of an hour, a series, a context band and a set of meters.
///
/// This is the waist of the whole tool: a price is linear in tokens, so tokens × price is exact over
/// such a sum as long as everything that selects a price is a key of it.
public struct RollupRow: Hashable, Sendable {
  /// The start of the 15 minutes in which the requests happened.
  public var slot: Instant
  /// What the requests share.
  public var series: UsageSeries
  /// The highest known context threshold that each request's whole prompt exceeded; 0 for none.
  public var contextOver: TokenCount
  /// How many requests.
  public var requests: Int
  /// Their tokens; every request of the row used exactly the meters that are not zero here.
  public var tokens: MeteredTokens
  /// The user of the requests, in rows that were summed by user; nil in all others.
  public var user: String?

  /// A rollup row.
  public init(
    slot: Instant, series: UsageSeries, contextOver: TokenCount, requests: Int,
    tokens: MeteredTokens, user: String? = nil
  ) {
    self.slot = slot
    self.series = series
    self.contextOver = contextOver
    self.requests = requests
    self.tokens = tokens
    self.user = user
  }
}

/// Decides in which context band a request falls, before anything is summed.
public struct ContextThresholds: Hashable, Sendable {
  /// The prompt lengths beyond which some model has another price, ascending.
  public let tokens: [TokenCount]

  /// Thresholds in any order, repeats allowed.
  public init(_ tokens: some Sequence<TokenCount>) {
    self.tokens = Set(tokens).sorted()
  }

  /// The highest threshold that a prompt is longer than; 0 if none.
  ///
  /// "Longer" is strict: a prompt of exactly 200,000 tokens is still in the lower band.
  public func exceeded(by prompt: TokenCount) -> TokenCount {
    tokens.last { $0 < prompt } ?? 0
  }

  /// The highest threshold that a record's prompt exceeds; 0 for a sum of several prompts.
  package func exceeded(by record: UsageRecord) -> TokenCount {
    record.flags.contains(.promptIsSum) ? 0 : exceeded(by: record.tokens.prompt)
  }
}
