import JSONText
import Quantities
import Usage

/// Reads the conditions of one rule of a route.
struct RouteConditionReader {
  let fields: InputFields

  /// The conditions that have names of their own; any other label stands under `labels`.
  static let labelKeys = ["language", Labels.feature, Labels.platform, Labels.appVersion]
  static let keys =
    ["prompt_tokens", "output_tokens"] + labelKeys + ["labels", "model", "user_share"]
  static let boundKeys = ["over", "at_least", "at_most", "below"]

  /// The conditions; nil where there is a mistake in them.
  func read() -> RouteConditions? {
    let known = fields.file.problems.count
    guard fields.isObject(known: Self.keys) else { return nil }
    var labels: [RouteConditions.Label] = []
    for name in Self.labelKeys where fields.has(name) {
      labels.append(RouteConditions.Label(name: name, values: fields.texts(name)))
    }
    labels += otherLabels(besides: labels.map(\.name))
    let conditions = RouteConditions(
      promptTokens: range("prompt_tokens"), outputTokens: range("output_tokens"), labels: labels,
      models: fields.texts("model"), userShare: share())
    let areThere = Self.keys.contains { fields.has($0) }
    if !areThere, fields.file.problems.count == known { fields.add(.route(.noCondition)) }
    return fields.file.problems.count == known ? conditions : nil
  }

  private func otherLabels(besides known: [String]) -> [RouteConditions.Label] {
    guard let value = fields.field("labels") else { return [] }
    let inner = fields.inner(value, at: fields.path(of: "labels"))
    guard inner.isObject(known: nil, expected: "an object of labels") else { return [] }
    if value.members.isEmpty { inner.add(.route(.noCondition)) }
    return value.members.map { member in
      if member.name.isEmpty { inner.add(.route(.namelessLabel), line: member.key.line) }
      if known.contains(member.name) {
        inner.add(.field(.duplicateKey(member.name)), line: member.key.line)
      }
      // A label that is null would be a condition that nobody sees.
      if !inner.has(member.name) { inner.addMissing(member.name) }
      return RouteConditions.Label(name: member.name, values: inner.texts(member.name))
    }
  }

  /// Bounds on a number of tokens: at most one from below and one from above.
  private func range(_ name: String) -> ClosedRange<Int64>? {
    guard let value = fields.field(name) else { return nil }
    let inner = fields.inner(value, at: fields.path(of: name))
    guard inner.isObject(known: Self.boundKeys, expected: "an object of bounds") else {
      return nil
    }
    func bound(_ name: String) -> Int64? { inner.has(name) ? inner.tokens(name) : nil }
    let (over, atLeast) = (bound("over"), bound("at_least"))
    let (atMost, below) = (bound("at_most"), bound("below"))
    if over != nil, atLeast != nil { inner.add(.route(.twoBounds("over", "at_least"))) }
    if atMost != nil, below != nil { inner.add(.route(.twoBounds("at_most", "below"))) }
    if !Self.boundKeys.contains(where: inner.has) { inner.add(.route(.noBound)) }
    let low = over.map { $0 + 1 } ?? atLeast ?? 0
    let high = atMost ?? below.map { $0 - 1 } ?? .max
    guard low <= high else {
      inner.add(.route(.emptyRange))
      return nil
    }
    return low...high
  }

  private func share() -> DecimalFactor? {
    guard let field = fields.field("user_share") else { return nil }
    let written = field.numberText ?? field.string
    guard let text = written, let share = DecimalFactor(text), share > .zero, share <= .hundred
    else {
      fields.add(.route(.badShare(written ?? "this")), at: "user_share")
      return nil
    }
    return share
  }
}
