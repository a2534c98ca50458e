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
  /// Whether the statements are to be laid over the book, rather than compared with it.
  ///
  /// Then what is not plausible is refused, and what the book knows is kept where the table knows
  /// nothing. A comparison wants neither.
  let isForLaying: Bool

  /// What the table says of one seller.
  func convert(_ provider: Provider) -> ConvertedTable {
    var models = conversions(of: provider)
    for index in models.indices { models[index].finish() }
    return ConvertedTable(
      provider: provider, models: models.map(\.model).filter { !$0.statements.isEmpty },
      remarks: table.remarks.filter { $0.provider == provider } + models.flatMap(\.remarks))
  }

  /// One conversion for each model, every entry that names it gathered.
  private func conversions(of provider: Provider) -> [ModelConversion] {
    var models: [ModelConversion] = []
    var indices: [String: Int] = [:]
    for entry in table.entries where entry.provider == provider && !entry.figures.isEmpty {
      let index = indices[entry.model] ?? models.count
      if index == models.count {
        indices[entry.model] = index
        models.append(ModelConversion(entry, in: self))
      }
      models[index].gather(entry)
    }
    return models
  }

  /// Names that the book has as other names now: prices under them would never be looked at.
  func aliasTarget(_ name: String, of provider: Provider) -> String? {
    book.aliases(of: provider).first { $0.name == name && $0.period.contains(now) }?.model
  }
}

/// What became of a table's entries for one seller.
struct ConvertedTable: Sendable {
  let provider: Provider
  /// The models with a price, in the order of the table.
  var models: [ConvertedModel]
  /// What did not become a price.
  let remarks: [TableRemark]
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
