import Ledger
import Quantities
import Reports

extension Tollbook {
  /// Computes everything derived once more from the records, and says where it differs from what
  /// the ledger keeps; empty if nothing does.
  public func faults() throws -> [String] {
    try pricingLedger { ledger in try ledger.verify(book: book).faults }
  }

  /// Computes everything derived once more and compares; the report's schema is `tollbook.verify/1`.
  package func verify() throws -> (report: Report, isSound: Bool) {
    let result = try pricingLedger { ledger in try ledger.verify(book: book) }
    let isSound = result.faults.isEmpty
    let report = Report(
      schema: "tollbook.verify/1", title: "Verification",
      columns: [
        Column("records", "records"), Column("rollup_rows", "rollup rows"),
        Column("cost_of_records_usd", "records one by one USD"),
        Column("cost_of_rollup_usd", "rollup USD"), Column("is_sound", "result", .label),
      ],
      rows: [
        [
          .count(result.records), .count(result.rollupRows),
          .text(result.costOfRecords.decimal), .text(result.costOfRollup.decimal),
          .text(isSound ? "sound" : "NOT SOUND"),
        ]
      ],
      notes: result.faults.map { "fault: \($0)" }
        + (isSound
          ? []
          : ["The records are the truth: import them into a new ledger, and please report this."]),
      extras: [JSONMember("faults", .array(result.faults.map { .string($0) }))])
    return (report, isSound)
  }

  /// What the ledger holds; the report's schema is `tollbook.status/1`.
  package func status() throws -> Report {
    try withLedger(.readOnly) { ledger in
      let extent = try ledger.extent()
      let files = try ledger.sourceTotals()
      let activity = try ledger.activity(in: .always)
      let books = try ledger.priceBooks()
      let forgottenBefore = try ledger.forgottenBefore()?.description
      let rows: [(key: String, words: String, value: String?)] = [
        ("ledger", "ledger", ledgerPath),
        ("requests", "requests", "\(try ledger.requestCount())"),
        ("first", "first", extent?.first.description),
        ("until", "until", extent?.end.description),
        ("users", "users", "\(activity.users)"),
        ("requests_without_user", "requests without a user", "\(activity.requestsWithoutUser)"),
        ("forgotten_before", "forgotten before", forgottenBefore),
        ("incomplete", "incomplete", "\(try ledger.incompleteRequests(in: .always))"),
        ("files", "files read", "\(files.files)"),
        ("duplicates", "duplicates not added", "\(files.counts.duplicates)"),
        ("without_usage", "responses without usage", "\(files.counts.withoutUsage)"),
        ("error_bodies", "error answers", "\(files.counts.errorBodies)"),
        ("quarantined", "quarantined", "\(try ledger.placesSetAside())"),
        ("price_book", "price book", "\(book.version) (\(bookDigest.prefix(12)))"),
        ("price_books_kept", "price books kept", "\(books.count)"),
      ]
      return Report(
        schema: "tollbook.status/1", title: "Status",
        columns: [Column("what", "what", .label), Column("value", "value", .label)],
        // Most ledgers were never told to forget.
        rows: rows.filter { $0.key != "forgotten_before" || $0.value != nil }
          .map { [.text($0.words), .text($0.value)] },
        notes: Self.notes(counted: files.counts, read: files.read),
        extras: rows.map { JSONMember($0.key, .string($0.value)) },
        sections: [Report.Section(key: "price_books", report: keptReport(books))])
    }
  }

  /// Says why imports counted more answers than there are: these count once, however often they are
  /// read, as requests do.
  private static func notes(counted: SourceFileCounts, read: SourceFileCounts) -> [String] {
    [
      ("responses without usage", counted.withoutUsage, read.withoutUsage),
      ("error answers", counted.errorBodies, read.errorBodies),
    ].compactMap { words, counted, read in
      guard read > counted else { return nil }
      return "\(words) in the files: \(Phrase.number(read)); one that stands there again, or whose "
        + "usage is known, is not counted here"
    }
  }

  /// The price books that were used to price this ledger; `--book` takes version or digest.
  private func keptReport(_ books: [KeptPriceBook]) -> Report {
    Report(
      title: "Price books kept",
      columns: [
        Column("version", "version", .label), Column("digest_start", "digest", .label),
        Column("digest", "whole digest", .label, isShown: false),
        Column("as_of", "known up to", .prose), Column("first_used", "first used", .prose),
      ],
      rows: books.map { book in
        [
          .text(book.version), .text(String(book.digest.prefix(12))), .text(book.digest),
          .day(book.asOf), .instant(book.firstUsed),
        ]
      },
      notes: books.isEmpty ? ["nothing was priced yet"] : [])
  }
}
