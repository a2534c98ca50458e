import Quantities
import Usage

/// Reading the text of a map.
extension ColumnMap {
  /// Reads a map.
  ///
  /// - Parameters:
  ///   - text: `FIELD=COLUMN` and `FIELD:=VALUE`, separated by commas.
  ///   - zone: The time zone of times that name none, unless the map has a `time_zone`.
  ///   - namedZone: Finds the zone of a `time_zone`; nil for a name that is none.
  /// - Throws: What is wrong with the text, with the names that would have been right.
  public init(
    _ text: String, zone: TimeZoneRules = .utc,
    namedZone: (String) -> TimeZoneRules? = { _ in nil }
  ) throws(ColumnMapError) {
    var columns: [(field: Field, path: ColumnPath)] = []
    var constants = Constants()
    constants.time.zone = zone
    var seen: Set<String> = []
    for item in try ColumnMap.items(of: text) {
      guard seen.insert(item.field).inserted else { throw .repeated(item.field) }
      if item.isConstant {
        try constants.take(item.field, item.value, namedZone)
      } else {
        columns.append((try ColumnMap.columnField(item.field), ColumnPath(item.value)))
      }
    }
    guard columns.contains(where: { $0.field.isCount }) else { throw .countsNothing }
    for (part, beside) in [("cached", "cache_read"), ("reasoning", "thinking")]
    where seen.isSuperset(of: [part, beside]) {
      throw .contradicting(part, beside)
    }
    description = text
    self.columns = columns
    self.constants = constants
    said = seen
  }

  /// Whether a text is a map, and not the name under which one is kept.
  public static func isMap(_ text: String) -> Bool { text.contains("=") }

  private static func columnField(_ name: String) throws(ColumnMapError) -> Field {
    if let known = fields.first(where: { $0.name == name }) { return known.field }
    if let label = labelName(name) { return .label(label) }
    if settings.contains(name) { throw .needsConstant(name) }
    throw .unknownField(name)
  }

  /// The label of `label.NAME`; nil for anything else.
  static func labelName(_ name: String) -> String? {
    guard name.hasPrefix("label."), name.count > "label.".count else { return nil }
    return String(name.dropFirst("label.".count))
  }

  // MARK: The grammar

  private struct Item {
    var field: String
    var isConstant: Bool
    var value: String
  }

  private static func items(of text: String) throws(ColumnMapError) -> [Item] {
    var items: [Item] = []
    var rest = Array(text.unicodeScalars)[...]
    while true {
      skipSpace(&rest)
      guard !rest.isEmpty else { return items }
      items.append(try item(&rest))
    }
  }

  private static func item(
    _ rest: inout ArraySlice<Unicode.Scalar>
  ) throws(ColumnMapError) -> Item {
    guard let equals = rest.firstIndex(of: "="), !rest[..<equals].contains(",") else {
      throw .noEquals(string(rest.prefix { $0 != "," }))
    }
    var name = rest[..<equals]
    let isConstant = name.last == ":"
    if isConstant { name = name.dropLast() }
    let field = trimmed(name)
    rest = rest[(equals + 1)...]
    skipSpace(&rest)
    let value = try value(&rest, of: field)
    guard !value.isEmpty else { throw .empty(field) }
    return Item(field: field, isConstant: isConstant, value: value)
  }

  /// The value up to the next comma, or in quotes.
  private static func value(
    _ rest: inout ArraySlice<Unicode.Scalar>, of field: String
  ) throws(ColumnMapError) -> String {
    guard rest.first == "\"" else {
      let value = rest.prefix { $0 != "," }
      rest = rest[value.endIndex...].dropFirst()
      return trimmed(value)
    }
    let inside = rest.dropFirst()
    guard let end = inside.firstIndex(of: "\"") else { throw .unclosedQuote(field) }
    rest = rest[(end + 1)...]
    skipSpace(&rest)
    guard rest.isEmpty || rest.first == "," else { throw .unclosedQuote(field) }
    rest = rest.dropFirst()
    return string(inside[..<end])
  }

  private static func skipSpace(_ rest: inout ArraySlice<Unicode.Scalar>) {
    rest = rest.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
  }

  private static func trimmed(_ text: ArraySlice<Unicode.Scalar>) -> String {
    var text = text.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
    while text.last == " " || text.last == "\n" || text.last == "\t" { text = text.dropLast() }
    return string(text)
  }

  private static func string(_ text: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(text))
  }
}

extension ColumnMap.Constants {
  fileprivate mutating func take(
    _ field: String, _ value: String, _ namedZone: (String) -> TimeZoneRules?
  ) throws(ColumnMapError) {
    switch field {
    case "model": model = FieldReading.modelName(value)
    case "model_version": reportedModel = FieldReading.modelName(value)
    case "user": user = value
    case "provider":
      guard let found = Provider(notedAs: value) else {
        throw .badValue(field, value, expected: "a seller's name such as openai")
      }
      provider = found
    case "tier":
      guard let found = ServiceTier(vendorWord: value) else {
        throw .badValue(field, value, expected: "standard, batch, flex, priority, fast or free")
      }
      serviceTier = found
    case "input_excludes_cache":
      guard let found = ["yes": true, "no": false][value] else {
        throw .badValue(field, value, expected: "yes or no")
      }
      inputExcludesCache = found
    case "time_zone":
      guard let found = value == "UTC" ? .utc : namedZone(value) else {
        throw .badValue(field, value, expected: "a time zone such as Europe/Berlin")
      }
      time.zone = found
    case "time_base":
      guard let found = Instant(iso8601: value) else {
        throw .badValue(field, value, expected: "a time such as 2026-11-30T12:00:00Z")
      }
      time.base = found
    case "time_unit":
      guard let found = TimeReading.Unit(rawValue: value) else {
        throw .badValue(field, value, expected: TimeReading.Unit.words)
      }
      time.unit = found
    case "feature", "app_version", "platform": labels[field] = value
    default:
      if let label = ColumnMap.labelName(field) {
        labels[label] = value
      } else if ColumnMap.fields.contains(where: { $0.name == field }) {
        throw .needsColumn(field)
      } else {
        throw .unknownField(field)
      }
    }
  }
}
