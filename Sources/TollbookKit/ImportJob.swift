import Importing
import Ledger
import Pricing
import Quantities
import SQLite
import Usage

/// Reads logs into a ledger.
struct ImportJob {
  let ledger: Ledger
  let options: ImportOptions
  let toolVersion: String
  /// When the import was started; also the time of what comes from standard input.
  let startedAt: Instant

  /// How many files are read in one transaction: a commit waits for the disk.
  private static let filesInTransaction = 200

  /// Reads everything that was found.
  func run(_ discovery: SourceDiscovery) throws -> ImportSummary {
    var summary = ImportSummary()
    summary.unreadableFiles = discovery.unreadable
    let digest = options.digest
    let writer = try LedgerWriter(ledger)
    try writer.begin()
    do {
      let number = try ledger.beginImport(
        at: startedAt, toolVersion: toolVersion, options: options.description)
      for (index, source) in discovery.sources.enumerated() {
        if index > 0, index % ImportJob.filesInTransaction == 0 {
          try writer.commit()
          try writer.begin()
        }
        try read(source, digest: digest, importNumber: number, writer, &summary)
      }
      try ledger.endImport(number, at: startedAt)
      try writer.commit()
    } catch {
      writer.rollBack()
      throw error
    }
    return summary
  }

  private func read(
    _ source: DiscoveredSource, digest: String, importNumber: Int64, _ writer: LedgerWriter,
    _ summary: inout ImportSummary
  ) throws {
    if try isUnchanged(source, digest, &summary) { return }
    let input: FileSource
    do throws(SourceError) {
      input = try source.path == "-" ? FileSource() : FileSource(path: source.path)
    } catch {
      summary.unreadableFiles.append((source.path, error.explanation))
      return
    }
    // What comes through standard input is never the same source twice.
    let isStandardInput = source.path == "-"
    let file = try ledger.beginSourceFile(
      isStandardInput ? "- (import \(importNumber))" : source.canonicalPath,
      importNumber: importNumber)
    try writer.forgetCutStreams(ofFile: file)
    var outcome = LedgerWriter.Outcome()
    var places: [QuarantinedPlace] = []
    let facts = SourceFacts(path: source.path, modifiedAt: source.modifiedAt)
    let counts = try ReadAhead.read(input, facts: facts, options: options) { batch in
      let added = try writer.add(batch.records, file: file)
      outcome.added += added.added
      outcome.duplicates += added.duplicates
      outcome.completed += added.completed
      if let open = batch.records.last(where: { $0.flags.contains(.rowIsOpen) }) {
        try ledger.noteOpenRow(open.key, ofFile: file)
      }
      outcome.completed += try writer.cover(batch.coveredSpans)
      places += batch.quarantined.prefix(ImportSummary.shownPlaces)
      if !source.isNamed, isNoLog(batch) { return }
      for place in batch.quarantined {
        try writer.setAside(
          line: place.place.line, byteOffset: place.place.byteOffset, code: place.code,
          explanation: place.explanation, file: file)
      }
      try writer.commitIfLong()
    }
    let known = note(source, counts, outcome, places, &summary)
    try ledger.endSourceFile(
      file,
      SourceFileRecord(
        size: source.size, modifiedAt: source.modifiedAt, optionsDigest: digest,
        isComplete: counts.unfinishedLines == 0 && !isStandardInput, counts: known))
  }

  /// Whether a batch is all there is of a file and says that the file is no log.
  private func isNoLog(_ batch: LogReader.Batch) -> Bool {
    batch.records.isEmpty && batch.quarantined.count == 1 && batch.quarantined[0].isNoLog
  }

