import Quantities
import Usage

/// What an app will do, said in advance: the source of a forecast while there is no log yet, or what
/// is to change about the usage that a log has.
public struct Scenario: Hashable, Sendable {
  /// The `schema` that scenario files begin with.
  public static let schema = "tollbook.scenario/2"
  /// That of files without levers, which stay readable.
  public static let firstSchema = "tollbook.scenario/1"

  /// The name of its file.
  public let file: String
  /// The features, in the order of the file; their names differ.
  ///
  /// Without any, the scenario changes recorded usage.
  public let features: [Feature]
  /// What is changed, in the order of the file; how levers follow each other, ``LeverName`` says.
  public let levers: [Lever]

  /// One use of a model: how often, and how many tokens each time.
  public struct Feature: Hashable, Sendable {
    /// What it is called.
    public let name: String
    /// Who sells the model.
    public let provider: Provider
    /// The name that requests will use.
    public let model: String
    /// How it will be served.
    public let serviceTier: ServiceTier
    /// The requests of a user on a day on which that user is active.
    public let callsPerActiveUserPerDay: DecimalFactor
    /// The share of the monthly active users that are active on an average day, 0 to 1.
    public let activeShare: DecimalFactor
    /// The text tokens of one prompt, cached ones included.
    public let inputTokens: Int64
    /// The tokens of one answer, thinking excluded.
    public let outputTokens: Int64
    /// The thinking tokens of one answer.
    public let thinkingTokens: Int64
    /// The images in one prompt, on average.
    public let imagesPerCall: DecimalFactor
    /// The tokens of one image.
    public let tokensPerImage: Int64
    /// The share of `inputTokens` that is read from a cache, 0 to 1; images are never cached.
    public let cachedShare: DecimalFactor
  }
}

extension Scenario.Feature {
  /// One million requests: shares and averages are whole numbers of tokens then.
  ///
  /// The band is that of the average prompt, images included; tokens past a billion a request are
  /// refused by the reader, so the sums fit.
  func millionRequests(thresholds: ContextThresholds) -> RollupRow {
    let imageTokens = imagesPerCall.millionths * tokensPerImage
    let fresh = DecimalFactor.scale - cachedShare.millionths
    var tokens = MeteredTokens()
    tokens[.textInput] = TokenCount(inputTokens * fresh)
    tokens[.cachedTextInput] = TokenCount(inputTokens * cachedShare.millionths)
    tokens[.imageInput] = TokenCount(imageTokens)
    tokens[.textOutput] = TokenCount(outputTokens * DecimalFactor.scale)
    tokens[.thinking] = TokenCount(thinkingTokens * DecimalFactor.scale)
    return RollupRow(
      slot: Instant(microseconds: 0), series: series,
      contextOver: Self.band(of: tokens, thresholds), requests: Int(DecimalFactor.scale),
      tokens: tokens)
  }

  /// The band of its average prompt.
  func band(_ thresholds: ContextThresholds) -> TokenCount {
    millionRequests(thresholds: thresholds).contextOver
  }

  private static func band(
    of million: MeteredTokens, _ thresholds: ContextThresholds
  ) -> TokenCount {
    thresholds.tokens.last { $0.value * DecimalFactor.scale < million.prompt.value } ?? 0
  }

  /// The feature's usage by its names: levers may look for the feature's own.
  var series: UsageSeries {
    UsageSeries(
      provider: provider, requestedModel: model, serviceTier: serviceTier,
      labels: Labels([Labels.feature: name]))
  }

  /// How many requests a monthly active user sends on an average day.
  var requestsPerMAUPerDay: Exact { Exact(callsPerActiveUserPerDay) * Exact(activeShare) }
}
