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
  private var knownSources: [String]?

  init(file: Int, isOverlay: Bool, problems: ProblemList) {
    self.file = file
    self.isOverlay = isOverlay
    self.problems = problems
  }

  /// The content of the file; nil where it is not recognisable as a price book.
  mutating func read() -> BookFile? {
    guard let root = document()?.root, let fields = fields(root, known: Self.topKeys) else {
      return nil
    }
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
    content.version = fields.text("version")
    content.asOf = fields.day("as_of")
    content.references = references(fields)
    knownSources = fields["sources"] == nil && isOverlay ? nil : content.references.keys.sorted()
    content.models = fields.elements("models").compactMap { model($0, of: provider) }
    content.aliases = fields.elements("aliases").compactMap(alias)
    content.contract = contract(fields, of: provider, models: content.models)
    return content
  }

  /// `$schema` is there for editors that check the file while it is written.
  private static let topKeys = [
    "$schema", "schema", "seller", "version", "as_of", "currency", "day_zone", "sources", "models",
    "aliases", "contract", "discounts",
  ]

  /// Nothing can be said about a file that is not JSON, beyond where reading stopped.
  private func document() -> JSONDocument? {
    do throws(JSONError) { return try JSONDocument(parsing: problems.files[file].bytes) } catch {
      problems.add(error, in: file)
      return nil
    }
  }

  func fields(_ value: JSONValue, known: [String]) -> Fields? {
    Fields(value, in: file, known: known, problems: problems)
  }

  /// Reports fields that only an overlay may leave out.
  private func requireInBase(_ names: [String], of fields: Fields) {
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
  private func references(_ fields: Fields) -> [String: BookReference] {
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

  /// A model with all that is said about it; current words about its end come first.
  private func model(_ value: JSONValue, of provider: Provider) -> BookModel? {
    let keys = ["model", "released", "prices", "lifecycle"]
    guard let fields = fields(value, known: keys) else { return nil }
    fields.require("model")
    requireInBase(["prices", "lifecycle"], of: fields)
    guard let name = fields.text("model") else { return nil }
    let lifecycles = fields.elements("lifecycle").compactMap { lifecycle($0, of: name) }
    return BookModel(
      name: name, released: fields.day("released"),
      statements: fields.elements("prices").compactMap { price($0, of: name, by: provider) },
      lifecycles: lifecycles.filter(\.isCurrent) + lifecycles.filter { !$0.isCurrent },
      place: fields.place, hasLifecycles: fields.has("lifecycle"))
  }

  /// A statement; nil where its unit or period is wrong, since it could then compete with anything.
  private func price(
    _ value: JSONValue, of model: String, by provider: Provider
  ) -> PriceStatement? {
    let keys = [
      "service_tier", "over_prompt_tokens", "from", "until", "per", "amounts", "status",
      "introductory", "known", "sources", "confidence", "note",
    ]
    guard let fields = fields(value, known: keys) else { return nil }
    ["per", "amounts"].forEach(fields.require)
    requireInBase(["service_tier", "status", "sources", "confidence"], of: fields)
    let tier = fields.word("service_tier", of: ServiceTier.self)
    let status = fields.word("status", of: PriceStatement.Status.self)
    guard let unit = fields.word("per", of: PriceUnit.self), let period = fields.period(zone: zone)
    else { return nil }
    return PriceStatement(
      provider: provider, model: model, serviceTier: tier ?? .standard,
      overPromptTokens: fields.tokens("over_prompt_tokens") ?? 0, period: period, unit: unit,
      amounts: amounts(fields, per: unit), status: status ?? .inForce,
      isIntroductory: fields.flag("introductory") ?? false, known: fields.day("known"),
      sources: sources(fields), confidence: fields.word("confidence") ?? .medium,
      note: fields.text("note"), place: fields.place)
  }

  /// What is said about a model's end; left out, `earliest_only` is false, a firm day.
  private func lifecycle(_ value: JSONValue, of model: String) -> Lifecycle? {
    let keys = [
      "mode", "day", "earliest_only", "status", "announced", "known", "successor", "sources",
      "confidence", "note",
    ]
    guard let fields = fields(value, known: keys) else { return nil }
    // "No day" is a statement too, and has to be made: "day": null.
    if !fields.has("day") { fields.require("day") }
    fields.require("mode")
    requireInBase(["earliest_only", "status", "sources", "confidence"], of: fields)
    let status = fields.word("status", of: LifecycleStatus.self)
    guard let mode = fields.word("mode", of: Lifecycle.Mode.self) else { return nil }
    let successor = fields.text("successor")
    if mode == .reroute, successor == nil { fields.add(.noSuccessor(model: model), at: "mode") }
    let day = fields.day("day")
    return Lifecycle(
      mode: mode, day: day, takesEffect: day.map(zone.start),
      isEarliestOnly: fields.flag("earliest_only") ?? false, isCurrent: status != .superseded,
      announced: fields.day("announced"), known: fields.day("known"), successor: successor,
      sources: sources(fields), confidence: fields.word("confidence") ?? .medium,
      note: fields.text("note"), place: fields.place)
  }

  /// A dated alias; whether its model exists is asked when all files have been read.
  private func alias(_ value: JSONValue) -> ModelAlias? {
    let keys = ["name", "model", "from", "until", "sources", "confidence", "note"]
    guard let fields = fields(value, known: keys) else { return nil }
    ["name", "model"].forEach(fields.require)
    requireInBase(["sources", "confidence"], of: fields)
    guard let name = fields.text("name"), let model = fields.text("model"),
      let period = fields.period(zone: zone)
    else { return nil }
    return ModelAlias(
      name: name, model: model, period: period, sources: sources(fields),
      confidence: fields.word("confidence") ?? .medium, note: fields.text("note"),
      place: fields.place)
  }

  /// The ids that a statement cites, each of which its file has to list.
  private func sources(_ fields: Fields) -> [String] {
    let ids = fields.texts("sources")
    guard let knownSources else { return ids }
    for id in ids where !knownSources.contains(id) {
      fields.add(.unknownSource(id, known: knownSources), at: "sources")
    }
    return ids
  }
}

/// Whether a lifecycle statement is what the seller says now.
private enum LifecycleStatus: String, CaseIterable {
  case current
  case superseded
}

/// The content of one file, its names not yet held against those of others.
struct BookFile {
  let provider: Provider
  let index: Int
  var place = BookPlace(file: 0, byteOffset: 0)
  var version: String?
  var asOf: Day?
  var references: [String: BookReference] = [:]
  var models: [BookModel] = []
  var aliases: [ModelAlias] = []
  /// The contract that the prices belong to; nil where they are list prices.
  var contract: Contract?

  init(provider: Provider, index: Int) {
    self.provider = provider
    self.index = index
  }
}
