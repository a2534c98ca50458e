/// What an attribute means, whatever it is called.
enum TelemetryName: String {
  case operation, provider, requestModel, responseModel, responseID, serverAddress
  case responseTier, requestTier, user
  case input, output, cacheRead, cacheWrite, cacheWrite1h, reasoning, toolUse, total

  /// The meanings that are counts.
  static let counts: [TelemetryName] = [
    .input, .output, .cacheRead, .cacheWrite, .reasoning, .toolUse, .total,
  ]

  /// Every name with its meaning, and its place among the names of that meaning: 0 is today's.
  static let ranks: [String: (name: TelemetryName, rank: Int)] = {
    var ranks: [String: (name: TelemetryName, rank: Int)] = [:]
    for (meaning, names) in all {
      for (rank, name) in names.enumerated() { ranks[name] = (meaning, rank) }
    }
    return ranks
  }()

  /// Names from today's to the oldest: the GenAI conventions (`gen_ai.usage.…`), their drafts,
  /// OpenLLMetry (`llm.usage.…`), Sentry (`….cached`), Logfire and Pydantic AI (`….details.…`), the
  /// Vercel AI SDK (`ai.usage.…`), OpenInference (`llm.token_count.…`).
  private static let all: [(TelemetryName, [String])] = [
    (.operation, ["gen_ai.operation.name"]),
    (.provider, ["gen_ai.provider.name", "gen_ai.system", "ai.model.provider", "llm.provider"]),
    (
      .requestModel,
      ["gen_ai.request.model", "llm.request.model", "ai.model.id", "llm.model_name", "model_name"]
    ),
    (.responseModel, ["gen_ai.response.model", "llm.response.model", "ai.response.model"]),
    (.responseID, ["gen_ai.response.id", "ai.response.id"]),
    (.serverAddress, ["server.address", "net.peer.name"]),
    (
      .responseTier,
      ["openai.response.service_tier", "gen_ai.openai.response.service_tier"]
    ),
    (.requestTier, ["openai.request.service_tier", "gen_ai.openai.request.service_tier"]),
    (.user, ["user.id", "enduser.id", "langfuse.user.id"]),
    (
      .input,
      [
        "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.usage.prompt_tokens",
        "ai.usage.inputTokens", "ai.usage.promptTokens", "llm.token_count.prompt",
      ]
    ),
    (
      .output,
      [
        "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens",
        "llm.usage.completion_tokens", "ai.usage.outputTokens", "ai.usage.completionTokens",
        "llm.token_count.completion",
      ]
    ),
    (
      .cacheRead,
      [
        "gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens",
        "gen_ai.usage.input_tokens.cached", "gen_ai.usage.details.cache_read_tokens",
        "gen_ai.usage.details.cache_read_input_tokens", "gen_ai.usage.details.cached_tokens",
        "llm.usage.cache_read_input_tokens", "ai.usage.cachedInputTokens",
        "llm.token_count.prompt_details.cache_read",
      ]
    ),
    (
      .cacheWrite,
      [
        "gen_ai.usage.cache_write.input_tokens", "gen_ai.usage.cache_creation.input_tokens",
        "gen_ai.usage.cache_creation_input_tokens", "gen_ai.usage.input_tokens.cache_write",
        "gen_ai.usage.details.cache_write_tokens",
        "gen_ai.usage.details.cache_creation_input_tokens", "llm.usage.cache_creation_input_tokens",
        "llm.token_count.prompt_details.cache_write",
      ]
    ),
    (
      .cacheWrite1h,
      [
        "gen_ai.usage.cache_creation.ephemeral_1h_input_tokens",
        "gen_ai.usage.details.ephemeral_1h_input_tokens",
      ]
    ),
    (
      .reasoning,
      [
        "gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.reasoning_tokens",
        "gen_ai.usage.output_tokens.reasoning", "gen_ai.usage.details.reasoning_tokens",
        "gen_ai.usage.details.thoughts_tokens", "llm.usage.reasoning_tokens",
        "ai.usage.reasoningTokens", "llm.token_count.completion_details.reasoning",
      ]
    ),
    (.toolUse, ["gen_ai.usage.tool_use.input_tokens"]),
    (
      .total,
      [
        "gen_ai.usage.total_tokens", "llm.usage.total_tokens", "ai.usage.totalTokens",
        "llm.token_count.total",
      ]
    ),
  ]
}
