/// What is wrong with the text of a map.
public enum ColumnMapError: Error, Hashable, Sendable {
  /// A part without an equals sign.
  case noEquals(String)
  /// A field that there is not.
  case unknownField(String)
  /// A field that is said twice.
  case repeated(String)
  /// A field without a column.
  case empty(String)
  /// A quote that has no end.
  case unclosedQuote(String)
  /// A setting, which no column can say.
  case needsConstant(String)
  /// A field that has to come from a column.
  case needsColumn(String)
  /// A constant that is none of the values there are.
  case badValue(String, String, expected: String)
  /// A map without a single count.
  case countsNothing
  /// Two fields that count the same tokens, of which one is part of another count and one beside it.
  case contradicting(String, String)

  /// What is wrong, lower case, without a full stop.
  public var message: String {
    switch self {
    case .noEquals(let part): "‘\(part)’ names no column"
    case .unknownField(let field): "there is no field ‘\(field)’"
    case .repeated(let field): "\(field) is mapped twice"
    case .empty(let field): "\(field) has no column"
    case .unclosedQuote(let field): "the quotes around the column of \(field) are not closed"
    case .needsConstant(let field): "\(field) is the same for every row"
    case .needsColumn(let field): "\(field) has to come from a column"
    case .badValue(let field, let value, let expected): "\(field):=\(value) is not \(expected)"
    case .countsNothing: "no column of it counts tokens"
    case .contradicting(let part, let beside): "\(part) and \(beside) count the same tokens"
    }
  }

  /// What to do next, as a sentence.
  public var nextStep: String {
    switch self {
    case .noEquals, .empty, .unclosedQuote, .countsNothing:
      "Write it as --map 'time=TIMESTAMP,model=Model,input=ContextTokens,output=GeneratedTokens'."
    case .unknownField:
      "The fields are "
        + (ColumnMap.fields.map(\.name) + ["label.NAME"] + ColumnMap.settings)
        .joined(separator: ", ") + "."
    case .repeated: "Name one column, or import twice with two maps."
    case .needsConstant(let field): "Write it with a colon, as \(field):=VALUE."
    case .needsColumn("time"):
      "Write it without a colon, as time=COLUMN; the same time for every row is said with --at."
    case .needsColumn(let field): "Write it without a colon, as \(field)=COLUMN."
    case .contradicting(let part, let beside):
      "Map \(part) where they are inside the count of all, or \(beside) where they stand beside it."
    case .badValue(let field, _, _): "Write \(field):= and one of these, or leave it out."
    }
  }
}
