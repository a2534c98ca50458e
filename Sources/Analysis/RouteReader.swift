import JSONText
import Quantities
import Usage

/// Reads a route file, and goes on after a mistake to find the next one.
extension Route {
  /// Reads a route from a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, UTF-8 JSON in the format `tollbook.route/1`.
  ///   - file: What errors call it.
  /// - Throws: Every mistake in it, with file, line and field.
  public init(parsing bytes: [UInt8], file: String) throws(RouteError) {
    var reader = RouteReader(file: file)
    let route = reader.read(bytes)
    guard let route, reader.problems.isEmpty else { throw RouteError(problems: reader.problems) }
    self = route
  }
}

/// The state of reading one file.
private struct RouteReader {
  let file: String
  var problems: [RouteProblem] = []

  static let fileKeys = ["schema", "name", "note", "rules", "default"]
  static let ruleKeys = ["name", "note", "when", "to"]
  /// More rules than this are a program, and every one is asked of every request.
  static let mostRules = 100

  init(file: String) { self.file = file }

  mutating func read(_ bytes: [UInt8]) -> Route? {
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONDocument(parsing: bytes).root
    } catch {
      let line = JSONError.place(of: error.byteOffset, in: bytes).line
      add(.notJSON(explanation: error.explanation), line: line, path: "")
      return nil
    }
    guard checkKeys(root, path: "", known: Self.fileKeys) else { return nil }
    checkSchema(root)
    let name = root["name"] == nil ? "route" : text(root, "name", path: "")
    // Reports name the usage as it is, and what no rule takes, in the same columns.
    if let name, name == ComparisonLine.todaysName {
      add(.takenName(name), line: root["name"]?.line ?? root.line, path: "name")
    }
    let rules = rules(root)
    let otherwise = target(root, "default", path: "")
    guard let name, let otherwise else { return nil }
    return Route(name: name, rules: rules, otherwise: otherwise)
  }

  private mutating func checkSchema(_ root: JSONValue) {
    guard let schema = root["schema"] else {
      return add(.missing("schema"), line: root.line, path: "")
    }
    guard schema.string != Route.schema else { return }
    let found = schema.string ?? schema.numberText ?? "something else"
    add(.otherSchema(found: found), line: schema.line, path: "schema")
  }

  private mutating func rules(_ root: JSONValue) -> [RouteRule] {
    guard let list = root["rules"] else {
      add(.missing("rules"), line: root.line, path: "")
      return []
    }
    guard list.kind == .array else {
      add(.wrongKind(expected: "an array of rules"), line: list.line, path: "rules")
      return []
    }
    if list.elements.isEmpty { add(.noRules, line: list.line, path: "rules") }
    guard list.elements.count <= Self.mostRules else {
      add(.tooManyRules(most: Self.mostRules), line: list.line, path: "rules")
      return []
    }
    var rules: [(rule: RouteRule, line: Int)] = []
    for (index, value) in list.elements.enumerated() {
      guard let rule = rule(value, path: "rules[\(index)]") else { continue }
      if let first = rules.first(where: { $0.rule.name == rule.name }) {
        add(
          .secondRule(rule.name, firstLine: first.line), line: value.line,
          path: "rules[\(index)].name")
      }
      // A share of users depends on the rule's name, so equal ones do not repeat each other.
      if rule.conditions.userShare == nil,
        let first = rules.first(where: { $0.rule.conditions == rule.conditions })
      {
        add(
          .sameConditions(as: first.rule.name), line: value.line, path: "rules[\(index)].when")
      }
      rules.append((rule, value.line))
    }
    return rules.map(\.rule)
  }

  private mutating func rule(_ value: JSONValue, path: String) -> RouteRule? {
    guard checkKeys(value, path: path, known: Self.ruleKeys) else { return nil }
    let name = text(value, "name", path: path)
    let target = target(value, "to", path: path)
    guard let when = value["when"] else {
      add(.missing("when"), line: value.line, path: path)
      return nil
    }
    guard checkKeys(when, path: "\(path).when", known: RouteConditionReader.keys) else {
      return nil
    }
    var reader = RouteConditionReader(value: when, path: "\(path).when", file: file)
    let conditions = reader.read()
    problems += reader.problems
    if let name, name == RouteRule.defaultName {
      add(.takenName(name), line: value["name"]?.line ?? value.line, path: "\(path).name")
    }
    guard let name, let target, reader.problems.isEmpty else { return nil }
    return RouteRule(name: name, conditions: conditions, target: target)
  }

  /// A target: a model's name, or the word for "where it went".
  private mutating func target(_ value: JSONValue, _ name: String, path: String) -> RouteTarget? {
    guard let word = text(value, name, path: path) else { return nil }
    return word == RouteTarget.staysWord ? .asRecorded : .model(word)
  }

  private mutating func text(_ value: JSONValue, _ name: String, path: String) -> String? {
    guard let field = value[name] else {
      add(.missing(name), line: value.line, path: path)
      return nil
    }
    guard let text = field.string, !text.isEmpty else {
      add(
        .wrongKind(expected: "a text that is not empty"), line: field.line,
        path: path.isEmpty ? name : "\(path).\(name)")
      return nil
    }
    return text
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

  private mutating func add(_ kind: RouteProblem.Kind, line: Int, path: String) {
    problems.append(RouteProblem(file: file, line: line, path: path, kind: kind))
  }
}
