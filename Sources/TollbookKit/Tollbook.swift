import Analysis
import Importing
import Ledger
import Pricing
import Quantities
import Reports
import SQLite
import Usage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The front door of the library: one ledger, one price book, one time zone, one "today".
///
/// Nothing below here reads a clock, an environment variable or a network.
public struct Tollbook: Sendable {
  /// The version of program and library.
  public static let version = "0.1.0"

  /// The ledger's file.
  public let ledgerPath: String
  /// The prices.
  public let book: PriceBook
  /// The time zone in which days, weeks and months are cut.
  public let zone: TimeZoneRules
  /// What counts as now.
  public private(set) var now: Instant
  /// The digest of the prices, which takes two milliseconds to make.
  let bookDigest: String

  /// A front door with everything it needs.
  ///
  /// - Parameters:
  ///   - ledgerPath: The ledger's file; `importLogs` makes it if it is not there.
  ///   - book: The prices; `PriceBook.bundled(overlays:)` gives the built-in ones.
  ///   - zone: The time zone of days, weeks and months.
  ///   - now: What counts as now.
  public init(ledgerPath: String, book: PriceBook, zone: TimeZoneRules = .utc, now: Instant) {
    self.ledgerPath = ledgerPath
    self.book = book
    self.zone = zone
    self.now = now
    bookDigest = book.digest
  }

  /// Today, in the time zone of the reports.
  public var today: Day { zone.day(of: now) }

  /// The same front door at another time.
  func at(_ time: Instant) -> Tollbook {
    var other = self
    other.now = time
    return other
  }

  /// Reads logs into the ledger.
  ///
  /// - Parameters:
  ///   - paths: Files, folders, or `-` for standard input.
  ///   - options: What the logs do not say.
  ///   - hashUsers: Whether users are kept as hashes under the ledger's own secret.
  ///   - isTrial: Whether the ledger is left as it was: the summary says what an import would do.
  ///   - progress: Told how far the import has come, a few thousand times at most a second.
  /// - Returns: What was read and what became of it.
  /// - Throws: `TollbookError` where a path is not there, or the ledger cannot be written.
  public func importLogs(
    _ paths: [String], options: ImportOptions = ImportOptions(), hashUsers: Bool = false,
    isTrial: Bool = false, progress: ((ImportProgress) -> Void)? = nil
  ) throws -> ImportSummary {
    // Before the ledger is opened: a mistyped path must not leave a new ledger behind.
    let discovery = try SourceDiscovery(paths, now: now)
    return try withTrialLedger(isTrial) { tollbook in
      try tollbook.run(discovery, options, hashUsers, isTrial, progress)
    }
  }

  private func run(
    _ discovery: SourceDiscovery, _ options: ImportOptions, _ hashUsers: Bool, _ isTrial: Bool,
    _ progress: ((ImportProgress) -> Void)?
  ) throws -> ImportSummary {
    try withLedger(.readWrite) { ledger in
      try ledger.keep(book, digest: bookDigest, at: now)
      var options = options
      options.knownModels = Set(
        book.providers.flatMap { provider in
          book.models(of: provider).map(\.name) + book.aliases(of: provider).map(\.name)
        })
      if hashUsers { options.userHashKey = try ledger.userHashKey() }
      let job = ImportJob(
        ledger: ledger, options: options, toolVersion: Tollbook.version, startedAt: now,
        isTrial: isTrial, progress: progress)
      return try job.run(discovery)
    }
  }

  /// Opens the ledger for a closure, and says in words for people what goes wrong with it.
  func withLedger<Result>(
    _ access: Ledger.Access, _ body: (Ledger) throws -> Result
  ) throws -> Result {
    try checkPlace(access)
    do {
      let ledger = try Ledger(
        path: ledgerPath, access: access, thresholds: book.contextThresholds)
      return try body(ledger)
    } catch let error as SQLiteError {
      throw TollbookError(error, ledger: ledgerPath)
    }
  }

  /// Says what SQLite would not: that a path names a folder, or that nothing was imported yet.
  private func checkPlace(_ access: Ledger.Access) throws(TollbookError) {
    // SQLite's special names would keep what is imported nowhere, or somewhere else.
    guard ledgerPath != ":memory:", !ledgerPath.hasPrefix("file:") else {
      throw TollbookError(
        .usage, "--db \(ledgerPath): this is no file's name to SQLite",
        next: "A file whose name begins like this can be written ./\(ledgerPath).")
    }
    var status = stat()
    let isThere = stat(ledgerPath, &status) == 0
    guard !isThere || status.st_mode & S_IFMT != S_IFDIR else {
      throw TollbookError(
        access == .readOnly ? .inputData : .cannotCreate,
        "\(ledgerPath): this is a folder, and a ledger is a file",
        next: "Name a file in it, such as --db \(ledgerPath)/tollbook.db.")
    }
    guard access == .readWrite || isThere && status.st_size > 0 else {
      throw TollbookError(
        .noInput, "\(ledgerPath): there is no ledger yet",
        next: "Run `tollbook import PATH` first, or name another ledger with --db PATH.")
    }
  }
}

extension PriceBook {
  /// The built-in price books, with a user's own files laid over them.
  public static func bundled(overlays: [PriceBookSource] = []) throws(TollbookError) -> PriceBook {
    do throws(PriceBookError) {
      return try PriceBook.load(BundledPrices.sources, overlays: overlays)
    } catch {
      let lines = error.description.split(separator: "\n", maxSplits: 1).map(String.init)
      throw TollbookError(
        .configuration, lines.first ?? "the price book cannot be read",
        next: lines.dropFirst().first ?? "See pricing/README.md for the format.")
    }
  }
}
