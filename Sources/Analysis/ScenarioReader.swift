import JSONText
import Quantities
import Usage

/// Reads a scenario file, and goes on after a mistake to find the next one.
extension Scenario {
  /// Reads a scenario from a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, UTF-8 JSON in the format `tollbook.scenario/1`.
  ///   - file: What errors call it.
  /// - Throws: Every mistake in it, with file, line and field.
  public init(parsing bytes: [UInt8], file: String) throws(ScenarioError) {
    var reader = ScenarioReader(file: file)
    let features = reader.read(bytes)
    guard reader.problems.isEmpty else { throw ScenarioError(problems: reader.problems) }
    self.features = features
  }
}

/// The state of reading one file.
private struct ScenarioReader {
  let file: String
  var problems: [ScenarioProblem] = []

  static let fileKeys = ["schema", "note", "features"]
  static let featureKeys = [
    "name", "note", "provider", "model", "service_tier", "calls_per_active_user_per_day",
    "active_share", "input_tokens", "output_tokens", "thinking_tokens", "images_per_call",
    "tokens_per_image", "cached_share",
  ]
  /// Far above any model's context; a million requests of it still fit 64 bits.
  static let mostTokens: Int64 = 100_000_000
  /// Far above any day's calls.
  static let mostCalls = "1000000"
  static let mostImages = "10000"

  init(file: String) { self.file = file }

  mutating func read(_ bytes: [UInt8]) -> [Scenario.Feature] {
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONDocument(parsing: bytes).root
    } catch {
      let line = JSONError.place(of: error.byteOffset, in: bytes).line
      add(.notJSON(explanation: error.explanation), line: line, path: "")
      return []
    }
    guard checkKeys(root, path: "", known: Self.fileKeys) else { return [] }
    checkSchema(root)
    guard let list = root["features"] else {
      add(.missing("features"), line: root.line, path: "")
      return []
    }
    guard list.kind == .array else {
      add(.wrongKind(expected: "an array of features"), line: list.line, path: "features")
      return []
    }
    if list.elements.isEmpty { add(.noFeatures, line: list.line, path: "features") }
    var lines: [String: Int] = [:]
    return list.elements.enumerated().compactMap { index, value in
      guard let feature = feature(value, path: "features[\(index)]") else { return nil }
      if let first = lines.updateValue(value.line, forKey: feature.name) {
        let path = "features[\(index)].name"
        add(.secondFeature(feature.name, firstLine: first), line: value.line, path: path)
      }
      return feature
    }
  }

  private mutating func checkSchema(_ root: JSONValue) {
    guard let schema = root["schema"] else {
      return add(.missing("schema"), line: root.line, path: "")
    }
    guard schema.string != Scenario.schema else { return }
    let found = schema.string ?? schema.numberText ?? "something else"
    add(.otherSchema(found: found), line: schema.line, path: "schema")
  }

  private mutating func feature(_ value: JSONValue, path: String) -> Scenario.Feature? {
    guard checkKeys(value, path: path, known: Self.featureKeys) else { return nil }
    var fields = ScenarioFields(value: value, path: path, file: file)
    let feature = fields.feature()
    problems += fields.problems
    return fields.problems.isEmpty ? feature : nil
  }

  private mutating func checkKeys(_ value: JSONValue, path: String, known: [String]) -> Bool {
    guard value.kind == .object else {
      add(.wrongKind(expected: "an object"), line: value.line, path: path)
      return false
    }
    if let second = value.duplicateKey {
      add(.duplicateKey(second.name), line: second.key.line, path: path)
    }
    for member in value.members where !known.contains(member.name) {
      add(.unknownKey(member.name, known: known), line: member.key.line, path: path)
    }
    return true
  }

  private mutating func add(_ kind: ScenarioProblem.Kind, line: Int, path: String) {
    problems.append(ScenarioProblem(file: file, line: line, path: path, kind: kind))
  }
}

/// The fields of one feature.
private struct ScenarioFields {
  let value: JSONValue
  let path: String
  let file: String
  var problems: [ScenarioProblem] = []

