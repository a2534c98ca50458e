/// Everything about a request that it shares with thousands of others: what selects its price and
/// what it is reported by.
///
/// Time, user and counts are not part of it. Records and rollup rows point to one of a small number
/// of series, so the names are stored and compared once.
public struct UsageSeries: Hashable, Sendable {
  /// Who sold the request.
  public var provider: Provider
  /// The model that was asked for; nil where the source does not say.
  public var requestedModel: String?
  /// The model that the response names; nil where the source does not say.
  public var reportedModel: String?
  /// How it was served.
  public var serviceTier: ServiceTier
  /// The names it is reported by.
  public var labels: Labels

  /// A series of requests.
  public init(
    provider: Provider, requestedModel: String? = nil, reportedModel: String? = nil,
    serviceTier: ServiceTier = .standard, labels: Labels = Labels()
  ) {
    self.provider = provider
    self.requestedModel = requestedModel
    self.reportedModel = reportedModel
    self.serviceTier = serviceTier
    self.labels = labels
  }

  /// The model to report by: the one that answered, else the one that was asked for.
  ///
  /// Vendors re-route: the response's name is nearer to what is billed than the request's.
  public var model: String? { reportedModel ?? requestedModel }
}
