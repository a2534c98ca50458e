import Usage

/// Whom a table means by its names for sellers.
///
/// Names of the Gemini API, Vertex, OpenAI and Anthropic become ours; every other seller keeps the
/// table's name, in the characters that names of sellers have.
enum TableSellers {
  /// Who sells a litellm entry; `vertex_ai-anthropic_models` is a shelf of `vertex_ai`.
  static func litellm(_ name: String) -> Provider? {
    if name == "gemini" { return .googleGeminiAPI }
    if name == "text-completion-openai" { return .openAI }
    let shelf = name.hasSuffix("models") ? name.prefix { $0 != "-" } : name[...]
    return shelf == "vertex_ai" ? .googleVertex : named(shelf)
  }

  /// Who sells in genai-prices, models.dev or llm-prices; all of them call the Gemini API `google`.
  static func common(_ name: String) -> Provider? {
    switch name {
    case "google": .googleGeminiAPI
    case "google-vertex-anthropic": .googleVertex
    default: named(name[...])
    }
  }

  /// The table's own name: lower case, and a hyphen for what names of ours do not have.
  private static func named(_ name: Substring) -> Provider? {
    let bytes = name.lowercased().utf8.map { byte -> UInt8 in
      let isKept = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      return isKept ? byte : UInt8(ascii: "-")
    }
    return Provider(String(decoding: bytes, as: UTF8.self))
  }
}

extension Provider {
  /// The meter of a cache write that a table gives no lifetime for.
  ///
  /// It is what the seller does unless it is asked for more; nil where that is not known. Anthropic keeps five minutes, on Vertex too; OpenAI thirty.
  var defaultCacheWrite: Meter? {
    switch self {
    case .anthropic, .googleVertex: .cacheWrite5m
    case .openAI: .cacheWrite30m
    default: nil
    }
  }
}
