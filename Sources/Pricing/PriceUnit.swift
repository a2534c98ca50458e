import Quantities

/// What a quoted price buys: a million tokens, an image, a thousand searches.
///
/// Only `millionTokens` prices usage records; the others are listed, because no usage record counts
/// their units (cache storage leaves no trace in any response).
public enum PriceUnit: String, CaseIterable, Hashable, Sendable {
  case millionTokens = "million_tokens"
  case millionTokenHours = "million_token_hours"
  case thousandGroundedPrompts = "thousand_grounded_prompts"
  case thousandSearchQueries = "thousand_search_queries"
  case thousandRequests = "thousand_requests"
  case image
  case second
  case minute
  case song

  /// How many single units the quoted price buys.
  public var quantity: Int64 {
    switch self {
    case .millionTokens, .millionTokenHours: 1_000_000
    case .thousandGroundedPrompts, .thousandSearchQueries, .thousandRequests: 1000
    case .image, .second, .minute, .song: 1
    }
  }

  /// The decimals that a quoted price may have and still be whole picodollars for one unit.
  var decimals: Int {
    switch self {
    case .millionTokens, .millionTokenHours: 6
    case .thousandGroundedPrompts, .thousandSearchQueries, .thousandRequests: 9
    case .image, .second, .minute, .song: 12
    }
  }
}
