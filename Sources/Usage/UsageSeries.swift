/// Everything about a request that it shares with thousands of others: what selects its price and
/// what it is reported by.
///
/// Time, user and counts are not part of it. Records and rollup rows point to one of a small number
/// of series, so the names are stored and compared once: a series is a value, but its copies share
/// one storage until one of them is changed. With five strings in each row a year's rollup spent
/// more time on counting references than on prices.
public struct UsageSeries: Sendable {
  private var shared: Fields

  /// What a series consists of; immutable, so that threads may share it.
  private final class Fields: Sendable {
    let provider: Provider
    let requestedModel: String?
    let reportedModel: String?
    let serviceTier: ServiceTier
    let labels: Labels

    init(
      provider: Provider, requestedModel: String?, reportedModel: String?,
      serviceTier: ServiceTier, labels: Labels
    ) {
      self.provider = provider
      self.requestedModel = requestedModel
      self.reportedModel = reportedModel
      self.serviceTier = serviceTier
      self.labels = labels
    }
  }

  /// A series of requests.
  public init(
    provider: Provider, requestedModel: String? = nil, reportedModel: String? = nil,
    serviceTier: ServiceTier = .standard, labels: Labels = Labels()
  ) {
    shared = Fields(
      provider: provider, requestedModel: requestedModel, reportedModel: reportedModel,
      serviceTier: serviceTier, labels: labels)
  }

  /// Who sold the request.
  public var provider: Provider {
    get { shared.provider }
    set { change(provider: newValue) }
  }

  /// The model that was asked for; nil where the source does not say.
  public var requestedModel: String? {
    get { shared.requestedModel }
    set { change(requestedModel: .some(newValue)) }
  }

  /// The model that the response names; nil where the source does not say.
  public var reportedModel: String? {
    get { shared.reportedModel }
    set { change(reportedModel: .some(newValue)) }
  }

  /// How it was served.
  public var serviceTier: ServiceTier {
    get { shared.serviceTier }
    set { change(serviceTier: newValue) }
  }

  /// The names it is reported by.
  public var labels: Labels {
    get { shared.labels }
    set { change(labels: newValue) }
  }

  /// The model to report by: the one that answered, else the one that was asked for.
  ///
  /// Vendors re-route: the response's name is nearer to what is billed than the request's.
  public var model: String? { reportedModel ?? requestedModel }

  /// Whether it is a copy of another: then the two are equal, and it costs nothing to say so.
  package func isCopy(of other: UsageSeries) -> Bool { shared === other.shared }

  /// A number that copies share, and nothing else while one of them lives.
  package var storageNumber: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(shared))) }

  private mutating func change(
    provider: Provider? = nil, requestedModel: String?? = nil, reportedModel: String?? = nil,
    serviceTier: ServiceTier? = nil, labels: Labels? = nil
  ) {
    shared = Fields(
      provider: provider ?? shared.provider,
      requestedModel: requestedModel ?? shared.requestedModel,
      reportedModel: reportedModel ?? shared.reportedModel,
      serviceTier: serviceTier ?? shared.serviceTier, labels: labels ?? shared.labels)
  }
}

extension UsageSeries: Hashable {
  /// Whether two series say the same.
  public static func == (one: UsageSeries, other: UsageSeries) -> Bool {
    one.isCopy(of: other)
      || one.serviceTier == other.serviceTier && one.reportedModel == other.reportedModel
        && one.requestedModel == other.requestedModel && one.provider == other.provider
        && one.labels == other.labels
  }

  /// Feeds what a series says into a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(provider)
    hasher.combine(requestedModel)
    hasher.combine(reportedModel)
    hasher.combine(serviceTier)
    hasher.combine(labels)
  }
}
