import Pricing
import Quantities
import Reports
import Usage

/// Somebody else's table of prices, about to be taken over into price files of our own.
package struct PriceTableImport: Sendable {
  /// The price files, one a seller, those without a price left out.
  package let overlays: [PriceTable.Overlay]
  private let table: PriceTable
  private let source: PriceBookSource
  private let questions: PriceQuestions
  private let isDated: Bool

  /// What a user asks of an import.
  package struct Request: Sendable {
    /// Whose table it is; nil to find out by its shape.
    package var kind: PriceTableKind?
    /// The sellers, by our names; empty for all.
    package var sellers: [String] = []
    /// Since when prices without a day count; nil for today.
    package var since: Instant?
    /// Whether to leave out the models that the book has a price for.
    package var isOnlyMissing = false

    package init() {}
  }

  /// Reads a table.
  ///
  /// - Throws: An error about the file if it is no table or has no price that can be used, one about
  ///   the request if it asks for sellers that the table does not have.
  package init(
    _ source: PriceBookSource, _ request: Request, _ questions: PriceQuestions
  ) throws(TollbookError) {
    do throws(PriceTableError) {
      table = try PriceTable.read(source, as: request.kind)
    } catch {
      throw TollbookError(error)
    }
    self.source = source
    self.questions = questions
    isDated = request.since != nil
    let today = questions.zone.day(of: questions.now)
    var taking = PriceTable.Taking(
      now: questions.now, today: today, since: request.since ?? today.startUTC)
    taking.isOnlyMissing = request.isOnlyMissing
    let (table, book) = (table, questions.book)
    let providers = try Self.providers(of: table, named: request.sellers, book)
    overlays = providers.map { table.overlay(of: $0, over: book, from: source, taking) }
    guard overlays.contains(where: { $0.text != nil }) else { throw nothingUsable }
    for overlay in overlays { try check(overlay) }
  }

  private static func providers(
    of table: PriceTable, named names: [String], _ book: PriceBook
  ) throws(TollbookError) -> [Provider] {
    guard !names.isEmpty else { return table.providers }
    var providers: [Provider] = []
    for name in names {
      guard let provider = table.provider(named: name) else {
        throw TollbookError(
          .usage, "--seller \(name): the table has no prices of this seller",
          next: "It has \(list(table.providers, book)).")
      }
      if !providers.contains(provider) { providers.append(provider) }
    }
    return providers
  }

  /// The names of sellers, as many as a line holds, those first that the book has too.
  private static func list(_ providers: [Provider], _ book: PriceBook) -> String {
    let known = providers.filter(book.providers.contains)
    let all = known + providers.filter { !known.contains($0) }
    let names = all.prefix(12).map(\.name).joined(separator: ", ")
    return all.count > 12 ? "\(names) and \(all.count - 12) more" : names
  }

  /// Not one price is left: the first reasons say more than an empty file would.
  private var nothingUsable: TollbookError {
    let remarks = overlays.flatMap(\.remarks)
    guard let first = remarks.first(where: \.isRefusal) ?? remarks.first else {
      return TollbookError(
        .inputData, "\(source.name): the book has a price for every model of this table",
        next: "Leave --only-missing out to take its prices all the same.")
    }
    let figure = first.text.map { " \($0)" } ?? ""
    let others = remarks.count > 1 ? ", and \(remarks.count - 1) more like it" : ""
    return TollbookError(
      .inputData,
      "\(source.name): no price of this table can be used: \(first.model): \(first.key)\(figure): "
        + first.explanation + others,
      next: "Check that it is the file you mean; `tollbook prices compare --with` shows its "
        + "figures.")
  }

  /// What was made of a table has to load, whatever is in the table.
  private func check(_ overlay: PriceTable.Overlay) throws(TollbookError) {
    guard let text = overlay.text else { return }
    let (book, file) = (questions.book, PriceBookSource(name: "overlay", bytes: Array(text.utf8)))
    do throws(PriceBookError) {
      _ = try PriceBook.load(
        Array(book.files.prefix(book.baseFileCount)),
        overlays: Array(book.files.dropFirst(book.baseFileCount)) + [file])
    } catch {
      throw TollbookError(
        .internalFault, "\(source.name): what was made of it is no price file: \(error)",
        next: "This is a fault of Tollbook's: please report it with the table.")
    }
  }

  /// The listing of what was taken over and what not; `paths` says where each file was written.
  package func report(_ paths: [Provider: String]) -> Report {
    var notes: [String] = []
    if !isDated {
      let today = questions.zone.day(of: questions.now)
      notes.append(
        "prices without a day count from \(today) on: a table says what holds now; --since DAY "
          + "lets them reach back")
    }
    return .priceImport(
      overlays.map { ($0, paths[$0.provider]) }, from: source.name, kind: table.kind,
      scope: questions.scopeToday, notes: notes)
  }

  /// How many figures were refused, and how many could not be expressed.
  package var remarkCounts: (refused: Int, notExpressed: Int) {
    let remarks = overlays.flatMap(\.remarks)
    let refused = remarks.count(where: \.isRefusal)
    return (refused, remarks.count - refused)
  }
}

/// Writing the price files.
extension PriceTableImport {
  /// The text of the only file.
  ///
  /// - Throws: A usage error where there are several: a price file holds one seller.
  package func onlyText() throws(TollbookError) -> String {
    let texts = overlays.compactMap(\.text)
    guard texts.count == 1, let text = texts.first else {
      let providers = overlays.filter { $0.text != nil }.map(\.provider)
      throw TollbookError(
        .usage, "the table has prices of \(texts.count) sellers, and a price file holds one",
        next: "Choose with --seller NAME, or name a folder with --output FOLDER/: "
          + "\(Self.list(providers, questions.book)).")
    }
    return text
  }

  /// Writes the files: one by the name given, or one a seller into the folder given.
  ///
  /// - Returns: Where each seller's is.
  package func write(to output: String) throws(TollbookError) -> [Provider: String] {
    var paths: [Provider: String] = [:]
    guard Files.isFolder(output) else {
      guard !output.hasSuffix("/") else {
        throw TollbookError(
          .cannotCreate, "\(output): no such folder", next: "Make it with mkdir -p \(output).")
      }
      try write(try onlyText(), output)
      for overlay in overlays where overlay.text != nil { paths[overlay.provider] = output }
      return paths
    }
    for overlay in overlays {
      guard let text = overlay.text else { continue }
      let path = Files.path(of: "\(overlay.provider).json", in: output)
      try write(text, path)
      paths[overlay.provider] = path
    }
    return paths
  }

  /// A file that was read here is never the one that is written.
  private func write(_ text: String, _ path: String) throws(TollbookError) {
    let read = [source.name] + questions.book.files.map(\.name)
    if let identity = Files.identity(path),
      let same = read.first(where: { Files.identity($0) == identity })
    {
      throw TollbookError(
        .usage, "--output \(path): this command reads \(same), which is the same file",
        next: "Choose another place for the price file.")
    }
    try Files.write(text, to: path)
  }
}
