import Quantities

/// How many tokens sound, film and documents count, by the vendor's published rules.
///
/// Gemini, all generations: sound counts 32 tokens a second by the page on media resolution; a
/// recorded answer of Gemini 2.0 counts 25. Film is one picture a second: Gemini 2 258 (64 at low
/// resolution), 263 by an older page, 260 in that same recorded answer; Gemini 3 and later 70, and
/// 280 at high resolution. Its sound comes on top. A page of a PDF is 258 on Gemini 2; on Gemini 3
/// and later 280, 560 or 1,120 by resolution, and the page's own text comes on top.
enum MediaTokens {
  /// Tokens a second, or a page, between two bounds.
  struct Rate: Hashable {
    let bounds: ClosedRange<Int64>
    let basis: String
  }

  /// A second of sound.
  static func audio(_ generation: ModelGeneration) -> Rate {
    Rate(bounds: 25...32, basis: "25 to 32 tokens a second: documented 32, recorded 25")
  }

  /// A second of film without its sound.
  static func frames(_ generation: ModelGeneration, _ resolution: MediaResolution?) -> Rate {
    switch (generation, resolution) {
    case (.gemini3, .high), (.gemini3, .ultraHigh):
      Rate(bounds: 280...280, basis: "one picture of 280 tokens a second")
    case (.gemini3, _): Rate(bounds: 70...70, basis: "one picture of 70 tokens a second")
    case (_, .low): Rate(bounds: 64...66, basis: "one picture of 64 tokens a second")
    default:
      Rate(bounds: 258...263, basis: "one picture of 258 tokens a second; an older page says 263")
    }
  }

  /// A second of a film's sound: none at all in a silent one.
  static func sound(_ generation: ModelGeneration) -> Rate {
    Rate(bounds: 0...32, basis: "none in a silent film, up to 32 tokens a second")
  }

  /// A page of a PDF.
  static func page(_ generation: ModelGeneration, _ resolution: MediaResolution?) -> Rate {
    guard generation == .gemini3 else {
      return Rate(bounds: 258...258, basis: "258 tokens a page")
    }
    let text = "the page's own text comes on top"
    switch resolution {
    case .low: return Rate(bounds: 280...280, basis: "280 tokens a page; \(text)")
    case .medium: return Rate(bounds: 560...560, basis: "560 tokens a page; \(text)")
    case .high: return Rate(bounds: 1120...1120, basis: "1,120 tokens a page; \(text)")
    case .ultraHigh, nil:
      return Rate(
        bounds: 280...1120, basis: "280 to 1,120 tokens a page by its resolution; \(text)")
    }
  }

  /// A picture, between two bounds.
  static func image(
    _ measure: ImageMeasure, _ resolution: MediaResolution?, model: String, on day: Day
  ) -> Rate? {
    let asked = resolution.map { ImageMeasure.resolution($0) } ?? measure
    guard let readings = ImageTokens.readings(asked, model: model, on: day),
      let least = readings.min(), let most = readings.max()
    else { return nil }
    let isThird = ModelGeneration(model: model) == .gemini3
    if isThird, resolution == nil {
      let basis = "at most 1,120 tokens where no resolution is asked for"
      return Rate(bounds: 280...most, basis: basis)
    }
    if least == most {
      return Rate(bounds: least...most, basis: "\(asked): \(Phrase.counted(most, "token"))")
    }
    return Rate(
      bounds: least...most,
      basis: "\(asked) in tiles of 258 tokens, which two pages cut differently")
  }
}
