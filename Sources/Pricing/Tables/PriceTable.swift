import JSONText
import Quantities
import Usage

/// Somebody else's table of prices, read: what each of its entries says, in our words.
///
/// Nothing has been judged yet. What could not be said in our words stands in `remarks`; whether a
/// figure is believable, `TableConversion` asks.
public struct PriceTable: Sendable {
  /// Whose table it is.
  public let kind: PriceTableKind
  /// The entries in the order of the file.
  let entries: [TableEntry]
  /// What could not be expressed.
  let remarks: [TableRemark]

  /// Who sells, in order of name.
  public var providers: [Provider] { Set(entries.map(\.provider)).sorted() }

  /// The seller of a name, be it ours or the table's own; nil where the table has none of it.
  public func provider(named name: String) -> Provider? {
    let meant = kind == .litellm ? TableSellers.litellm(name) : TableSellers.common(name)
    return providers.first { $0.name == name } ?? providers.first { $0 == meant }
  }
}

/// What a table says about one model of one seller.
struct TableEntry: Sendable {
  /// Who sells it, by our name.
  let provider: Provider
  /// The model as requests name it.
  let model: String
  /// The entry's name in the table: `gemini/gemini-2.5-pro`.
  let name: String
  /// Whether another entry says the same under the table's own name, remarks included.
  var isOtherName = false
  /// Its prices in the order of the file.
  var figures: [TableFigure] = []
}

/// One price of a table.
struct TableFigure: Sendable {
  /// The table's key: `input_cost_per_token_above_200k_tokens`.
  let key: String
  /// A meter, a meter family, or for other units than tokens a name such as `image_output`.
  let name: String
  /// What it is the price of.
  let slot: TableSlot
  /// The price of one unit; nil where the table has one that cannot be used, which keeps it from
  /// being taken for another one's.
  let price: UnitPrice?
  /// The figure as written.
  let text: String
}

extension TableFigure {
  /// The same figure for another tier, band or time.
  func of(_ slot: TableSlot) -> TableFigure {
    TableFigure(key: key, name: name, slot: slot, price: price, text: text)
  }
}

/// Everything beside model and meter that selects a price.
struct TableSlot: Hashable, Sendable {
  var tier = ServiceTier.standard
  var over: TokenCount = 0
  /// `.always` where the table names no day: that says what holds now, not since when.
  var period = Period.always
  var unit = PriceUnit.millionTokens
}

extension PriceTable {
  /// Reads a table.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - kind: Whose table it is; nil to find out by its shape.
  /// - Returns: Its entries.
  /// - Throws: What makes the file as a whole unusable. A single figure never does.
  public static func read(
    _ source: PriceBookSource, as kind: PriceTableKind? = nil
  ) throws(PriceTableError) -> PriceTable {
    func failure(_ kind: PriceTableError.Kind, at value: JSONValue? = nil) -> PriceTableError {
      PriceTableError(file: source.name, line: value?.line ?? 1, kind: kind)
    }
    let root: JSONValue
    do throws(JSONError) { root = try JSONDocument(parsing: source.bytes).root } catch {
      throw PriceTableError(error, in: source)
    }
    let found = PriceTableKind(recognising: root)
    guard let found, found == kind ?? found else {
      throw failure(found.map { .otherKind(found: $0, expected: kind) } ?? .unrecognised)
    }
    guard found != .tollbook else { throw failure(.isOurs) }
    if let key = root.repeatedKey { throw failure(.duplicateKey(key.string ?? ""), at: key) }
    let reading =
      switch found {
      case .litellm: LiteLLMTable.read(root)
      case .genaiPrices: GenAIPricesTable.read(root)
      case .modelsDev: ModelsDevTable.read(root)
      case .llmPrices, .tollbook: LLMPricesTable.read(root)
      }
    guard reading.entries.contains(where: { !$0.figures.isEmpty }) else {
      throw failure(.noPrices(found))
    }
    return PriceTable(kind: found, entries: reading.entries, remarks: reading.remarks)
  }
}

extension JSONValue {
  /// A key anywhere in the value that stands in its object a second time.
  ///
  /// Readers differ in which of the two they take, so a table with one says two things at once.
  fileprivate var repeatedKey: JSONValue? {
    if let duplicate = duplicateKey { return duplicate.key }
    // Depth is limited by the parser, so this recursion is too.
    for member in members {
      if let key = member.value.repeatedKey { return key }
    }
    for element in elements {
      if let key = element.repeatedKey { return key }
    }
    return nil
  }
}