  init(value: JSONValue, path: String, file: String) {
    self.value = value
    self.path = path
    self.file = file
  }

  mutating func feature() -> Scenario.Feature? {
    let name = text("name")
    let model = text("model")
    let provider = provider()
    let tier = tier()
    let calls = number("calls_per_active_user_per_day", most: ScenarioReader.mostCalls)
    let share = number("active_share", most: "1", otherwise: .one)
    let input = tokens("input_tokens")
    let output = tokens("output_tokens")
    let thinking = tokens("thinking_tokens", otherwise: 0)
    let images = number("images_per_call", most: ScenarioReader.mostImages, otherwise: .zero)
    let imageTokens = tokens("tokens_per_image", otherwise: 0)
    let cached = number("cached_share", most: "1", otherwise: .zero)
    if let images, images > .zero, field("tokens_per_image") == nil {
      add(.imagesWithoutTokens, at: "images_per_call")
    }
    guard let name, let model, let provider, let tier, let calls, let share, let input, let output,
      let thinking, let images, let imageTokens, let cached
    else { return nil }
    return Scenario.Feature(
      name: name, provider: provider, model: model, serviceTier: tier,
      callsPerActiveUserPerDay: calls, activeShare: share, inputTokens: input,
      outputTokens: output, thinkingTokens: thinking, imagesPerCall: images,
      tokensPerImage: imageTokens, cachedShare: cached)
  }

  /// A field's value; an explicit null is the same as a missing field.
  private func field(_ name: String) -> JSONValue? {
    value[name].flatMap { $0.kind == .null ? nil : $0 }
  }

  private mutating func add(_ kind: ScenarioProblem.Kind, at name: String) {
    let line = field(name)?.line ?? value.line
    problems.append(ScenarioProblem(file: file, line: line, path: "\(path).\(name)", kind: kind))
  }

  private mutating func text(_ name: String) -> String? {
    guard let value = field(name) else {
      add(.missing(name), at: name)
      return nil
    }
    guard let text = value.string, !text.isEmpty else {
      add(.wrongKind(expected: "a text that is not empty"), at: name)
      return nil
    }
    return text
  }

  private mutating func provider() -> Provider? {
    guard field("provider") != nil else { return .googleGeminiAPI }
    guard let name = text("provider") else { return nil }
    guard let provider = Provider(name) else {
      add(.badProvider(name), at: "provider")
      return nil
    }
    return provider
  }

  private mutating func tier() -> ServiceTier? {
    guard field("service_tier") != nil else { return .standard }
    guard let word = text("service_tier") else { return nil }
    guard let tier = ServiceTier(rawValue: word) else {
      add(.badTier(word, known: ServiceTier.allCases.map(\.rawValue)), at: "service_tier")
      return nil
    }
    return tier
  }

  /// A decimal number from 0 up to a limit, in quotes or not: read from its text either way.
  private mutating func number(
    _ name: String, most: String, otherwise: DecimalFactor? = nil
  ) -> DecimalFactor? {
    guard let value = field(name) else {
      if otherwise == nil { add(.missing(name), at: name) }
      return otherwise
    }
    guard let text = value.numberText ?? value.string else {
      add(.wrongKind(expected: "a decimal number"), at: name)
      return nil
    }
    guard let number = DecimalFactor(text), number >= .zero, let limit = DecimalFactor(most),
      number <= limit
    else {
      add(.badNumber(text, most: most), at: name)
      return nil
    }
    return number
  }

  private mutating func tokens(_ name: String, otherwise: Int64? = nil) -> Int64? {
    guard let value = field(name) else {
      if otherwise == nil { add(.missing(name), at: name) }
      return otherwise
    }
    let written = value.numberText ?? value.string
    guard let text = written, let count = Int64(text), text.utf8.first != UInt8(ascii: "+"),
      (0...ScenarioReader.mostTokens).contains(count)
    else {
      add(.badTokens(written ?? "this", most: ScenarioReader.mostTokens), at: name)
      return nil
    }
    return count
  }
}
