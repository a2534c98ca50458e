import Analysis
import Importing
import Ledger
import Pricing
import Quantities
import Reports
import SQLite
import Usage

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
  /// The price book with all that it knows, of which `book` may be what was known on some day.
  let wholeBook: PriceBook
  /// The digest of the whole price book, which takes two milliseconds to make.
  let bookDigest: String
  /// Where to say what is no part of a result.
  let notices: Notices

  /// A front door with everything it needs.
  ///
  /// - Parameters:
  ///   - ledgerPath: The ledger's file; `importLogs` makes it if it is not there.
  ///   - book: The prices; `PriceBook.bundled(overlays:)` gives the built-in ones, and
  ///     `asKnown(on:)` what was known of them on a day.
  ///   - zone: The time zone of days, weeks and months.
  ///   - now: What counts as now.
  ///   - talk: Is told what a person should know beside a result, each thing once.
  public init(
    ledgerPath: String, book: PriceBook, zone: TimeZoneRules = .utc, now: Instant,
    talk: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.ledgerPath = ledgerPath
    self.book = book
    self.zone = zone
    self.now = now
    wholeBook = book.whole
    bookDigest = wholeBook.digest
    notices = Notices(talk)
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
    try withLedger(.importing) { ledger in
      try ledger.keep(wholeBook, digest: bookDigest, at: now)
      var options = options
      options.knownModels = Set(
        book.providers.flatMap { provider in
          book.modelNames(of: provider) + book.aliases(of: provider).map(\.name)
        })
      if hashUsers { options.userHashKey = try ledger.userHashKey() }
      let job = ImportJob(
        ledger: ledger, options: options, toolVersion: Tollbook.version, startedAt: now,
        isTrial: isTrial, progress: progress)
      let summary = try job.run(discovery)
      if hashUsers, !isTrial { try noteUsersByName(ledger) }
      return summary
    }
  }

  /// Whoever asks for hashes may believe that there are no names.
  private func noteUsersByName(_ ledger: Ledger) throws {
    let names = try ledger.usersByName()
    guard names > 0 else { return }
    notices.say(
      "\(ledgerPath) keeps \(Phrase.counted(names, "user")) by name, as imported without "
        + "--hash-users; import those logs again with it, or see tollbook forget --help")
  }

  /// Opens the ledger for a closure, and says in words for people what goes wrong with it.
  ///
  /// A closure that only reads reads one state throughout: a figure made of what was there before
  /// an import and of what was there after it would be that of no ledger. Whoever writes waits
  /// until the closure has returned.
  func withLedger<Result>(
    _ access: Ledger.Access, _ body: (Ledger) throws -> Result
  ) throws -> Result {
    try opened(access) { ledger in
      access == .readOnly ? try ledger.reading { try body(ledger) } : try body(ledger)
    }
  }

  /// Opens the ledger for a closure that prices what is in it; then the price book is kept there.
  ///
  /// A ledger that cannot be written at once answers all the same: that its book is not kept is said
  /// beside the result.
  func pricingLedger<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
    try opened(.readOnly) { ledger in
      let result = try ledger.reading { try body(ledger) }
      if ledger.isConvertedCopy { return result }
      do {
        // After the reading: within it nobody could write, this process included.
        try ledger.keepAtOnce(wholeBook, digest: bookDigest, at: now)
      } catch let error as SQLiteError {
        notices.say(
          "price book \(book.version) (\(bookDigest.prefix(8))) is not kept in \(ledgerPath): "
            + (error.kind == .busy
              ? "another process is writing to it" : "the ledger cannot be written"))
      }
      return result
    }
  }

  private func opened<Result>(
    _ access: Ledger.Access, _ body: (Ledger) throws -> Result
  ) throws -> Result {
    try LedgerFile(path: ledgerPath).open(access, thresholds: book.contextThresholds) { ledger in
      if ledger.isConvertedCopy {
        notices.say(
          "\(ledgerPath) was made by an earlier version and cannot be written: a copy of it was "
            + "converted to be read, which is done again each time; "
            + "run tollbook status where it can be written")
      }
      // Every figure holds both; an import says it in its summary.
      if access == .readOnly {
        for words in try ledger.countedTwice() { notices.say(words) }
      }
      return try body(ledger)
    }
  }
}
