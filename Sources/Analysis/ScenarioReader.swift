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
  public init(parsing bytes: [UInt8], file: String) throws(ScenarioError) {
    var reader = ScenarioReader(file: file)
    let (features, levers) = reader.read(bytes)
    guard reader.problems.isEmpty else { throw ScenarioError(problems: reader.problems) }
    self.features = features
    self.levers = levers
  }
}

/// The state of reading one file.
struct ScenarioReader {
  let file: String
  var problems: [ScenarioProblem] = []

  static let fileKeys = ["schema", "note", "features"]
  /// What version 2 has beside them.
  static let leverKeys = ["levers"]
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

  mutating func read(_ bytes: [UInt8]) -> (features: [Scenario.Feature], levers: [Lever]) {
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONDocument(parsing: bytes).root
    } catch {
      let line = JSONError.place(of: error.byteOffset, in: bytes).line
      add(.notJSON(explanation: error.explanation), line: line, path: "")
      return ([], [])
    }
    let isFirst = root.kind == .object && root["schema"]?.string == Scenario.firstSchema
    let known = Self.fileKeys + (isFirst ? [] : Self.leverKeys)
    guard checkKeys(root, path: "", known: known) else { return ([], []) }
    checkSchema(root)
    let levers = isFirst ? nil : root["levers"]
    return (features(root, isNeeded: levers == nil), levers.map { self.levers($0) } ?? [])
  }

  private mutating func features(_ root: JSONValue, isNeeded: Bool) -> [Scenario.Feature] {
    guard let list = root["features"] else {
      if isNeeded { add(.missing("features"), line: root.line, path: "") }
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

  private mutating func levers(_ list: JSONValue) -> [Lever] {
    guard list.kind == .array else {
      add(.wrongKind(expected: "an array of levers"), line: list.line, path: "levers")
      return []
    }
    if list.elements.isEmpty { add(.emptyList(of: "levers"), line: list.line, path: "levers") }
    return list.elements.enumerated().compactMap { index, value in
      var reader = LeverReader(value: value, path: "levers[\(index)]", file: file)
      let lever = reader.lever()
      problems += reader.fields.problems
      return lever
    }
  }

  private mutating func checkSchema(_ root: JSONValue) {
    guard let schema = root["schema"] else {
      return add(.missing("schema"), line: root.line, path: "")
    }
    guard ![Scenario.schema, Scenario.firstSchema].contains(schema.string) else { return }
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
