import Usage

/// Sellers, by what logs call them and by the models they are known for.
extension Provider {
  /// The seller that a word means in the logs of gateways and SDKs; nil for one we do not know.
  ///
  /// Words of OpenTelemetry's `gen_ai.provider.name` and its predecessor `gen_ai.system`, of
  /// LiteLLM's `custom_llm_provider`, and names of this tool. "google" alone is the Gemini API.
  init?(vendorWord word: String) {
    switch word.lowercased().filter({ $0 != "_" && $0 != "-" && $0 != "." && $0 != " " }) {
    case "openai", "textcompletionopenai": self = .openAI
    case "azure", "azureopenai", "azureaiopenai", "azaiopenai", "azuretext": self = .azureOpenAI
    case "anthropic": self = .anthropic
    case "bedrock", "awsbedrock", "amazonbedrock", "bedrockconverse": self = .awsBedrock
    case "vertexai", "gcpvertexai", "vertex", "googlevertex", "vertexaibeta": self = .googleVertex
    case "gemini", "gcpgemini", "gcpgenai", "google", "googleaistudio", "googlegeminiapi",
      "googlegenerativeai":
      self = .googleGeminiAPI
    case "xai": self = .xAI
    case "groq": self = .groq
    case "mistral", "mistralai": self = .mistral
    case "deepseek": self = .deepSeek
    case "openrouter": self = .openRouter
    case "cohere": self = .cohere
    case "cerebras": self = .cerebras
    case "zai": self = .zAI
    case "huggingface": self = .huggingFace
    case "githubcopilot": self = .githubCopilot
    case "ollama": self = .ollama
    default: return nil
    }
  }

  /// Who sells a model as a rule; nil where nobody is known for it, or many sell it.
  ///
  /// By the beginning of its name. This chooses a seller, whose price book then knows the model
  /// by its whole name or not at all; and what was chosen so is counted as assumed.
  init?(usualFor model: String) {
    let name = model.lowercased()
    guard let (_, usual) = Provider.usual.first(where: { name.hasPrefix($0.beginning) }) else {
      return nil
    }
    guard let usual else { return nil }
    self = usual
  }

  private static let usual: [(beginning: String, Provider?)] = [
    // Open weights: anybody may serve them.
    ("gpt-oss", nil), ("gpt", .openAI), ("o1", .openAI), ("o3", .openAI), ("o4", .openAI),
    ("chatgpt", .openAI), ("text-embedding-3", .openAI), ("text-embedding-ada", .openAI),
    ("whisper", .openAI), ("tts-", .openAI), ("dall-e", .openAI), ("davinci", .openAI),
    ("babbage", .openAI), ("ft:", .openAI), ("codex", .openAI), ("computer-use", .openAI),
    ("omni-moderation", .openAI), ("gemini", .googleGeminiAPI), ("gemma", .googleGeminiAPI),
    ("claude", .anthropic), ("grok", .xAI), ("deepseek", .deepSeek), ("mistral", .mistral),
    ("magistral", .mistral), ("ministral", .mistral), ("codestral", .mistral),
    ("devstral", .mistral), ("pixtral", .mistral), ("voxtral", .mistral), ("open-mi", .mistral),
    ("glm-", .zAI), ("command", .cohere),
  ]
}
