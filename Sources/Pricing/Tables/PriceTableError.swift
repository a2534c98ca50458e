import JSONText

/// Why a file cannot be read as somebody's table of prices.
public struct PriceTableError: Error, Hashable, Sendable {
  /// The name of the file.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// What is wrong.
  public let kind: Kind

  /// What is wrong with a table.
  public enum Kind: Hashable, Sendable {
    /// The file is compressed, or a text in another encoding than UTF-8.
    case otherContent(String)
    /// The file is not JSON: cut off, `NaN`, nested without end.
    case notJSON(explanation: String, column: Int)
    /// A key stands in one object twice.
    case duplicateKey(String)
    /// The file is JSON of no kind that is known.
    case unrecognised
    /// The file is a table of another kind than was said.
    case otherKind(found: PriceTableKind, expected: PriceTableKind?)
    /// The file is a price file of our own.
    case isOurs
    /// A table in which no model has a price.
    case noPrices(PriceTableKind)
  }

  init(file: String, line: Int, kind: Kind) {
    self.file = file
    self.line = line
    self.kind = kind
  }

  init(_ error: JSONError, in source: PriceBookSource) {
    if let content = JSONError.otherContent(of: source.bytes) {
      self.init(file: source.name, line: 1, kind: .otherContent(content))
      return
    }
    let (line, column) = JSONError.place(of: error.byteOffset, in: source.bytes)
    self.init(
      file: source.name, line: line,
      kind: .notJSON(explanation: error.explanation, column: column))
  }
}

extension PriceTableError: CustomStringConvertible {
  /// Two lines: `FILE:LINE: what is wrong`, then the remedy.
  public var description: String { "\(file):\(line): \(explanation)\n\(remedy)" }

  /// What is wrong, in one line, lower case.
  public var explanation: String {
    switch kind {
    case .otherContent(let content): "this is \(content), not JSON in UTF-8"
    case .notJSON(let explanation, let column): "not JSON at column \(column): \(explanation)"
    case .duplicateKey(let name): "the key \(name) stands here a second time"
    case .unrecognised: "JSON, but no table of prices of a kind that is known"
    case .otherKind(let found, let expected?):
      "this is a table of \(found.rawValue), not of \(expected.rawValue)"
    case .otherKind(let found, nil): "this is a table of \(found.rawValue)"
    case .isOurs: "this is a price file of Tollbook's own"
    case .noPrices(let kind): "a table of \(kind.rawValue), but no model in it has a price"
    }
  }

  /// What to do about it, in one line.
  public var remedy: String {
    switch kind {
    case .otherContent: "Unpack the file, or save it as UTF-8."
    case .notJSON: "Fetch the file again; the place is where reading stopped."
    case .duplicateKey: "Fetch the file again: readers differ in which of the two they take."
    case .unrecognised:
      "Known: model_prices_and_context_window.json of litellm, data.json of genai-prices, "
        + "api.json of models.dev, data/*.json and current-v1.json of llm-prices."
    case .otherKind(let found, _): "Say --from \(found.rawValue), or leave --from out."
    case .isOurs: "Give it with --prices FILE; `tollbook prices compare --with FILE` compares it."
    case .noPrices: "Check that it is the whole file."
    }
  }
}
