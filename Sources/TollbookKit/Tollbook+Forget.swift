import Ledger
import Quantities
import Reports

/// What is to be forgotten.
public enum WhatToForget: Hashable, Sendable {
  /// Everything that was read from a file.
  case file(path: String)
  /// Everything that an import brought.
  case importNumber(Int64)
  /// Everything that happened before a time.
  case before(Instant)
}

extension Tollbook {
  /// Removes records and everything that follows from them; the report's schema is
  /// `tollbook.forget/1`.
  ///
  /// - Parameters:
  ///   - what: What to remove.
  ///   - isTrial: Whether to say only what it would remove.
  /// - Returns: How much it was.
  /// - Throws: `TollbookError` where there is nothing of the kind, or the ledger cannot be written.
  package func forget(_ what: WhatToForget, isTrial: Bool = false) throws -> Report {
    try withLedger(.readOnly) { try check(what, in: $0) }
    let forgotten = try withLedger(.readWrite) { ledger in
      switch what {
      case .file(let path):
        try ledger.forget(.file(path: SourceDiscovery.canonicalPath(path)), isTrial: isTrial)
      case .importNumber(let number):
        try ledger.forget(.importNumber(number), isTrial: isTrial)
      case .before(let instant): try ledger.forget(.before(instant), isTrial: isTrial)
      }
    }
    return forgetReport(
      forgotten, isTrial: isTrial,
      notes: isTrial ? ["Nothing was removed: --dry-run."] : try retentionNotes(what))
  }

  private func forgetReport(_ forgotten: Forgotten, isTrial: Bool, notes: [String]) -> Report {
    let counts: [(key: String, words: String, count: Int)] = [
      ("requests", "requests", forgotten.requests), ("files", "files", forgotten.files),
      ("users", "users", forgotten.users), ("places", "places set aside", forgotten.places),
    ]
    return Report(
      schema: "tollbook.forget/1", title: isTrial ? "Would be forgotten" : "Forgotten",
      columns: [Column("count", "count"), Column("what", "what", .label)],
      rows: counts.map { [.count(Int64($0.count)), .text($0.words)] },
      notes: notes,
      extras: counts.map { JSONMember($0.key, .integer($0.count)) })
  }

  /// Says that what was forgotten by its age stays away.
  private func retentionNotes(_ what: WhatToForget) throws -> [String] {
    guard case .before = what,
      let instant = try withLedger(.readOnly, { try $0.forgottenBefore() })
    else { return [] }
    return [
      "Imports leave out what happened before \(instant) from now on; "
        + "`tollbook forget --before none` ends that."
    ]
  }

  /// Lets imports bring back what was forgotten by its age, from logs that still hold it; the
  /// report's schema is `tollbook.forget/1`.
  ///
  /// - Parameter isTrial: Whether to say only what would be lifted.
  /// - Returns: Before when everything was forgotten, and that nothing was removed.
  /// - Throws: `TollbookError` where there is no ledger, or it cannot be written.
  package func liftForgetting(isTrial: Bool = false) throws -> Report {
    var instant = try withLedger(.readOnly) { try $0.forgottenBefore() }
    if !isTrial, instant != nil { instant = try withLedger(.readWrite) { try $0.liftForgetting() } }
    let note =
      switch (instant, isTrial) {
      case (nil, _): "Nothing is kept away: nothing was forgotten by its age."
      case (let instant?, true): "What happened before \(instant) stays away: --dry-run."
      case (let instant?, false):
        "What happened before \(instant) may come back: the next import reads every file again."
      }
    return forgetReport(Forgotten(), isTrial: isTrial, notes: [note])
  }

  /// A name that the ledger does not know is a mistake, and not an empty success.
  private func check(_ what: WhatToForget, in ledger: Ledger) throws {
    switch what {
    case .file(let path):
      guard try ledger.sourceFile(SourceDiscovery.canonicalPath(path)) == nil else { return }
      throw TollbookError(
        .noInput, "\(path): nothing was imported from this file",
        next: "`tollbook status --files` lists what was.")
    case .importNumber(let number):
      guard try !ledger.imports().contains(where: { $0.number == number }) else { return }
      throw TollbookError(
        .noInput, "there is no import \(number)",
        next: "`tollbook status --imports` lists them.")
    case .before: return
    }
  }

  /// The files that were read; the report's schema is `tollbook.files/1`.
  package func fileList() throws -> Report {
    let files = try withLedger(.readOnly) { try $0.sourceFiles() }
    return Report(
      schema: "tollbook.files/1", title: "Files",
      columns: [
        Column("path", "file", .label), Column("bytes", "bytes"), Column("requests", "requests"),
        Column("duplicates", "duplicates"), Column("set_aside", "set aside"),
        Column("is_complete", "read to its end", .label),
      ],
      rows: files.map { file in
        let counts = file.record.counts
        return [
          .text(file.path), .count(file.record.size), .count(counts.requests),
          .count(counts.duplicates), .count(counts.quarantined + counts.unrecognized),
          .text(file.record.isComplete ? "yes" : "no"),
        ]
      })
  }

  /// The imports; the report's schema is `tollbook.imports/1`.
  package func importList() throws -> Report {
    let imports = try withLedger(.readOnly) { try $0.imports() }
    return Report(
      schema: "tollbook.imports/1", title: "Imports",
      columns: [
        Column("import", "import"), Column("started_at", "started", .label),
        Column("files", "files"), Column("requests", "requests kept"),
        Column("is_finished", "finished", .label),
      ],
      rows: imports.map { known in
        [
          .count(known.number), .text(known.startedAt.description), .count(known.files),
          .count(known.requests), .text(known.isFinished ? "yes" : "no"),
        ]
      })
  }
}
