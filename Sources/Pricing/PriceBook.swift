import Quantities
import Usage

/// Everything that is known about prices: dated statements, aliases and ends of models.
///
/// A value that never changes. The rules of its format have been checked when it was loaded, so
/// whoever reads it may rely on them: no two statements compete, every alias and re-route arrives
/// at a model that exists.
public struct PriceBook: Sendable {
  /// The files it was loaded from, base files first, overlays after them.
  ///
  /// Loading them again gives the same book; that is how a ledger keeps one.
  public let files: [PriceBookSource]
  /// How many of the files are base files.
  public let baseFileCount: Int
  /// The newest version of its base files, with "+overlay" where there are overlays: "2026-11-30".
  public let version: String
  /// The day up to which all of its base files claim to know.
  public let asOf: Day
  /// The prompt lengths beyond which some model has another price.
  public let contextThresholds: ContextThresholds
  /// The day whose knowledge the book holds; nil where it holds all that its files say.
  public let knownOn: Day?

  var sellers: [Provider: Seller]
  /// What is kept of each of `files`.
  let contents: [FileContent]
  /// The files whose contracts have been left out.
  var leftOut: Set<Int>

  /// Who sells, in order of name.
  public var providers: [Provider] { sellers.keys.sorted() }

  /// The models of a seller in the order of its file; empty for a seller without a book.
  public func models(of provider: Provider) -> [BookModel] {
    sellers[provider]?.models.all ?? []
  }

  /// The names of a seller's models in the order of its file; cheaper than the models themselves.
  public func modelNames(of provider: Provider) -> [String] {
    sellers[provider]?.models.names ?? []
  }

  /// A model by the very name its seller bills it under; nil for aliases and unknown names.
  public func model(_ name: String, of provider: Provider) -> BookModel? {
    sellers[provider]?.models[name]
  }

  /// The aliases of a seller in order of name, then of time.
  public func aliases(of provider: Provider) -> [ModelAlias] {
    guard let seller = sellers[provider] else { return [] }
    return seller.aliases.keys.sorted().flatMap { seller.aliases[$0] ?? [] }
  }

  /// The day up to which a seller's file claims to know; nil where only an overlay speaks of it.
  public func asOf(of provider: Provider) -> Day? { sellers[provider]?.asOf }

  /// What is said about the end of a model, current statements first.
  public func lifecycles(provider: Provider, model: String) -> [Lifecycle] {
    sellers[provider]?.models[model]?.lifecycles ?? []
  }

  /// What the seller says now about the end of a model: the first statement with a day, else the
  /// first; nil where nothing is said.
  public func currentLifecycle(provider: Provider, model: String) -> Lifecycle? {
    let current = lifecycles(provider: provider, model: model).filter(\.isCurrent)
    return current.first { $0.day != nil && $0.mode != .limitedAccess } ?? current.first
  }

  /// The prices of a model in other units than tokens: cache storage, searches, images.
  public func unitPrices(provider: Provider, model: String) -> [PriceStatement] {
    let statements = sellers[provider]?.models[model]?.statements ?? []
    return statements.filter { $0.unit != .millionTokens }
  }

  /// The statement that follows another one: of the same model, tier, band and unit, beginning where
  /// it ends; nil where it has no end or nothing follows.
  ///
  /// For an introductory price this is the rate that was announced with it.
  public func follower(of statement: PriceStatement) -> PriceStatement? {
    guard let end = statement.period.until else { return nil }
    let all = sellers[statement.provider]?.models[statement.model]?.statements ?? []
    let next = all.filter { $0.period.from == end && $0.concerns(statement) }
    return next.first { $0.status == .inForce } ?? next.first
  }

  /// What a statement was taken from.
  public func references(of statement: PriceStatement) -> [BookReference] {
    references(statement.sources, in: statement.place)
  }

  /// What a statement about a model's end was taken from.
  public func references(of lifecycle: Lifecycle) -> [BookReference] {
    references(lifecycle.sources, in: lifecycle.place)
  }

  /// Where the sources of a model contradict each other, and which of them the book follows.
  public func conflicts(provider: Provider, model: String) -> [PriceConflict] {
    guard sellers[provider]?.models.has(model) == true else { return [] }
    // Which reading is followed, and why, is what is known today.
    guard knownOn == nil else { return [] }
    return contents.flatMap(\.conflicts).filter { $0.provider == provider && $0.model == model }
  }

  /// What a reading was taken from.
  public func references(
    of reading: PriceConflict.Reading, in conflict: PriceConflict
  ) -> [BookReference] {
    references(reading.sources, in: conflict.place)
  }

  private func references(_ ids: [String], in place: BookPlace) -> [BookReference] {
    let references = contents[place.file].references
    return ids.compactMap { references[$0] }
  }
}

/// The statements of one seller, by name.
struct Seller: Sendable {
  let provider: Provider
  /// The file that spoke of it first, as an index into `PriceBook.files`.
  let firstFile: Int
  var version: String?
  var asOf: Day?
  var models = ModelTable()
  /// The aliases of each name, oldest first.
  var aliases: [String: [ModelAlias]] = [:]
  /// The contracts with it, in the order of their files.
  var contracts: [Contract] = []
  /// The prices of the contracts, by model; no list price is among them.
  var contractPrices: [String: [PriceStatement]] = [:]

  /// A seller of whom no file has spoken yet.
  init(provider: Provider, firstFile: Int) {
    self.provider = provider
    self.firstFile = firstFile
  }

  /// A seller of whom one file speaks, which has been checked.
  init(_ file: CheckedFile) {
    self.init(provider: file.provider, firstFile: file.head.index)
    version = file.head.version
    asOf = file.head.asOf
    models = ModelTable(of: file)
    lay(file.aliases, from: file.head.index)
  }
}
