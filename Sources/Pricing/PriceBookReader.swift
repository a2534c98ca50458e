import JSONText
import Quantities
import Usage

/// Reads one price book file, collecting what is wrong with it.
///
/// It answers for the file alone; whether names and periods fit together, `PriceBookRules` says.
struct PriceBookReader {
  let file: Int
  /// Overlays are written by hand and may leave out where a price comes from.
  let isOverlay: Bool
  let problems: ProblemList
  /// Set by the file's head, before any of its days is read.
  private(set) var zone = DayZone()
  /// What statements may cite; nil in an overlay that lists nothing, where any id will do.
  private(set) var knownSources: [String]?

  init(file: Int, isOverlay: Bool, problems: ProblemList, zone: DayZone = DayZone()) {
    self.file = file
    self.isOverlay = isOverlay
    self.problems = problems
    self.zone = zone
  }

  /// The content of the file; nil where it is not recognisable as a price book.
  mutating func read() -> BookFile? {
    guard let root = document()?.root, let (fields, head) = head(root) else { return nil }
    var content = head
    let provider = content.provider
    content.references = references(fields)
    knownSources = fields["sources"] == nil && isOverlay ? nil : content.references.keys.sorted()
    content.models = fields.elements("models").compactMap { model($0, of: provider) }
    content.aliases = fields.elements("aliases").compactMap(alias)
    content.conflicts = fields.elements("conflicts").compactMap { conflict($0, of: provider) }
    content.contract = contract(fields, of: provider, models: content.models)
    return content
  }

  /// What the file says of itself; nil where it is not recognisable as a price book.
  mutating func head(_ root: JSONValue) -> (Fields, BookFile)? {
    guard let fields = fields(root, known: Self.topKeys) else { return nil }
    ["schema", "seller"].forEach(fields.require)
    // A contract may be nothing but discounts.
    if fields["contract"] == nil { fields.require("models") }
    guard let schema = fields.text("schema") else { return nil }
    guard schema == PriceBook.schema else {
      fields.add(.otherSchema(found: schema), at: "schema")
      return nil
    }
    requireInBase(
      ["version", "as_of", "currency", "day_zone", "sources", "aliases"], of: fields)
    readConventions(fields)
    guard let provider = provider(fields) else { return nil }

    var content = BookFile(provider: provider, index: file)
    content.place = fields.place
    content.zone = zone
    content.version = fields.text("version")
    content.asOf = fields.day("as_of")
    return (fields, content)
  }

  /// `$schema` is there for editors that check the file while it is written.
  private static let topKeys = [
    "$schema", "schema", "seller", "version", "as_of", "currency", "day_zone", "sources", "models",
    "aliases", "conflicts", "contract", "discounts",
  ]

  /// Nothing can be said about a file that is not JSON, beyond where reading stopped.
  private func document() -> JSONDocument? {
    let bytes = problems.files[file].bytes
    guard bytes.count <= PriceBookSource.limit else {
      problems.add(.tooLong(bytes.count), inFile: file)
      return nil
    }
    if let content = JSONError.otherContent(of: bytes) {
      problems.add(.otherContent(content), inFile: file)
      return nil
    }
    do throws(JSONError) {
      let document = try JSONDocument(parsing: bytes, valueLimit: PriceBookSource.valueLimit)
      problems.locator.keep(document, of: file)
      return document
    } catch {
      problems.add(
        .notJSON(explanation: error.explanation), inFile: file, byteOffset: error.byteOffset)
      return nil
    }
  }

  func fields(_ value: JSONValue, known: [String]) -> Fields? {
    Fields(value, in: file, known: known, problems: problems)
  }

  /// Reports fields that only an overlay may leave out.
  func requireInBase(_ names: [String], of fields: Fields) {
    if !isOverlay { names.forEach(fields.require) }
  }

  /// Currency and day zone: what the figures and the bare days of the file mean.
  private mutating func readConventions(_ fields: Fields) {
    if let currency = fields.text("currency"), currency != "USD" {
      fields.add(.otherCurrency(currency), at: "currency")
    }
    guard let text = fields.text("day_zone") else { return }
    guard let zone = DayZone(text) else { return fields.add(.badDayZone(text), at: "day_zone") }
    self.zone = zone
  }

  /// The seller; without one there is nothing to attach the file's statements to.
  private func provider(_ fields: Fields) -> Provider? {
    guard let name = fields.text("seller") else { return nil }
    guard let provider = Provider(name) else {
      fields.add(.badProvider(name), at: "seller")
      return nil
    }
    return provider
  }

  /// The pages and packages that statements cite by id.
  func references(_ fields: Fields) -> [String: BookReference] {
    guard let value = fields["sources"], let table = self.fields(value, known: []) else {
      return [:]
    }
    var references: [String: BookReference] = [:]
    for (id, value) in table.all {
      guard let source = self.fields(value, known: ["name", "address", "read"]) else { continue }
      source.require("name")
      references[id] = BookReference(
        id: id, name: source.text("name") ?? id, address: source.text("address"),
        read: source.text("read"))
    }
    return references
  }
}

/// The content of one file, its names not yet held against those of others.
struct BookFile {
  let provider: Provider
  let index: Int
  var place = BookPlace(file: 0, byteOffset: 0)
  var zone = DayZone()
  var version: String?
  var asOf: Day?
  var references: [String: BookReference] = [:]
  var models: [BookModel] = []
  var aliases: [ModelAlias] = []
  var conflicts: [PriceConflict] = []
  /// The contract that the prices belong to; nil where they are list prices.
  var contract: Contract?

  init(provider: Provider, index: Int) {
    self.provider = provider
    self.index = index
  }
}