  /// A file of the same size and time, read with the same options, holds nothing new.
  ///
  /// The summary is the same as if it had been read again. A file in which nothing was understood
  /// is read again all the same: that costs little, and says again what is wrong with it.
  private func isUnchanged(
    _ source: DiscoveredSource, _ digest: String, _ summary: inout ImportSummary
  ) throws -> Bool {
    guard source.path != "-", let known = try ledger.sourceFile(source.canonicalPath),
      known.isComplete, known.size == source.size, known.modifiedAt == source.modifiedAt,
      known.optionsDigest == digest
    else { return false }
    let counts = ImportCounts(known.counts)
    guard counts.foundAnything else { return false }
    summary.unchangedFiles += 1
    summary.duplicates += Int(known.counts.requests + known.counts.duplicates)
    summary.counts += counts
    if counts.quarantined + counts.unrecognized > 0 {
      let places = try ledger.quarantinedPlaces(
        of: source.canonicalPath, limit: ImportSummary.shownPlaces)
      summary.show(places, of: source.path)
    }
    return true
  }

  /// Adds a file's counts to the summary, and gives those that the ledger keeps.
  private func note(
    _ source: DiscoveredSource, _ counts: ImportCounts, _ outcome: LedgerWriter.Outcome,
    _ places: [QuarantinedPlace], _ summary: inout ImportSummary
  ) -> SourceFileCounts {
    var kept = SourceFileCounts()
    let isOther =
      !source.isNamed && !counts.foundAnything && counts.quarantined == 1
      && counts.unrecognized == 0 && places.first?.isNoLog == true
    guard !isOther else {
      summary.otherFiles.append(source.path)
      return kept
    }
    summary.files += 1
    summary.requests += outcome.added
    summary.completed += outcome.completed
    summary.duplicates += outcome.duplicates + counts.repeated
    summary.counts += counts
    summary.show(places.map { ($0.place.line, $0.explanation) }, of: source.path)
    for remedy in places.compactMap(\.remedy) where !summary.remedies.contains(remedy) {
      summary.remedies.append(remedy)
    }
    kept.requests = Int64(outcome.added + outcome.completed)
    kept.duplicates = Int64(outcome.duplicates + counts.repeated)
    kept.incomplete = Int64(counts.incomplete)
    kept.withoutUsage = Int64(counts.withoutUsage)
    kept.errorBodies = Int64(counts.errorBodies)
    kept.quarantined = Int64(counts.quarantined)
    kept.unrecognized = Int64(counts.unrecognized)
    return kept
  }
}

extension ImportCounts {
  /// What an earlier reading of a file found.
  fileprivate init(_ kept: SourceFileCounts) {
    self.init()
    requests = Int(kept.requests)
    repeated = Int(kept.duplicates)
    incomplete = Int(kept.incomplete)
    withoutUsage = Int(kept.withoutUsage)
    errorBodies = Int(kept.errorBodies)
    quarantined = Int(kept.quarantined)
    unrecognized = Int(kept.unrecognized)
  }
}

extension ImportOptions {
  /// The options in words that are the same for the same options; secrets are not among them.
  var description: String {
    var parts: [String] = []
    if let format { parts.append("input-format=\(format.rawValue)") }
    if let provider { parts.append("provider=\(provider.name)") }
    if let model { parts.append("model=\(model)") }
    if let time { parts.append("at=\(time)") }
    if let serviceTier { parts.append("service-tier=\(serviceTier.rawValue)") }
    for (name, value) in labels.sorted(by: { $0.key < $1.key }) {
      parts.append("label:\(name)=\(value)")
    }
    if !userField.isEmpty { parts.append("user-field=\(userField.joined(separator: "."))") }
    if userHashKey != nil { parts.append("hash-users") }
    if inputExcludesCache { parts.append("input-excludes-cache") }
    if let columns { parts.append("map=\(columns.identity)") }
    return parts.joined(separator: "\n")
  }

  /// A digest by which a file is known to have been read in the same way before.
  ///
  /// It changes with the rules of reading, so that an upgrade reads files again.
  var digest: String { SHA256.hexDigest(of: Array("reading 1\n\(description)".utf8)) }
}
