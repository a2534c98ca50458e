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
  public init(parsing bytes: [UInt8], file: String) throws(InputFileError) {
    let file = InputFile(file, .route)
    let route = file.root(bytes).flatMap { RouteReader(root: $0).read() }
    try file.problems.check()
    guard let route else { throw InputFileError(problems: []) }
    self = route
  }
}

/// Reads the fields of one file.
private struct RouteReader {
  let root: InputFields

  static let fileKeys = ["schema", "name", "note", "rules", "default"]
  static let ruleKeys = ["name", "note", "when", "to"]
  /// More rules than this are a program, and every one is asked of every request.
  static let mostRules = 100

  /// A rule with the place of its target.
  private struct Read {
    let rule: RouteRule
    let line: Int
    let target: FilePlace
  }

  func read() -> Route? {
    guard root.isObject(known: Self.fileKeys) else { return nil }
    root.checkSchema()
    let name = root.has("name") ? root.text("name") : "route"
    // Reports name the usage as it is, and what no rule takes, in the same columns.
    if let name, name == ComparisonLine.todaysName {
      root.add(.route(.takenName(name)), at: "name")
    }
    let rules = rules()
    guard root.has("default") else {
      root.add(.route(.noDefault), at: "default")
      return nil
    }
    let otherwise = target(root, "default")
    guard let name, let otherwise else { return nil }
    var route = Route(name: name, rules: rules.map(\.rule), otherwise: otherwise)
    route.places = Route.Places(
      name: root.place(of: "name"), rules: rules.map(\.target),
      otherwise: root.place(of: "default"))
    return route
  }

  private func rules() -> [Read] {
    guard let list = root.array("rules", of: "rules", empty: .route(.noRules)) else { return [] }
    guard list.count <= Self.mostRules else {
      root.add(.route(.tooManyRules(most: Self.mostRules)), at: "rules")
      return []
    }
    var rules: [Read] = []
    for (index, value) in list.enumerated() {
      let fields = root.inner(value, at: "rules[\(index)]")
      guard let rule = rule(fields) else { continue }
      if let first = rules.first(where: { $0.rule.name == rule.name }) {
        fields.add(
          .field(.second("rule", named: rule.name, firstLine: first.line)), at: "name")
      }
      // A share of users depends on the rule's name, so equal ones do not repeat each other.
      if rule.conditions.userShare == nil,
        let first = rules.first(where: { $0.rule.conditions == rule.conditions })
      {
        fields.add(.route(.sameConditions(as: first.rule.name)), at: "when")
      }
      rules.append(Read(rule: rule, line: value.line, target: fields.place(of: "to")))
    }
    return rules
  }

  private func rule(_ fields: InputFields) -> RouteRule? {
    guard fields.isObject(known: Self.ruleKeys) else { return nil }
    let name = fields.text("name")
    let target = target(fields, "to")
    if let name, name == RouteRule.defaultName {
      fields.add(.route(.takenName(name)), at: "name")
    }
    guard let when = fields.field("when") else {
      fields.addMissing("when")
      return nil
    }
    let reader = RouteConditionReader(fields: fields.inner(when, at: fields.path(of: "when")))
    guard let conditions = reader.read(), let name, let target else { return nil }
    return RouteRule(name: name, conditions: conditions, target: target)
  }

  /// A target: a model's name, or the word for "where it went".
  private func target(_ fields: InputFields, _ name: String) -> RouteTarget? {
    fields.text(name).map { $0 == RouteTarget.staysWord ? .asRecorded : .model($0) }
  }
}
