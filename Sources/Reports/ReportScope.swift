import Pricing
import Quantities

/// What a report's figures cover and rest on: every report ends with it.
///
/// A figure without it cannot be compared with another: the period and the zone its days are cut in,
/// the price book and which of its prices were taken, and what is missing from the sum.
package struct ReportScope: Hashable, Sendable {
  /// The time covered, an open end meaning as far as anything is recorded; nil where no log was read.
  package var period: Period?
  /// The zone in which days, weeks and months are cut.
  package var zone: TimeZoneRules
  /// The prices; nil where a report holds no money.
  package var prices: Prices?
  /// The requests; nil where no log was read, as for a scenario.
  package var counts: Counts?

  /// Which prices were taken.
  package struct Prices: Hashable, Sendable {
    /// The version of the price book: `2026-11-30`, `2026-11-30+overlay`.
    package var version: String
    /// Its fingerprint, in hexadecimal.
    package var digest: String
    /// The day up to which it claims to know.
    package var asOf: Day
    /// The day whose knowledge of it counts; nil for all that it knows.
    package var knownOn: Day?
    /// At which time's prices: that of each request, or one for all.
    package var valuation: PriceTime
    /// The contracts under which usage is paid; empty where list prices are.
    package var contracts: [String]

    package init(
      version: String, digest: String, asOf: Day, knownOn: Day? = nil,
      valuation: PriceTime = .then, contracts: [String] = []
    ) {
      self.version = version
      self.digest = digest
      self.asOf = asOf
      self.knownOn = knownOn
      self.valuation = valuation
      self.contracts = contracts
    }
  }

  /// How many requests there are, and what became of those that are not among them.
  package struct Counts: Hashable, Sendable {
    /// The requests that the figures sum up.
    package var requests = 0
    /// Those of them that used something without a price.
    package var unpricedRequests = 0
    /// Their tokens without a price.
    package var unpricedTokens: TokenCount = 0
    /// Places in logs that could not be read.
    package var quarantined = 0
    /// Requests met again, counted once.
    package var duplicates = 0
    /// Requests whose stream was cut; part of `requests`.
    package var incomplete = 0
    /// Responses that state no usage.
    package var withoutUsage = 0
    /// Error answers.
    package var errorBodies = 0

    package init() {}
  }

  package init(
    period: Period? = nil, zone: TimeZoneRules = .utc, prices: Prices? = nil,
    counts: Counts? = nil
  ) {
    self.period = period
    self.zone = zone
    self.prices = prices
    self.counts = counts
  }
}

extension ReportScope {
  /// The member `scope` of a report's JSON.
  package var json: JSONOutput {
    var members = [
      JSONMember("from", .string(period?.from?.description)),
      JSONMember("until", .string(period?.until?.description)),
      JSONMember("time_zone", .string(zone.name)),
    ]
    if let prices {
      members += [
        JSONMember("currency", .string("USD")), JSONMember("price_book", prices.json),
        JSONMember("valuation", .string(prices.valuation.description)),
      ]
      members += prices.contractJSON
    }
    if let counts { members += counts.json }
    return .object(members)
  }
}

extension ReportScope.Prices {
  fileprivate var json: JSONOutput {
    .object([
      JSONMember("version", .string(version)), JSONMember("digest", .string(digest)),
      JSONMember("as_of", .string(asOf.description)),
      JSONMember("known_on", .string(knownOn?.description)),
    ])
  }

}

extension ReportScope.Counts {
  fileprivate var json: [JSONMember] {
    [
      JSONMember("requests", .integer(requests)),
      JSONMember("unpriced_requests", .integer(unpricedRequests)),
      JSONMember("unpriced_tokens", .integer(unpricedTokens.value)),
      JSONMember("quarantined", .integer(quarantined)),
      JSONMember("duplicates", .integer(duplicates)),
      JSONMember("incomplete", .integer(incomplete)),
      JSONMember("without_usage", .integer(withoutUsage)),
      JSONMember("error_bodies", .integer(errorBodies)),
    ]
  }
}
