import Usage

/// A price key of genai-prices: `input_mtok`, dollars per million tokens of input.
struct GenAIPricesKey {
  /// Meter or name, unit, and how many units the figure buys; nil where we have no word for it.
  let meaning: (name: String, unit: PriceUnit, per: Int64?)?
  /// Why there is none.
  let reason: TableRemark.Reason

  init(_ key: String, _ provider: Provider) {
    let isGoogle = provider == .googleGeminiAPI || provider == .googleVertex
    if let meter = GenAIPricesKey.tokenPrices[key] {
      meaning = (meter, .millionTokens, nil)
    } else {
      meaning =
        switch key {
        case "cache_write_mtok":
          provider.defaultCacheWrite.map { ($0.rawValue, .millionTokens, nil) }
        // Google charges some models by the prompt and some by the query: the table does not say.
        case "web_searches_kcount" where !isGoogle: ("web_search", .thousandSearchQueries, nil)
        case "storage_searches_kcount": ("file_search", .thousandSearchQueries, nil)
        case "requests_kcount": ("request", .thousandRequests, nil)
        case "audio_hours", "input_audio_hours": ("audio_input", .minute, 60)
        case "output_audio_hours": ("audio_output", .minute, 60)
        default: nil
        }
    }
    reason =
      switch key {
      case "cache_write_mtok": isGoogle ? .storageNotWrites : .cacheLifetimeUnknown
      case "web_searches_kcount": .conditional("by the prompt or by the query, which is not said")
      case "input_mchars": .noUnit("character")
      case "input_text_messages_kcount": .noUnit("message")
      case "input_gpixels": .noUnit("pixel")
      case "input_document_kpages", "input_annotated_document_kpages": .noUnit("page")
      default: .noMeter
      }
  }

  private static let tokenPrices: [String: String] = [
    "input_mtok": "input", "output_mtok": "output", "cache_read_mtok": "cached_input",
    "cache_write_5m_mtok": "cache_write_5m", "cache_write_1h_mtok": "cache_write_1h",
    "input_text_mtok": "text_input", "input_audio_mtok": "audio_input",
    "input_image_mtok": "image_input", "input_video_mtok": "video_input",
    "input_tool_mtok": "tool_use_input", "output_text_mtok": "text_output",
    "output_audio_mtok": "audio_output", "output_image_mtok": "image_output",
    "output_video_mtok": "video_output", "output_reasoning_mtok": "thinking",
    "cache_text_read_mtok": "cached_text_input", "cache_audio_read_mtok": "cached_audio_input",
    "cache_image_read_mtok": "cached_image_input", "cache_video_read_mtok": "cached_video_input",
  ]
}
