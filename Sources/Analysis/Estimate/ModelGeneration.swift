import Quantities

/// By which of the published rules a model counts what is not text.
///
/// Read from the model's own name, never from an alias; a name that does not say it has no rule, and
/// nothing is estimated for it.
enum ModelGeneration: Hashable, Sendable {
  /// Gemini 1.0 and 1.5.
  case gemini1
  /// Gemini 2.0 and 2.5.
  case gemini2
  /// Gemini 3 and later, whose counts depend on the media resolution alone.
  case gemini3

  init?(model name: String) {
    let parts = name.split(separator: "-")
    guard parts.first == "gemini", !parts.contains("embedding") else { return nil }
    let number = parts.dropFirst().lazy.compactMap { part in
      part.first?.isASCII == true && part.first?.isNumber == true
        ? Int(part.prefix { $0.isNumber }) : nil
    }.first
    switch number {
    case 1: self = .gemini1
    case 2: self = .gemini2
    case let number? where number >= 3: self = .gemini3
    default: return nil
    }
  }

  /// The shortest text that the family caches; nil where none is published.
  var leastCachedTokens: Int64? {
    switch self {
    case .gemini1: nil
    case .gemini2: 1024
    case .gemini3: 4096
    }
  }
}

/// How large a picture is: in pixels, or by the resolution that the request asks for.
enum ImageMeasure: Hashable, Sendable {
  case pixels(width: Int64, height: Int64)
  case resolution(MediaResolution)
}

/// The resolutions that a request can ask for.
enum MediaResolution: String, CaseIterable, Hashable, Sendable {
  case low
  case medium
  case high
  case ultraHigh = "ultra_high"
}

extension ImageMeasure: CustomStringConvertible {
  var description: String {
    switch self {
    case .pixels(let width, let height): "\(width)x\(height)"
    case .resolution(let resolution):
      "\(resolution.rawValue.map { $0 == "_" ? " " : String($0) }.joined()) resolution"
    }
  }
}
