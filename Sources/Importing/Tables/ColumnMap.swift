import Quantities
import Usage

/// Which column of a table, or which member of a JSON line, says what: the value of `--map`.
///
/// ```
/// time=TIMESTAMP,model:=gpt-4,input=ContextTokens,output=GeneratedTokens,label.feature=app
/// ```
/// `FIELD=COLUMN` names a column, `FIELD:=VALUE` says the same for every row. A column of a JSON
/// line may be a path, `usage.prompt_tokens`; so may a cell that holds JSON. `#2` is the second
/// column. A name with a comma or a space at its end stands in quotes: `input="tokens, in"`.
public struct ColumnMap: Hashable, Sendable, CustomStringConvertible {
  /// The map as it was written.
  public let description: String
  /// The fields that a column says, each once, in the order of the map.
  let columns: [(field: Field, path: ColumnPath)]
  /// What is the same for every row.
  let constants: Constants
  /// The names of all fields that it has something to say about.
  let said: Set<String>

  /// Whether it says something about a field or a setting.
  public func says(_ field: String) -> Bool { said.contains(field) }

  /// What is said once for every row.
  struct Constants {
    var provider: Provider?
    var model: String?
    var reportedModel: String?
    var serviceTier: ServiceTier?
    var user: String?
    var labels: [String: String] = [:]
    var time = TimeReading()
    var inputExcludesCache = false
  }

  /// The zone of its times that name none: with the text it is all there is to a map.
  package var zoneName: String { constants.time.zone.name }

  /// Whether an input column counts what was read from a cache, or written to one.
  var isCacheBesideInput: Bool {
    constants.inputExcludesCache || columns.contains { $0.field == .cacheRead }
  }

  /// Two maps are the same if they are written in the same way.
  public static func == (left: ColumnMap, right: ColumnMap) -> Bool {
    left.description == right.description
  }

  /// Hashes the map as it is written.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension ColumnMap {
  /// What a column can say.
  ///
  /// The names carry what is counted where, as the vendors use them: `cached` is part of the input
  /// (OpenAI, Gemini), `cache_read` stands beside it (Anthropic); `thinking` stands beside the
  /// output (Gemini), `reasoning` is part of it (OpenAI).
  enum Field: Hashable {
    case time, id, model, reportedModel, provider, serviceTier, user, status, latency
    case input, cached, cacheRead, output, thinking, reasoning, toolUse, total, searches, requests
    case cacheWrite(CacheWriteClass)
    case inputModality(Modality)
    case cachedModality(Modality)
    case outputModality(Modality)
    case label(String)

    /// Whether it counts tokens, or requests.
    var isCount: Bool {
      switch self {
      case .input, .cached, .cacheRead, .output, .thinking, .reasoning, .toolUse, .total,
        .requests, .cacheWrite, .inputModality, .cachedModality, .outputModality:
        true
      default: false
      }
    }
  }

  /// How long a cache keeps what was written to it.
  enum CacheWriteClass: Hashable {
    case fiveMinutes, thirtyMinutes, oneHour, twelveHours
  }

  /// The fields by the names that a map uses; `label.NAME` is one, too.
  static let fields: [(name: String, field: Field)] = [
    ("time", .time), ("id", .id), ("model", .model), ("model_version", .reportedModel),
    ("provider", .provider), ("tier", .serviceTier), ("user", .user), ("status", .status),
    ("latency_ms", .latency), ("input", .input), ("cached", .cached), ("cache_read", .cacheRead),
    ("cache_write", .cacheWrite(.fiveMinutes)), ("cache_write_5m", .cacheWrite(.fiveMinutes)),
    ("cache_write_30m", .cacheWrite(.thirtyMinutes)), ("cache_write_1h", .cacheWrite(.oneHour)),
    ("cache_write_12h", .cacheWrite(.twelveHours)), ("tool_use", .toolUse),
    ("output", .output), ("thinking", .thinking), ("reasoning", .reasoning), ("total", .total),
    ("searches", .searches), ("requests", .requests), ("image_input", .inputModality(.image)),
    ("audio_input", .inputModality(.audio)), ("video_input", .inputModality(.video)),
    ("document_input", .inputModality(.document)), ("cached_image", .cachedModality(.image)),
    ("cached_audio", .cachedModality(.audio)), ("cached_video", .cachedModality(.video)),
    ("cached_document", .cachedModality(.document)), ("image_output", .outputModality(.image)),
    ("audio_output", .outputModality(.audio)), ("video_output", .outputModality(.video)),
    ("feature", .label(Labels.feature)), ("app_version", .label(Labels.appVersion)),
    ("platform", .label(Labels.platform)),
  ]

  /// What only a constant can say.
  static let settings = ["time_zone", "time_base", "time_unit", "input_excludes_cache"]
}
