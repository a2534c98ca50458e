import Importing
import Ledger
import Usage

/// One file on its way into a ledger, from the beginning of its reading to what is kept of it.
///
/// Several may be on their way at a time, in turns: each batch goes to `take` of its file, and before
/// that of another, what is kept back of this one is settled.
final class FileImport {
  /// What is known of a file that is about to be read.
  struct Past {
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

  /// Where reading goes on; nil for the beginning.
  let start: SourcePlace?
  let facts: SourceFacts

  private let ledger: Ledger
  private let writer: LedgerWriter
  private let options: ImportOptions
  private let source: DiscoveredSource
  private let input: FileSource
  private let past: Past
  /// The same file as it was read before.
  private let same: KnownSourceFile?
  private let file: Int64
  private let reading: Int64
  /// The content as it was found; nil for what is no plain file.
  private let print: ContentPrint?
  private var result = FileResult()

  /// Begins the reading of a file.
  init(
    _ source: DiscoveredSource, _ input: FileSource, _ past: Past, _ importNumber: Int64,
    _ ledger: Ledger, _ writer: LedgerWriter, _ options: ImportOptions
  ) throws {
    (self.ledger, self.writer, self.options) = (ledger, writer, options)
    (self.source, self.input, self.past) = (source, input, past)
    let path = source.isStandardInput ? "- (import \(importNumber))" : source.canonicalPath
    same = past.known?.path == path ? past.known : nil
    file = try same?.number ?? ledger.addSourceFile(path)
    if past.continues, let known = past.known, input.skip(to: known.record.read.length) {
      start = SourcePlace(line: known.record.nextLine, byteOffset: known.record.read.length)
    } else {
      start = nil
    }
    reading = try ledger.beginReading(
      ofFile: file, importNumber: importNumber, beginsAt: start?.byteOffset ?? 0)
    if start == nil, past.hasGrown { try writer.forgetCutStreams(ofFile: file) }
    facts = SourceFacts(path: source.path, modifiedAt: source.modifiedAt)
    print = source.isStandardInput ? nil : ContentPrint(of: input, length: source.size)
  }

  /// Writes a batch of what was read.
  func take(_ batch: LogReader.Batch, _ prepared: PreparedBatch?) throws {
    result.outcome += try writer.take(batch.usage, prepared, reading: reading)
    if batch.usage.flags.contains(.rowIsOpen) {
      for row in batch.usage.rows where row.flags.contains(.rowIsOpen) {
        result.openRows.append(row.key)
      }
    }
    result.outcome.completed += try writer.cover(batch.coveredSpans)
    result.places += batch.quarantined.prefix(ImportSummary.shownPlaces)
    for answer in batch.silent {
      // What nothing else tells is known by its file; of what has none, each is another.
      let key = answer.key ?? RequestKey(high: 0, low: print?.number ?? reading)
      try writer.noteSilent(key, isError: answer.isError, reading: reading)
    }
    if !source.isNamed, batch.isNoLog { return }
    for place in batch.quarantined {
      try writer.setAside(PlaceSetAside(place, in: print), reading: reading)
    }
  }

  /// Writes the records that were kept back.
  func settle() throws { result.outcome += try writer.writeRest() }

  /// Ends the reading, and adds to the summary what came of it.
  func end(_ outcome: LogReader.Outcome, _ summary: inout ImportSummary) throws {
    try settle()
    result.counts = outcome.counts
    try ledger.endPlaces(ofFile: file, at: outcome.end)
    try ledger.noteOpenRows(result.openRows, ofFile: file)
    let replaced = writer.takeReplaced()
    if start == nil, let same {
      result.outcome.tellFromEarlier(Int(same.record.counts.requests), replaced: replaced)
    }
    if let same, options.columns != nil, same.record.optionsDigest != options.digest,
      result.outcome.readBefore > 0
    {
      summary.tablesReadOtherwise.append(source.path)
    }
    var counts = summary.note(source, result)
    if start != nil, let known = past.known {
      // The summary is the same as if all of it had been read again.
      let before = same == nil ? known.record.counts.asDuplicates : known.record.counts
      summary.pass(before)
      counts += before
    }
    try ledger.endSourceFile(file, record(outcome, counts))
  }

  /// What the ledger keeps of a file that was read.
  private func record(
    _ outcome: LogReader.Outcome, _ counts: SourceFileCounts
  ) -> SourceFileRecord {
    var record = SourceFileRecord(
      size: source.size, modifiedAt: source.modifiedAt, changedAt: source.changedAt,
      optionsDigest: options.digest,
      isComplete: outcome.counts.unfinishedLines == 0 && !source.isStandardInput, counts: counts)
    guard !source.isStandardInput else { return record }
    if let next = outcome.next, let read = ContentPrint(of: input, length: next.byteOffset) {
      record.head = ContentPrint.head(of: input, size: next.byteOffset)
      record.read = read
      record.nextLine = next.line
    } else {
      record.head = ContentPrint.head(of: input, size: source.size)
      record.read = print ?? ContentPrint()
      record.nextLine = 0
    }
    return record
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
