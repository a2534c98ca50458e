import JSONText
import Usage

/// The fields of one object of a scenario file, read one by one.
///
/// Each reading that fails adds a problem with its line and field, and gives nil.
struct ScenarioFields {
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
  func field(_ name: String) -> JSONValue? {
    value[name].flatMap { $0.kind == .null ? nil : $0 }
  }

  mutating func add(_ kind: ScenarioProblem.Kind, at name: String) {
    let line = field(name)?.line ?? value.line
    problems.append(
      ScenarioProblem(file: file, line: line, path: self.path(of: name), kind: kind))
  }

  /// The path of a field: `levers[0].share`.
  func path(of name: String) -> String { "\(path).\(name)" }

  /// Whether the value is an object at all.
  mutating func checkIsObject() -> Bool {
    guard value.kind != .object else { return true }
    problems.append(
      ScenarioProblem(
        file: file, line: value.line, path: path, kind: .wrongKind(expected: "an object")))
    return false
  }

  /// Names keys that stand twice, and those that are not known.
  mutating func checkKeys(known: [String]) {
    if let second = value.duplicateKey {
      problems.append(
        ScenarioProblem(
          file: file, line: second.key.line, path: path, kind: .duplicateKey(second.name)))
    }
    for member in value.members where !known.contains(member.name) {
      problems.append(
        ScenarioProblem(
          file: file, line: member.key.line, path: path,
          kind: .unknownKey(member.name, known: known)))
    }
  }

  /// A list with something in it.
  mutating func array(_ name: String, of what: String) -> JSONValue? {
    guard let list = field(name) else {
      add(.missing(name), at: name)
      return nil
    }
    guard list.kind == .array else {
      add(.wrongKind(expected: "an array of \(what)"), at: name)
      return nil
    }
    guard !list.elements.isEmpty else {
      add(.emptyList(of: what), at: name)
      return nil
    }
    return list
  }

  /// A whole number in a range.
  mutating func count(
    _ name: String, _ range: ClosedRange<Int64>, otherwise: Int64? = nil
  ) -> Int64? {
    guard let value = field(name) else {
      if otherwise == nil { add(.missing(name), at: name) }
      return otherwise
    }
    let written = value.numberText ?? value.string
    guard let count = Self.whole(written, in: range) else {
      add(.badCount(written ?? "this", range), at: name)
      return nil
    }
    return count
  }

  private static func whole(_ text: String?, in range: ClosedRange<Int64>) -> Int64? {
    guard let text, let count = Int64(text), text.utf8.first != UInt8(ascii: "+"),
      range.contains(count)
    else { return nil }
    return count
  }

  mutating func text(_ name: String) -> String? {
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

  mutating func provider() -> Provider? {
    guard field("provider") != nil else { return .googleGeminiAPI }
    guard let name = text("provider") else { return nil }
    guard let provider = Provider(name) else {
      add(.badProvider(name), at: "provider")
      return nil
    }
    return provider
  }

  mutating func tier() -> ServiceTier? {
    guard field("service_tier") != nil else { return .standard }
    guard let word = text("service_tier") else { return nil }
    guard let tier = ServiceTier(rawValue: word) else {
      add(.badTier(word, known: ServiceTier.allCases.map(\.rawValue)), at: "service_tier")
      return nil
    }
    return tier
  }

  /// A decimal number from 0 up to a limit, in quotes or not: read from its text either way.
  mutating func number(
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

  mutating func tokens(_ name: String, otherwise: Int64? = nil) -> Int64? {
    guard let value = field(name) else {
      if otherwise == nil { add(.missing(name), at: name) }
      return otherwise
    }
    let written = value.numberText ?? value.string
    guard let count = Self.whole(written, in: 0...ScenarioReader.mostTokens) else {
      add(.badTokens(written ?? "this", most: ScenarioReader.mostTokens), at: name)
      return nil
    }
    return count
  }
}
