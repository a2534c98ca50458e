/// What is counted: one kind of token, billed at one price.
///
/// Meters never overlap: each importer turns its provider's counts into disjoint meters once, and
/// nothing downstream subtracts again. The raw values are the names that price books, SQL columns
/// and JSON output use.
public enum Meter: String, CaseIterable, Hashable, Sendable {
  case textInput = "text_input"
  case imageInput = "image_input"
  case videoInput = "video_input"
  case audioInput = "audio_input"
  case documentInput = "document_input"
  case cachedTextInput = "cached_text_input"
  case cachedImageInput = "cached_image_input"
  case cachedVideoInput = "cached_video_input"
  case cachedAudioInput = "cached_audio_input"
  case cachedDocumentInput = "cached_document_input"
  case cacheWrite5m = "cache_write_5m"
  case cacheWrite30m = "cache_write_30m"
  case cacheWrite1h = "cache_write_1h"
  case cacheWrite12h = "cache_write_12h"
  case toolUseInput = "tool_use_input"
  case textOutput = "text_output"
  case imageOutput = "image_output"
  case audioOutput = "audio_output"
  case videoOutput = "video_output"
  case thinking = "thinking"

  /// The family whose price applies where a price statement names no price of the meter's own.
  public var family: MeterFamily? {
    switch self {
    case .textInput, .imageInput, .videoInput, .audioInput, .documentInput, .toolUseInput:
      .input
    case .cachedTextInput, .cachedImageInput, .cachedVideoInput, .cachedAudioInput,
      .cachedDocumentInput:
      .cachedInput
    case .cacheWrite5m, .cacheWrite30m, .cacheWrite1h, .cacheWrite12h:
      nil
    case .textOutput, .imageOutput, .audioOutput, .videoOutput, .thinking:
      .output
    }
  }

  /// The meter's place in `allCases`, and in every array that has one element a meter.
  package var index: Int {
    switch self {
    case .textInput: 0
    case .imageInput: 1
    case .videoInput: 2
    case .audioInput: 3
    case .documentInput: 4
    case .cachedTextInput: 5
    case .cachedImageInput: 6
    case .cachedVideoInput: 7
    case .cachedAudioInput: 8
    case .cachedDocumentInput: 9
    case .cacheWrite5m: 10
    case .cacheWrite30m: 11
    case .cacheWrite1h: 12
    case .cacheWrite12h: 13
    case .toolUseInput: 14
    case .textOutput: 15
    case .imageOutput: 16
    case .audioOutput: 17
    case .videoOutput: 18
    case .thinking: 19
    }
  }

  /// Every meter, held once: `allCases` builds an array at each call.
  package static let all: [Meter] = Meter.allCases
}

/// A group of meters that vendors often price with one figure.
public enum MeterFamily: String, CaseIterable, Hashable, Sendable {
  /// Every fresh input token, whatever its modality, tool-use prompts included.
  case input
  /// Every input token that was read from a cache.
  case cachedInput = "cached_input"
  /// Every generated token, thinking included.
  case output

  /// The meters of the family, in the order of `Meter.allCases`.
  public var members: [Meter] { Meter.all.filter { $0.family == self } }
}
