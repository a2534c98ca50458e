import Quantities

/// How many tokens a picture in a prompt counts, by the vendor's published rules.
///
/// Gemini 1: 258 whatever the size. Gemini 2: 258 if both sides are at most 384 pixels, else 258 for
/// each tile of ⌊shorter side ÷ 1.5⌋ pixels; an older copy of the same page keeps a tile between 256
/// and 768 pixels, a newer one says nothing of it, so there are two readings. (Its own example:
/// 960×540 makes tiles of 360 pixels, 3 × 2 of them.) Gemini 3 and later: a number for the media
/// resolution, at most; 1120 where none is asked for. Sources: the image-understanding and the
/// media-resolution page of the Gemini API, and the SDK's description of media resolutions.
enum ImageTokens {
  /// One figure for each reading of the rules, in the same order for every size.
  ///
  /// - Parameters:
  ///   - measure: How large the picture is.
  ///   - model: The model's own name.
  ///   - day: When; the rules are dated as prices are.
  /// - Returns: nil where no rule is published.
  static func readings(_ measure: ImageMeasure, model: String, on day: Day) -> [Int64]? {
    guard let generation = ModelGeneration(model: model) else { return nil }
    switch generation {
    case .gemini1: return [flat]
    case .gemini2:
      if model.hasSuffix("-image") { return [day < imageModelChange ? 1290 : flat] }
      return second(measure)
    case .gemini3: return [third(measure)]
    }
  }

  /// What a picture or a tile counts up to Gemini 2.
  static let flat: Int64 = 258
  /// The largest picture that is not cut into tiles.
  private static let smallSide: Int64 = 384
  /// The day from which a picture given to the 2.5 image model counts 258 instead of 1290.
  private static let imageModelChange = Day(year: 2025, month: 11, day: 4) ?? Day(number: 20396)

  private static func second(_ measure: ImageMeasure) -> [Int64]? {
    switch measure {
    case .resolution(.low): [64, 64]
    case .resolution(.medium), .resolution(.high): [256, 256]
    case .resolution(.ultraHigh): nil
    case .pixels(let width, let height):
      max(width, height) <= smallSide
        ? [flat, flat]
        : [
          // The newer copy's rule has no tile for a picture of one line: the older one is left.
          tiles(width, height, side: min(width, height) > 1 ? 1...Int64.max : 256...768),
          tiles(width, height, side: 256...768),
        ]
    }
  }

  private static func tiles(_ width: Int64, _ height: Int64, side: ClosedRange<Int64>) -> Int64 {
    let unit = max(side.lowerBound, min(side.upperBound, min(width, height) * 2 / 3))
    return flat * ((width + unit - 1) / unit) * ((height + unit - 1) / unit)
  }

  private static func third(_ measure: ImageMeasure) -> Int64 {
    switch measure {
    case .resolution(.low): 280
    case .resolution(.medium): 560
    case .resolution(.high), .pixels: 1120
    case .resolution(.ultraHigh): 2240
    }
  }
}
