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
  /// Whether everything is put back at the end: the summary says what an import would do.
  var isTrial = false
  /// Told what has been done, once a batch.
  var progress: ((ImportProgress) -> Void)?

  /// How many files are read in one transaction: a commit waits for the disk.
  private static let filesInTransaction = 200

  /// What changes while an import runs.
  private struct State {
    var summary = ImportSummary()
    var progress = ImportProgress()
    /// The import's number; nil until something has to be read, so that watching a folder in which
    /// nothing happens leaves no trace.
    var number: Int64?
  }

  /// Reads everything that was found.
  func run(_ discovery: SourceDiscovery) throws -> ImportSummary {
    var state = State()
    state.summary.unreadableFiles = discovery.unreadable
    state.progress.bytesInAll = discovery.sources.reduce(0) { $0 + $1.size }
    state.progress.filesInAll = discovery.sources.count
    let writer = try LedgerWriter(ledger)
    try writer.begin()
    do {
      for (index, source) in discovery.sources.enumerated() {
        if index > 0, index % ImportJob.filesInTransaction == 0, !isTrial {
          try writer.commit()
          try writer.begin()
        }
        try read(source, writer, &state)
        state.progress.end(source)
        progress?(state.progress)
      }
      if let number = state.number { try ledger.endImport(number, at: startedAt) }
      if isTrial { writer.rollBack() } else { try writer.commit() }
    } catch {
      writer.rollBack()
      throw error
    }
    return state.summary
  }

  private func read(
    _ source: DiscoveredSource, _ writer: LedgerWriter, _ state: inout State
  ) throws {
    let recognition = SourceRecognition(ledger: ledger, optionsDigest: options.digest)
    let isStandardInput = source.path == "-"
    if !isStandardInput, let known = try recognition.unchanged(source),
      try passOver(known, source, &state.summary)
    {
      return
    }
    let input: FileSource
    do throws(SourceError) {
      input = try isStandardInput ? FileSource() : FileSource(path: source.path)
    } catch {
      state.summary.unreadableFiles.append((source.path, error.explanation))
      return
    }
    // What comes through standard input is never the same source twice.
    switch isStandardInput ? .whole(nil) : try recognition.recognize(source, input) {
    case .unchanged(let known):
      if try passOver(known, source, &state.summary) {
        return try remember(known, as: source)
      }
      try read(input, of: source, known, continues: false, writer, &state)
    case .continues(let known):
      try read(input, of: source, known, continues: true, writer, &state)
    case .whole(let known):
      try read(input, of: source, known, continues: false, writer, &state)
    }
  }

  /// Reads a file, or the rest of it.
  private func read(
    _ input: FileSource, of source: DiscoveredSource, _ known: KnownSourceFile?, continues: Bool,
    _ writer: LedgerWriter, _ state: inout State
  ) throws {
    let number = try importNumber(&state)
    let isStandardInput = source.path == "-"
    let path = isStandardInput ? "- (import \(number))" : source.canonicalPath
    let isSame = known?.path == path
    let file = try isSame ? known?.number ?? 0 : ledger.addSourceFile(path)
    var start: SourcePlace?
    if continues, let known, input.skip(to: known.record.read.length) {
      start = SourcePlace(line: known.record.nextLine, byteOffset: known.record.read.length)
    }
    let reading = try ledger.beginReading(
      ofFile: file, importNumber: number, beginsAt: start?.byteOffset ?? 0)
    if start == nil { try writer.forgetCutStreams(ofFile: file) }

    var result = FileResult()
    let facts = SourceFacts(path: source.path, modifiedAt: source.modifiedAt)
    let size = isStandardInput ? nil : source.size
    let outcome = try ReadAhead.read(
      input, from: start, size: size, facts: facts, options: options
    ) { batch in
      result.outcome += try writer.take(batch.usage, reading: reading)
      if let open = batch.usage.rows.last(where: { $0.flags.contains(.rowIsOpen) }) {
        try ledger.noteOpenRow(open.key, ofFile: file)
      }
      result.outcome.completed += try writer.cover(batch.coveredSpans)
      result.places += batch.quarantined.prefix(ImportSummary.shownPlaces)
      if let progress {
        state.progress.take(batch, bytesOfFile: input.bytesRead)
        progress(state.progress)
      }
      if !source.isNamed, batch.isNoLog { return }
      for place in batch.quarantined {
        try writer.setAside(
          line: place.place.line, byteOffset: place.place.byteOffset, code: place.code,
          explanation: place.explanation, reading: reading)
      }
      if !isTrial { try writer.commitIfLong() }
    }
    result.outcome += try writer.writeRest()
    result.counts = outcome.counts
    var counts = state.summary.note(source, result)
    if start != nil, let known {
      // The summary is the same as if all of it had been read again.
      state.summary.pass(known.record.counts)
      counts += isSame ? known.record.counts : known.record.counts.asDuplicates
    }
    var record = SourceFileRecord(
      size: source.size, modifiedAt: source.modifiedAt, changedAt: source.changedAt,
      optionsDigest: options.digest,
      isComplete: outcome.counts.unfinishedLines == 0 && !isStandardInput, counts: counts)
    if !isStandardInput, let next = outcome.next,
      let read = ContentPrint(of: input, length: next.byteOffset)
    {
      record.head = ContentPrint.head(of: input, size: next.byteOffset)
      record.read = read
      record.nextLine = next.line
    } else if !isStandardInput {
      record.head = ContentPrint.head(of: input, size: source.size)
    }
    try ledger.endSourceFile(file, record)
  }

  private func importNumber(_ state: inout State) throws -> Int64 {
    if let number = state.number { return number }
    let number = try ledger.beginImport(
      at: startedAt, toolVersion: toolVersion, options: options.description)
    state.number = number
    return number
  }

  /// Passes over a file in which there is nothing new; false if it has to be read all the same.
  ///
  /// The summary is the same as if it had been read again. A file in which nothing was understood
  /// is read again: that costs little, and says again what is wrong with it.
  private func passOver(
    _ known: KnownSourceFile, _ source: DiscoveredSource, _ summary: inout ImportSummary
  ) throws -> Bool {
    guard ImportCounts(known.record.counts).foundAnything else { return false }
    summary.unchangedFiles += 1
    summary.pass(known.record.counts)
    if known.record.counts.quarantined + known.record.counts.unrecognized > 0 {
      let places = try ledger.setAsidePlaces(of: known.path, limit: ImportSummary.shownPlaces)
      summary.show(places.map { ($0.line, $0.explanation) }, of: source.path)
      summary.advise(places.map(\.code))
    }
    return true
  }

  /// Notes that a known content stands under a name, or has new times.
  private func remember(_ known: KnownSourceFile, as source: DiscoveredSource) throws {
    let isSame = known.path == source.canonicalPath
    var record = known.record
    record.size = source.size
    record.modifiedAt = source.modifiedAt
    record.changedAt = source.changedAt
    if !isSame { record.counts = record.counts.asDuplicates }
    let file = try isSame ? known.number : ledger.addSourceFile(source.canonicalPath)
    try ledger.endSourceFile(file, record)
  }
}

/// What reading one file gave.
struct FileResult {
  var counts = ImportCounts()
  var outcome = LedgerWriter.Outcome()
  var places: [QuarantinedPlace] = []
}

extension LogReader.Batch {
  /// Whether it is all there is of a file and says that the file is no log.
  var isNoLog: Bool {
    usage.rows.isEmpty && quarantined.count == 1
      && quarantined[0].isNoLog
  }
}

extension ImportCounts {
  /// What an earlier reading of a file found.
  init(_ kept: SourceFileCounts) {
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

extension SourceFileCounts {
  /// The counts of a copy: everything in it is known already.
  var asDuplicates: SourceFileCounts {
    var counts = self
    counts.duplicates += counts.requests
    counts.requests = 0
    return counts
  }
}
