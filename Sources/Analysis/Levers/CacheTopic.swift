import Usage

/// Requests that can share an answer, whatever else they are labelled with: those of one feature and
/// model.
struct CacheTopic: Hashable, Sendable {
  let model: String?
  let feature: String?

  init(_ series: UsageSeries) {
    model = series.model
    feature = series.labels[Labels.feature]
  }
}
