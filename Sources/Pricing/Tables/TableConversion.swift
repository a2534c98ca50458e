import Quantities
import Usage

/// Turns a table's entries into statements of ours.
///
/// What the table does not say is not made up: a meter it has no price for has none, a tier it
/// leaves out is left out. What it has said and cannot be used keeps its meter from being swept up
/// by a family: `{ "input": "0.30" }` without its `audio_input` prices audio as text.
struct TableConversion {
  let table: PriceTable
  /// The book that the statements will be laid over.
  let book: PriceBook
  /// What counts as now.
  let now: Instant
  /// Since when a price counts that the table dates neither at its start nor at its end; nil for
  /// always.
  let since: Instant?
  /// Whether figures that are not plausible are refused; a comparison wants to see them.
  let refuses: Bool

  /// What the table says of one seller.
  func convert(_ provider: Provider) -> ConvertedTable {
    var converted = ConvertedTable(
      provider: provider, remarks: table.remarks.filter { $0.provider == provider })
    var order: [String] = []
    var entries: [String: [TableEntry]] = [:]
    for entry in table.entries where entry.provider == provider && !entry.figures.isEmpty {
      if entries[entry.model] == nil { order.append(entry.model) }
      entries[entry.model, default: []].append(entry)
    }
    let names = aliases(of: provider)
    for model in order {
      guard let found = entries[model], let first = found.first else { continue }
      if refuses, let alias = names[model] {
        converted.remarks.append(
          TableRemark(
            provider: provider, model: model, key: first.name, text: nil,
            reason: .aliasInBook(of: alias)))
        continue
      }
      var conversion = ModelConversion(first, in: self)
      for entry in found { conversion.gather(entry) }
      conversion.finish()
      converted.remarks += conversion.remarks
      converted.models.append(conversion.model)
    }
    converted.models.removeAll(where: \.statements.isEmpty)
    return converted
  }

  /// Names that the book has as other names now: prices under them would never be looked at.
  private func aliases(of provider: Provider) -> [String: String] {
    let names = book.aliases(of: provider).filter { $0.period.contains(now) }
    return Dictionary(names.map { ($0.name, $0.model) }) { first, _ in first }
  }
}

/// What became of a table's entries for one seller.
struct ConvertedTable: Sendable {
  let provider: Provider
  /// The models with a price, in the order of the table.
  var models: [ConvertedModel] = []
  /// What did not become a price.
  var remarks: [TableRemark] = []
}

/// A model with its statements, oldest first.
struct ConvertedModel: Sendable {
  let name: String
  /// The entry's name in the table.
  let entry: String
  var statements: [ConvertedStatement] = []
}

/// One statement, as a price file has it.
struct ConvertedStatement: Sendable {
  var slot: TableSlot
  let amounts: [Amount]

  /// A name and its price; nil where there is one that is not known.
  struct Amount: Hashable, Sendable {
    let name: String
    let price: UnitPrice?
  }
}
