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

  private var recognition: SourceRecognition {
    SourceRecognition(ledger: ledger, optionsDigest: options.digest)
  }

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
    state.summary.isTimeGiven = options.time != nil
    state.progress.bytesInAll = discovery.sources.reduce(0) { $0 + $1.size }
    state.progress.filesInAll = discovery.sources.count
    let writer = try LedgerWriter(ledger)
    try writer.begin()
    do {
      let simultaneous = try SimultaneousFiles(discovery.sources, recognition, options)
      for index in discovery.sources.indices {
        if index > 0, index % ImportJob.filesInTransaction == 0, !isTrial {
          try writer.commit()
          try writer.begin()
        }
        let sources = simultaneous.turn(of: index).map { discovery.sources[$0] }
        if sources.count == 1 {
          try read(sources[0], writer, &state)
        } else {
          try readTogether(sources, writer, &state)
        }
        for source in sources { state.progress.end(source) }
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
    let isStandardInput = source.isStandardInput
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
    guard !isStandardInput else {
      return try read(input, of: source, FileImport.Past(), writer, &state)
    }
    switch try recognition.recognize(source, input) {
    case .unchanged(let known):
      let isGuessedOtherwise = try mayBeGuessedOtherwise(known, source)
      let known = try moved(known, to: source)
      if !isGuessedOtherwise, try passOver(known, source, &state.summary) {
        return try remember(known, as: source)
      }
      try read(input, of: source, FileImport.Past(known, hasGrown: true), writer, &state)
    case .continues(let known):
      let known = try moved(known, to: source)
      try read(input, of: source, FileImport.Past(known, continues: true), writer, &state)
    case .whole(let known, let hasGrown):
      let known = try known.map { try moved($0, to: source) }
      try read(input, of: source, FileImport.Past(known, hasGrown: hasGrown), writer, &state)
    }
  }

  /// A known content under the path where it stands now, if it is not where it was: a log that was
  /// renamed is the same log, whose places are where they can be looked up.
  private func moved(
    _ known: KnownSourceFile, to source: DiscoveredSource
  ) throws -> KnownSourceFile {
    let path = source.canonicalPath
    guard known.path != path, !recognition.isStillThere(known) else { return known }
    try ledger.moveSourceFile(known.number, to: path)
    return known.at(path)
  }

  /// Reads a file, or the rest of it.
  private func read(
    _ input: FileSource, of source: DiscoveredSource, _ past: FileImport.Past,
    _ writer: LedgerWriter, _ state: inout State
  ) throws {
    let file = try FileImport(
      source, input, past, try importNumber(&state), ledger, writer, options)
    let outcome = try ReadAhead.read(
      input, from: file.start, size: source.isStandardInput ? nil : source.size, facts: file.facts,
      options: options, thresholds: ledger.thresholds
    ) { batch, prepared in
      try file.take(batch, prepared)
      try tookBatch(batch, bytesRead: input.bytesRead, writer, &state)
    }
    try file.end(outcome, &state.summary)
  }

  /// Reads files that tell of one time together, those of them that nothing is known of.
  private func readTogether(
    _ sources: [DiscoveredSource], _ writer: LedgerWriter, _ state: inout State
  ) throws {
    var files: [FileImport] = []
    var parts: [ReadAhead.Part] = []
    for source in sources {
      guard let (input, plan) = try recognition.newPieces(of: source, options) else {
        try read(source, writer, &state)
        continue
      }
      let file = try FileImport(
        source, input, FileImport.Past(), try importNumber(&state), ledger, writer, options)
      files.append(file)
      parts.append(ReadAhead.Part(source: input, plan: plan, facts: file.facts))
    }
    guard !parts.isEmpty else { return }
    var current = 0
    try ReadAhead.readPieces(
      of: parts, in: SimultaneousFiles.order(of: parts, options), options: options,
      thresholds: ledger.thresholds,
      body: { number, batch, prepared in
        // What was kept back is of the file before.
        if number != current { try files[current].settle() }
        current = number
        try files[number].take(batch, prepared)
        let bytesRead = parts.reduce(0) { $0 + $1.source.bytesRead }
        try tookBatch(batch, bytesRead: bytesRead, writer, &state)
      },
      end: { try files[$0].end($1, &state.summary) })
  }

  /// Says how far the import has come, and lets it be seen by others now and then.
  private func tookBatch(
    _ batch: LogReader.Batch, bytesRead: Int64, _ writer: LedgerWriter, _ state: inout State
  ) throws {
    if let progress {
      state.progress.take(batch, bytesOfFile: bytesRead)
      progress(state.progress)
    }
    if !isTrial { try writer.commitIfLong() }
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
