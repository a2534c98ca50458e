import Usage

/// Sellers as telemetry and gateways note them: by words of their own, and by addresses.
extension Provider {
  /// The seller that a note means; nil for a word that cannot be a seller's name, and for one that
  /// leaves open which of Google's two it is (`gcp.gen_ai`, `google`).
  ///
  /// OpenTelemetry's `gen_ai.provider.name` and the older `gen_ai.system`, LiteLLM's
  /// `custom_llm_provider`, Helicone's, Pydantic AI's and the Vercel AI SDK's names. A word that
  /// nobody knows is taken as it is, with hyphens for what a name cannot hold.
  init?(notedAs note: String) {
    let word = note.lowercased()
    // `openai.responses`, `google.vertex.chat`: the Vercel AI SDK names the API, too.
    let api = [".chat", ".responses", ".messages", ".completion", ".embedding"]
      .first { word.hasSuffix($0) }
    let seller = String(word.dropLast(api?.count ?? 0))
    if Provider.openWords.contains(seller) { return nil }
    if let known = Provider(vendorWord: seller) ?? Provider.moreWords[seller] {
      self = known
    } else {
      self.init(String(seller.map { "._/ ".contains($0) ? "-" : $0 }))
    }
  }

  /// Words for Google that do not say which of its APIs answered.
  private static let openWords: Set<String> = [
    "gcp.gen_ai", "google", "google_genai", "google-genai", "gcp",
  ]

  private static let moreWords: [String: Provider] = [
    "google-gla": .googleGeminiAPI, "google.generative-ai": .googleGeminiAPI,
    "google.vertex": .googleVertex, "google_vertexai": .googleVertex, "aws": .awsBedrock,
    "copilot": .githubCopilot, "github": .githubCopilot,
  ]

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
