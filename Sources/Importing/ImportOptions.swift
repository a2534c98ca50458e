import Quantities
import Usage

/// What the person who imports knows about the logs and the logs do not say.
public struct ImportOptions: Sendable {
  /// The shape to read; nil to recognise it from the content.
  public var format: InputFormat?
  /// The provider of every request; nil to take what the content says.
  public var provider: Provider?
  /// The model of requests that name none; of a resource's path or address only the model is kept.
  public var model: String? { didSet { model = model.flatMap(ModelName.ofResource) } }
  /// The time of requests that state none.
  public var time: Instant?
  /// The service tier of every request; nil to take what the content says.
  public var serviceTier: ServiceTier?
  /// Labels for every request; a label of the log's own wins.
  public var labels: [String: String] = [:] {
    // The ledger keeps the options of an import, too: no key of an address may stand in them.
    didSet {
      for (name, value) in labels {
        labels[name] = KeptText.value(value, ofLabel: name)
      }
    }
  }
  /// Where in a document its user stands: the keys from the outermost inwards.
  public var userField: [String] = []
  /// The secret under which user ids are hashed; nil to keep them as they are.
  package var userHashKey: (UInt64, UInt64)?
  /// What the columns of tables and the members of JSON lines say; nil to know only formats.
  public var columns: ColumnMap?
  /// Whether the source leaves cached tokens out of its input count.
  public var inputExcludesCache = false
  /// Model names that may be taken from a file's name, where nothing else says which it was.
  package var knownModels: Set<String> = []

  /// No options: everything as the logs say.
  public init() {}
}

/// A shape of log that can be asked for by name.
public enum InputFormat: String, CaseIterable, Sendable {
  /// Responses and chunks of generateContent, in any arrangement.
  case gemini
  /// Results of the Gemini API's and of Vertex's batch prediction.
  case geminiBatch = "gemini-batch"
  /// Rows of Vertex's request-response log.
  case vertexLog = "vertex-log"
  /// Interactions and their events.
  case interactions
  /// Server messages of the Live API.
  case live
  /// Chat completions, embeddings, images and audio of OpenAI and of everyone who speaks its API.
  case openAICompatible = "openai-compatible"
  /// Responses of OpenAI's Responses API and their events; also of the Realtime API.
  case openAIResponses = "openai-responses"
  /// Pages of OpenAI's usage API.
  case openAIUsage = "openai-usage"
  /// Messages of Anthropic's Messages API, their events, and results of its batches.
  case anthropic
  /// Pages of Anthropic's usage report.
  case anthropicUsage = "anthropic-usage"
  /// Answers of Amazon Bedrock's Converse API and rows of its invocation log.
  case bedrock
  /// Rows of a log of one's own that keep the usage object of any vendor.
  case usageRow = "usage-row"
  /// Session logs of Claude Code.
  case claudeCode = "claude-code"
  /// Rollouts of Codex CLI.
  case codex
  /// Sessions of Gemini CLI.
  case geminiCLI = "gemini-cli"
  /// Session logs of Qwen Code.
  case qwenCode = "qwen-code"
  /// Session events of GitHub Copilot's command line.
  case copilot
  /// Tollbook's own usage lines.
  case usageLine = "usage-line"
  /// Tables of any kind, as CSV or TSV, with a map.
  case table
  /// OpenTelemetry's traces and logs, with the attributes of its GenAI conventions.
  case openTelemetry = "opentelemetry"
  /// LiteLLM's spend logs.
  case liteLLM = "litellm"
  /// Langfuse's traces and observations.
  case langfuse
  /// Helicone's requests.
  case helicone

  /// Whether it is the log of a coding agent's session.
  var isSessionLog: Bool {
    switch self {
    case .claudeCode, .codex, .geminiCLI, .qwenCode, .copilot: true
    default: false
    }
  }
}

/// What is known about a source beside its bytes.
package struct SourceFacts: Sendable {
  /// The path as it was given or found; "-" for standard input.
  package var path: String
  /// When the file was changed last; for standard input, when the import began.
  package var modifiedAt: Instant

  package init(path: String, modifiedAt: Instant) {
    self.path = path
    self.modifiedAt = modifiedAt
  }

  /// The time of responses that state none: a date in the file's name, else the file's own time.
  package var guessedTime: Instant { FileNameFacts.time(in: path) ?? modifiedAt }

  /// The model of responses that name none, if a folder or the file has the name of one.
  package func guessedModel(known: Set<String>) -> String? {
    FileNameFacts.model(in: path, known: known)
  }
}
