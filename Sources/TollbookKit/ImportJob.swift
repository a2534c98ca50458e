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
      if state.summary.tooOld > 0 { state.summary.forgottenBefore = try ledger.forgottenBefore() }
      if let number = state.number { try ledger.endImport(number, at: startedAt) }
      try noteSums(&state.summary)
      if state.summary.requests + state.summary.completed > 0 { try ledger.forgetAnswered() }
      if isTrial { writer.rollBack() } else { try writer.commit() }
    } catch {
      writer.rollBack()
      throw error
    }
    return state.summary
  }

  /// Says which sums stand beside responses that may be among what they sum, whichever came first.
  private func noteSums(_ summary: inout ImportSummary) throws {
    if summary.counts.requestsInSums + summary.counts.sums > 0 { try ledger.noteSums() }
    guard summary.requests + summary.completed + summary.counts.sums > 0 else { return }
    try ledger.noteSumsBesideResponses()
    summary.countedTwice = try ledger.countedTwice()
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
    guard !isStandardInput else { return try read(input, of: source, Past(), writer, &state) }
    switch try recognition.recognize(source, input) {
    case .unchanged(let known):
      let isGuessedOtherwise = try mayBeGuessedOtherwise(known, source)
      let known = try moved(known, to: source, recognition)
      if !isGuessedOtherwise, try passOver(known, source, &state.summary) {
        return try remember(known, as: source)
      }
      try read(input, of: source, Past(known, hasGrown: true), writer, &state)
    case .continues(let known):
      let known = try moved(known, to: source, recognition)
      try read(input, of: source, Past(known, continues: true), writer, &state)
    case .whole(let known, let hasGrown):
      let known = try known.map { try moved($0, to: source, recognition) }
      try read(input, of: source, Past(known, hasGrown: hasGrown), writer, &state)
    }
  }

  /// What is known of a file that is about to be read.
  private struct Past {
    var known: KnownSourceFile?
    /// Whether reading goes on where it ended.
    var continues = false
    /// Whether what was read before is the beginning of what is there now.
    var hasGrown = false

    init(_ known: KnownSourceFile? = nil, continues: Bool = false, hasGrown: Bool = false) {
      self.known = known
      self.continues = continues
      self.hasGrown = hasGrown
    }
  }

  /// A known content under the path where it stands now, if it is not where it was: a log that was
  /// renamed is the same log, whose places are where they can be looked up.
  private func moved(
    _ known: KnownSourceFile, to source: DiscoveredSource, _ recognition: SourceRecognition
  ) throws -> KnownSourceFile {
    let path = source.canonicalPath
    guard known.path != path, !recognition.isStillThere(known) else { return known }
    try ledger.moveSourceFile(known.number, to: path)
    return known.at(path)
  }

  /// Reads a file, or the rest of it.
  private func read(
    _ input: FileSource, of source: DiscoveredSource, _ past: Past, _ writer: LedgerWriter,
    _ state: inout State
  ) throws {
    let number = try importNumber(&state)
    let isStandardInput = source.path == "-"
    let path = isStandardInput ? "- (import \(number))" : source.canonicalPath
    let same = past.known?.path == path ? past.known : nil
    let file = try same?.number ?? ledger.addSourceFile(path)
    var start: SourcePlace?
    if past.continues, let known = past.known, input.skip(to: known.record.read.length) {
      start = SourcePlace(line: known.record.nextLine, byteOffset: known.record.read.length)
    }
    let reading = try ledger.beginReading(
      ofFile: file, importNumber: number, beginsAt: start?.byteOffset ?? 0)
    if start == nil, past.hasGrown { try writer.forgetCutStreams(ofFile: file) }

    var result = FileResult()
    let facts = SourceFacts(path: source.path, modifiedAt: source.modifiedAt)
    let size = isStandardInput ? nil : source.size
    let print = size.flatMap { ContentPrint(of: input, length: $0) }
    let outcome = try ReadAhead.read(
      input, from: start, size: size, facts: facts, options: options,
      thresholds: ledger.thresholds
    ) { batch, prepared in
      result.outcome += try writer.take(batch.usage, prepared, reading: reading)
      if batch.usage.flags.contains(.rowIsOpen) {
        for row in batch.usage.rows where row.flags.contains(.rowIsOpen) {
          result.openRows.append(row.key)
        }
      }
      result.outcome.completed += try writer.cover(batch.coveredSpans)
      result.places += batch.quarantined.prefix(ImportSummary.shownPlaces)
      if let progress {
        state.progress.take(batch, bytesOfFile: input.bytesRead)
        progress(state.progress)
      }
      for answer in batch.silent {
        // What nothing else tells is known by its file; of what has none, each is another.
        let key = answer.key ?? RequestKey(high: 0, low: print?.number ?? reading)
        try writer.noteSilent(key, isError: answer.isError, reading: reading)
      }
      if !source.isNamed, batch.isNoLog { return }
      for place in batch.quarantined {
        try writer.setAside(PlaceSetAside(place, in: print), reading: reading)
      }
      if !isTrial { try writer.commitIfLong() }
    }
    result.outcome += try writer.writeRest()
    result.counts = outcome.counts
    try ledger.endPlaces(ofFile: file, at: outcome.end)
    try ledger.noteOpenRows(result.openRows, ofFile: file)
    let replaced = writer.takeReplaced()
    if start == nil, let same {
      result.outcome.tellFromEarlier(Int(same.record.counts.requests), replaced: replaced)
    }
    var counts = state.summary.note(source, result)
    if start != nil, let known = past.known {
      // The summary is the same as if all of it had been read again.
      let before = same == nil ? known.record.counts.asDuplicates : known.record.counts
      state.summary.pass(before)
      counts += before
    }
    try ledger.endSourceFile(
      file, record(of: source, input, whole: print, next: outcome.next, outcome.counts, counts))
  }

  /// What the ledger keeps of a file that was read.
  private func record(
    of source: DiscoveredSource, _ input: FileSource, whole: ContentPrint?, next: SourcePlace?,
    _ found: ImportCounts, _ counts: SourceFileCounts
  ) -> SourceFileRecord {
    let isStandardInput = source.path == "-"
    var record = SourceFileRecord(
      size: source.size, modifiedAt: source.modifiedAt, changedAt: source.changedAt,
      optionsDigest: options.digest,
      isComplete: found.unfinishedLines == 0 && !isStandardInput, counts: counts)
    guard !isStandardInput else { return record }
    if let next, let read = ContentPrint(of: input, length: next.byteOffset) {
      record.head = ContentPrint.head(of: input, size: next.byteOffset)
      record.read = read
      record.nextLine = next.line
    } else {
      record.head = ContentPrint.head(of: input, size: source.size)
      record.read = whole ?? ContentPrint()
      record.nextLine = 0
    }
    return record
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
  /// is read again where somebody names it, to say again what is wrong with it; in a folder it is
  /// still no log.
  private func passOver(
    _ known: KnownSourceFile, _ source: DiscoveredSource, _ summary: inout ImportSummary
  ) throws -> Bool {
    let isSame = known.path == source.canonicalPath
    guard ImportCounts(known.record.counts).foundAnything else {
      guard isSame, !source.isNamed, source.size > 0, known.record.counts == SourceFileCounts()
      else { return false }
      summary.otherFiles.append(source.path)
      return true
    }
    summary.unchangedFiles += 1
    summary.pass(isSame ? known.record.counts : known.record.counts.asDuplicates)
    if known.record.counts.quarantined + known.record.counts.unrecognized > 0 {
      let places = try ledger.setAsidePlaces(of: known.path, limit: ImportSummary.shownPlaces)
      summary.show(places.map { ($0.line, $0.explanation) }, of: source.path)
      summary.advise(places.map(\.code))
    }
    return true
  }

  /// Whether the name or the time of a copy says of its responses what that of the known content did
  /// not, where the responses leave it open: what is known of them shall not depend on which of the
  /// copies was read first.
  private func mayBeGuessedOtherwise(
    _ known: KnownSourceFile, _ source: DiscoveredSource
  ) throws -> Bool {
    let here = SourceFacts(path: source.path, modifiedAt: source.modifiedAt)
    let there = SourceFacts(path: known.path, modifiedAt: known.record.modifiedAt)
    let models = [here, there].map { $0.guessedModel(known: options.knownModels) }
    guard here.guessedTime < there.guessedTime || models[0] != nil && models[0] != models[1] else {
      return false
    }
    return try ledger.hasGuesses(ofContent: known.record)
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
  /// What was open at the end of the file.
  var openRows: [RequestKey] = []
}

extension PlaceSetAside {
  /// A place of a file with this content; where a place has nothing of its own to be known by, it is
  /// known by its file's.
  init(_ place: QuarantinedPlace, in file: ContentPrint?) {
    self.init(
      line: place.place.line, byteOffset: place.place.byteOffset, code: place.code,
      explanation: place.explanation, content: place.content ?? file?.number)
  }
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
    notUsage = Int(kept.notUsage)
    sums = Int(kept.sums)
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
