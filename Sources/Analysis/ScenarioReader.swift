import JSONText
import Quantities
import Usage

/// Reads a scenario file, and goes on after a mistake to find the next one.
extension Scenario {
  /// Reads a scenario from a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, UTF-8 JSON in the format `tollbook.scenario/2` or its predecessor.
  ///   - file: What errors call it.
  /// - Throws: Every mistake in it, with file, line and field.
  public init(parsing bytes: [UInt8], file: String) throws(InputFileError) {
    self.file = file
    let file = InputFile(file, .scenario)
    let (features, levers) = file.root(bytes).map { ScenarioReader(root: $0).read() } ?? ([], [])
    try file.problems.check()
    self.features = features
    self.levers = levers
  }
}

/// Reads the fields of one file.
private struct ScenarioReader {
  let root: InputFields

  static let fileKeys = ["schema", "note", "features"]
  /// What version 2 has beside them.
  static let leverKeys = ["levers"]
  static let featureKeys = [
    "name", "note", "provider", "model", "service_tier", "calls_per_active_user_per_day",
    "active_share", "input_tokens", "output_tokens", "thinking_tokens", "images_per_call",
    "tokens_per_image", "cached_share",
  ]
  /// Far above any day's calls.
  static let mostCalls = "1000000"
  static let mostImages = "10000"

  func read() -> (features: [Scenario.Feature], levers: [Lever]) {
    let isFirst =
      root.value.kind == .object && root.field("schema")?.string == Scenario.firstSchema
    let known = Self.fileKeys + (isFirst ? [] : Self.leverKeys)
    guard root.isObject(known: known) else { return ([], []) }
    root.checkSchema()
    let hasLevers = !isFirst && root.has("levers")
    return (features(isNeeded: !hasLevers), hasLevers ? levers() : [])
  }

  private func features(isNeeded: Bool) -> [Scenario.Feature] {
    guard isNeeded || root.has("features") else { return [] }
    let list = root.array("features", of: "features", empty: .scenario(.noFeatures)) ?? []
    var lines: [String: Int] = [:]
    return list.enumerated().compactMap { index, value in
      let fields = root.inner(value, at: "features[\(index)]")
      guard let feature = feature(fields) else { return nil }
      if let first = lines.updateValue(value.line, forKey: feature.name) {
        fields.add(.field(.second("feature", named: feature.name, firstLine: first)), at: "name")
      }
      return feature
    }
  }

  private func levers() -> [Lever] {
    let list = root.array("levers", of: "levers") ?? []
    var levers: [Lever] = []
    for (index, value) in list.enumerated() {
      let fields = root.inner(value, at: "levers[\(index)]")
      guard let lever = LeverReader(fields: fields).lever() else { continue }
      let twin = levers.first {
        lever.name.isCounted && $0.name == lever.name && $0.selection.meets(lever.selection)
      }
      if let twin {
        fields.add(
          .scenario(.leverTwice(lever.name, firstLine: twin.place?.line ?? 0)), at: "lever")
      }
      levers.append(lever)
    }
    return levers
  }

  /// A feature; nil where it has a mistake.
  private func feature(_ fields: InputFields) -> Scenario.Feature? {
    let known = fields.file.problems.count
    guard fields.isObject(known: Self.featureKeys) else { return nil }
    let name = fields.text("name")
    let model = fields.text("model")
    let provider = fields.provider()
    let tier =
      fields.has("service_tier")
      ? fields.word("service_tier", "a service tier", of: ServiceTier.self) : .standard
    let calls = fields.number(
      "calls_per_active_user_per_day", NumberRange(upTo: Self.mostCalls))
    let share = fields.share("active_share", otherwise: .one)
    let input = fields.tokens("input_tokens")
    let output = fields.tokens("output_tokens")
    let thinking = fields.tokens("thinking_tokens", otherwise: 0)
    let images = fields.number(
      "images_per_call", NumberRange(upTo: Self.mostImages), otherwise: .zero)
    let imageTokens = fields.tokens("tokens_per_image", otherwise: 0)
    let cached = fields.share("cached_share", otherwise: .zero)
    if let images, images > .zero, !fields.has("tokens_per_image") {
      fields.add(.scenario(.imagesWithoutTokens), at: "images_per_call")
    }
    if let cached, cached > .zero, input == 0 {
      fields.add(.scenario(.cacheWithoutPrompt), at: "cached_share")
    }
    guard let name, let model, let provider, let tier, let calls, let share, let input, let output,
      let thinking, let images, let imageTokens, let cached,
      fields.file.problems.count == known
    else { return nil }
    return Scenario.Feature(
      name: name, provider: provider, model: model, serviceTier: tier,
      callsPerActiveUserPerDay: calls, activeShare: share, inputTokens: input,
      outputTokens: output, thinkingTokens: thinking, imagesPerCall: images,
      tokensPerImage: imageTokens, cachedShare: cached)
  }
}
