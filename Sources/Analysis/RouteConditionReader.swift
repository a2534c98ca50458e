import JSONText
import Quantities
import Usage

/// Reads the conditions of one rule of a route.
struct RouteConditionReader {
  let value: JSONValue
  let path: String
  let file: String
  var problems: [RouteProblem] = []

  /// The conditions that have names of their own; any other label stands under `labels`.
  static let labelKeys = ["language", Labels.feature, Labels.platform, Labels.appVersion]
  static let keys =
    ["prompt_tokens", "output_tokens"] + labelKeys + ["labels", "model", "user_share"]
  static let boundKeys = ["over", "at_least", "at_most", "below"]

  init(value: JSONValue, path: String, file: String) {
    self.value = value
    self.path = path
    self.file = file
  }

  mutating func read() -> RouteConditions {
    var labels: [RouteConditions.Label] = []
    for name in Self.labelKeys {
      guard let field = value[name] else { continue }
      let values = texts(field, path: "\(path).\(name)")
      labels.append(RouteConditions.Label(name: name, values: values))
    }
    labels += otherLabels(besides: labels.map(\.name))
    let conditions = RouteConditions(
      promptTokens: range("prompt_tokens"), outputTokens: range("output_tokens"), labels: labels,
      models: value["model"].map { texts($0, path: "\(path).model") } ?? [],
      userShare: share())
    if value.members.isEmpty { add(.noCondition, line: value.line, path: path) }
    return conditions
  }

  private mutating func otherLabels(besides known: [String]) -> [RouteConditions.Label] {
    guard let field = value["labels"] else { return [] }
    let place = "\(path).labels"
    guard field.kind == .object else {
      add(.wrongKind(expected: "an object of labels"), line: field.line, path: place)
      return []
    }
    if let second = field.duplicateKey {
      add(.duplicateKey(second.name), line: second.key.line, path: place)
    }
    if field.members.isEmpty { add(.noCondition, line: field.line, path: place) }
    return field.members.map { member in
      if known.contains(member.name) {
        add(.duplicateKey(member.name), line: member.key.line, path: place)
      }
      return RouteConditions.Label(
        name: member.name, values: texts(member.value, path: "\(place).\(member.name)"))
    }
  }

  /// One text, or an array of texts of which a request has to have one.
  private mutating func texts(_ field: JSONValue, path: String) -> [String] {
    let elements = field.kind == .array ? field.elements : [field]
    let texts = elements.compactMap(\.string).filter { !$0.isEmpty }
    guard !texts.isEmpty, texts.count == elements.count else {
      add(
        .wrongKind(expected: "a text, or an array of texts that are not empty"), line: field.line,
        path: path)
      return []
    }
    return texts
  }

  /// Bounds on a number of tokens: at most one from below and one from above.
  private mutating func range(_ name: String) -> ClosedRange<Int64>? {
    guard let field = value[name] else { return nil }
    let place = "\(path).\(name)"
    guard field.kind == .object else {
      add(.wrongKind(expected: "an object of bounds"), line: field.line, path: place)
      return nil
    }
    if let second = field.duplicateKey {
      add(.duplicateKey(second.name), line: second.key.line, path: place)
    }
    for member in field.members where !Self.boundKeys.contains(member.name) {
      add(.unknownKey(member.name, known: Self.boundKeys), line: member.key.line, path: place)
    }
    let over = tokens(field, "over", place)
    let atLeast = tokens(field, "at_least", place)
    let atMost = tokens(field, "at_most", place)
    let below = tokens(field, "below", place)
    if over != nil, atLeast != nil {
      add(.twoBounds("over", "at_least"), line: field.line, path: place)
    }
    if atMost != nil, below != nil {
      add(.twoBounds("at_most", "below"), line: field.line, path: place)
    }
    if field.members.isEmpty { add(.noBound, line: field.line, path: place) }
    let low = over.map { $0 + 1 } ?? atLeast ?? 0
    let high = atMost ?? below.map { $0 - 1 } ?? .max
    guard low <= high else {
      add(.emptyRange, line: field.line, path: place)
      return nil
    }
    return low...high
  }

  private mutating func tokens(_ field: JSONValue, _ name: String, _ place: String) -> Int64? {
    guard let bound = field[name] else { return nil }
    let written = bound.numberText ?? bound.string
    guard let text = written, let count = Int64(text), text.utf8.first != UInt8(ascii: "+"),
      (0...RouteConditions.mostTokens).contains(count)
    else {
      add(
        .badTokens(written ?? "this", most: RouteConditions.mostTokens), line: bound.line,
        path: "\(place).\(name)")
      return nil
    }
    return count
  }

  private mutating func share() -> DecimalFactor? {
    guard let field = value["user_share"] else { return nil }
    let written = field.numberText ?? field.string
    guard let text = written, let share = DecimalFactor(text), share > .zero, share <= .hundred
    else {
      add(.badShare(written ?? "this"), line: field.line, path: "\(path).user_share")
      return nil
    }
    return share
  }

  private mutating func add(_ kind: RouteProblem.Kind, line: Int, path: String) {
    problems.append(RouteProblem(file: file, line: line, path: path, kind: kind))
  }
}
