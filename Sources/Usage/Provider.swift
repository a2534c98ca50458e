/// Who sells a model, through which channel.
///
/// `google-gemini-api` and `google-vertex` are two providers: the same model has other prices and
/// other retirement days on each. Any name of lower-case letters, digits and hyphens is allowed, so
/// that a price book of one's own can introduce one.
public struct Provider: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name, as price books and reports write it.
  public let name: String

  /// A provider by its name; nil unless it is 1 to 64 lower-case letters, digits or hyphens.
  public init?(_ name: String) {
    let allowed = name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }
    guard allowed, (1...64).contains(name.utf8.count) else { return nil }
    self.name = name
  }

  private init(known name: String) { self.name = name }

  /// The Gemini Developer API (generativelanguage.googleapis.com).
  public static let googleGeminiAPI = Provider(known: "google-gemini-api")
  /// Vertex AI, also called Agent Platform (aiplatform.googleapis.com).
  public static let googleVertex = Provider(known: "google-vertex")
  /// OpenAI's own API.
  public static let openAI = Provider(known: "openai")
  /// Anthropic's own API.
  public static let anthropic = Provider(known: "anthropic")
  /// OpenAI's models on Microsoft Azure.
  public static let azureOpenAI = Provider(known: "azure-openai")
  /// Amazon Bedrock, whoever made the model.
  public static let awsBedrock = Provider(known: "aws-bedrock")
  /// xAI's own API.
  public static let xAI = Provider(known: "xai")
  /// Groq's API.
  public static let groq = Provider(known: "groq")
  /// Mistral's own API.
  public static let mistral = Provider(known: "mistral")
  /// DeepSeek's own API.
  public static let deepSeek = Provider(known: "deepseek")
  /// The OpenRouter gateway.
  public static let openRouter = Provider(known: "openrouter")
  /// Cohere's own API.
  public static let cohere = Provider(known: "cohere")
  /// Cerebras' API.
  public static let cerebras = Provider(known: "cerebras")
  /// Z.ai's own API.
  public static let zAI = Provider(known: "zai")
  /// The router of Hugging Face.
  public static let huggingFace = Provider(known: "hugging-face")
  /// Alibaba Cloud's own API, which serves Qwen.
  public static let alibaba = Provider(known: "alibaba")
  /// Ollama's cloud.
  public static let ollama = Provider(known: "ollama")
  /// GitHub Copilot.
  public static let githubCopilot = Provider(known: "github-copilot")
  /// Models that run on the user's device.
  public static let onDevice = Provider(known: "on-device")

  /// The name.
  public var description: String { name }

  /// Orders providers by name.
  public static func < (left: Provider, right: Provider) -> Bool { left.name < right.name }
}
