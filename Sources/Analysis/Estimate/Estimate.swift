import Pricing
import Quantities
import Usage

/// What a request would cost, said before it is sent: between two bounds, for several models.
public struct Estimate: Sendable {
  /// The day whose prices count.
  public let at: Day
  /// How many such requests.
  public let requests: Int64
  /// How they are served.
  public let serviceTier: ServiceTier
  /// One line a model, in the order in which they were named.
  public let lines: [Line]
  /// The contracts under which they would be paid.
  public let contracts: [String]

  /// What a model would count and cost.
  public struct Line: Sendable {
    /// Who sells it.
    public let provider: Provider
    /// The name that was given.
    public let model: String
    /// The model that is billed.
    public let billedAs: String
    /// What each part of a request counts.
    public let parts: [Part]
    /// The tokens of the whole prompt; nil where a part cannot be said.
    public let input: ClosedRange<Int64>?
    /// The tokens of the answer, as they were given.
    public let output: Int64
    /// What one request costs; nil where that cannot be said.
    public let requestCost: ClosedRange<Money>?
    /// What all requests cost; nil where that cannot be said.
    public let cost: ClosedRange<Money>?
    /// Why there is no price; empty where there is.
    public let reasons: [UnpricedReason]
  }

  /// A part of a request.
  public struct Part: Hashable, Sendable {
    /// What it is.
    public let kind: Kind
    /// What it is billed as.
    public let meter: Meter
    /// Its tokens; nil where no rule is known for the model.
    public let tokens: ClosedRange<Int64>?
    /// On what the figure rests, in a few words.
    public let basis: String

    /// What a part is.
    public enum Kind: String, Hashable, Sendable {
      case text
      case image
      case audio
      case video
      case sound
      case pdf
    }
  }
}

/// What is to be estimated.
public struct EstimateInput: Sendable {
  /// The prices.
  public var book: PriceBook
  /// The day whose prices count.
  public var at: Day
  /// The models, each perhaps with its seller.
  public var models: [(provider: Provider?, name: String)]
  /// How the requests are served.
  public var serviceTier = ServiceTier.standard
  /// The text of a request, as counts of characters.
  public var text: TextCharacters?
  /// The pictures of a request, in pixels.
  public var images: [(width: Int64, height: Int64)] = []
  /// Seconds of sound.
  public var audioSeconds = DecimalFactor.zero
  /// Seconds of film.
  public var videoSeconds = DecimalFactor.zero
  /// Pages of PDF.
  public var pdfPages: Int64 = 0
  /// The resolution that the request asks for; nil for none.
  public var resolution: String?
  /// The tokens of an answer, thinking included.
  public var output: Int64 = 0
  /// How many such requests.
  public var requests: Int64 = 1

  /// Nothing to estimate yet.
  public init(book: PriceBook, at: Day, models: [(provider: Provider?, name: String)]) {
    self.book = book
    self.at = at
    self.models = models
  }

  /// The words for a resolution that a request can ask for.
  public static let resolutions = MediaResolution.allCases.map(\.rawValue)
}

/// Why nothing can be estimated.
public enum EstimateRefusal: Error, Hashable, Sendable {
  /// No seller in the book knows the model.
  case unknownModel(String, provider: Provider?)
  /// A figure beyond what 128 bits hold.
  case outOfRange
}
