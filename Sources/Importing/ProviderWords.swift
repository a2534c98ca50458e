import Usage

/// The words by which telemetry, gateways and tables name a seller.
extension Provider {
  /// The seller that a word means; nil for a word that cannot be a seller's name, and for one that
  /// leaves open which of Google's two it is (`gcp.gen_ai`, `google`).
  ///
  /// OpenTelemetry's `gen_ai.provider.name` and the older `gen_ai.system`, LiteLLM's
  /// `custom_llm_provider`, Helicone's and the Vercel AI SDK's names. A word that is not in the
  /// list is taken as it is, with hyphens for what a name cannot hold.
  init?(vendorWord word: String) {
    let word = word.lowercased()
    if let known = Provider.word(word) {
      self = known
      return
    }
    if Provider.openWords.contains(word) { return nil }
    let name = word.map { "._/ ".contains($0) ? "-" : $0 }
    self.init(String(name))
  }

  /// Words for Google that do not say which of its APIs answered.
  private static let openWords: Set<String> = ["gcp.gen_ai", "google", "google_genai", "gcp"]

  private static func word(_ word: String) -> Provider? {
    switch word {
    case "gcp.gemini", "gemini", "google-gla", "google_ai_studio", "google.generative-ai",
      "google-ai-studio":
      .googleGeminiAPI
    case "gcp.vertex_ai", "vertex_ai", "vertexai", "google-vertex", "vertex", "vertex_ai_beta",
      "google.vertex.chat", "google_vertexai":
      .googleVertex
    case "openai", "openai.chat", "openai.responses", "openai.completion", "text-completion-openai":
      .openAI
    case "azure", "azure_openai", "az.ai.openai", "azure.ai.openai", "azure-openai", "azure_text",
      "azure-openai.chat", "azure-openai.responses":
      .azureOpenAI
    case "anthropic", "anthropic.messages": .anthropic
    case "aws.bedrock", "aws_bedrock", "bedrock", "bedrock_converse", "amazon-bedrock", "aws":
      .awsBedrock
    case "x_ai", "xai", "xai.chat", "x-ai": .xAI
    case "groq", "groq.chat": .groq
    case "mistral_ai", "mistral", "mistralai", "mistral.chat": .mistral
    case "deepseek", "deepseek.chat": .deepSeek
    case "openrouter": .openRouter
    case "cohere", "cohere_chat", "cohere.chat": .cohere
    case "cerebras": .cerebras
    case "zai", "z-ai", "z.ai": .zAI
    case "huggingface", "hugging-face", "hugging_face": .huggingFace
    case "github_copilot", "github-copilot", "copilot", "github": .githubCopilot
    default: nil
    }
  }
}

extension Provider {
  /// The seller that answers at an address; nil for one that is not known.
  init?(serverAddress address: String) {
    let host = address.lowercased().split(separator: "/").last { $0.contains(".") } ?? ""
    for known in Provider.hosts where host == known.host || host.hasSuffix("." + known.host) {
      self = known.provider
      return
    }
    // Regions stand before Vertex's and inside Bedrock's name.
    if host.hasSuffix("aiplatform.googleapis.com") {
      self = .googleVertex
    } else if host.hasPrefix("bedrock"), host.hasSuffix(".amazonaws.com") {
      self = .awsBedrock
    } else {
      return nil
    }
  }

  private static let hosts: [(host: String, provider: Provider)] = [
    ("generativelanguage.googleapis.com", .googleGeminiAPI), ("api.openai.com", .openAI),
    ("openai.azure.com", .azureOpenAI), ("cognitiveservices.azure.com", .azureOpenAI),
    ("api.anthropic.com", .anthropic), ("api.x.ai", .xAI), ("api.groq.com", .groq),
    ("api.mistral.ai", .mistral), ("api.deepseek.com", .deepSeek), ("openrouter.ai", .openRouter),
    ("api.cohere.com", .cohere), ("api.cohere.ai", .cohere), ("api.cerebras.ai", .cerebras),
    ("api.z.ai", .zAI), ("router.huggingface.co", .huggingFace),
    ("api.githubcopilot.com", .githubCopilot),
  ]
}
