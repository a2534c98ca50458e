import JSONText
import Quantities
import Usage

/// Reads one source from end to end and hands on its usage records in batches.
///
/// The whole way from bytes to records: plain text is made of the source, documents are cut from
/// the text, each is recognised, responses are put together, and records are made. Whatever cannot
/// be understood is set aside with its place, and reading goes on.
package struct LogReader {
  /// Records and places in the order in which they were found.
  package struct Batch: Sendable {
    /// The usage records.
    package var usage = UsageBatch()
    /// What was set aside.
    package var quarantined: [QuarantinedPlace] = []
    /// Spans that did not stand in the source, although usage below them did: usage of theirs, in
    /// whatever source, repeats it.
    package var coveredSpans: [RequestKey] = []
  }

  /// How many records make a batch.
  package static let batchSize = 2048

  private let facts: SourceFacts
  private let options: ImportOptions

  /// A reader for one source.
  package init(facts: SourceFacts, options: ImportOptions) {
    self.facts = facts
    self.options = options
  }

  /// What came of reading a source.
  package struct Outcome: Sendable {
    /// What was found.
    package var counts: ImportCounts
    /// Where to go on when the source has grown: after the last document that is complete.
    ///
    /// Nil where that would not be the same as reading it from its beginning: documents that belong
    /// together, documents without an id (the same one may follow), a text that had to be decoded.
    package var next: SourcePlace?
  }

  /// Reads a source to its end.
  ///
  /// - Parameters:
  ///   - source: The source; from `start` on, if a place is given.
  ///   - start: Where an earlier reading stopped, as it said itself.
  ///   - body: Called with each batch; an error that it throws ends the reading.
  /// - Returns: What was found, and where to go on.
  /// - Throws: Only what `body` throws.
  package func read(
    _ source: any ByteSource, from start: SourcePlace? = nil, _ body: (Batch) throws -> Void
  ) throws -> Outcome {
    var session = Session(facts: facts, options: options)
    var next: SourcePlace?
    if let opened = open(source, start, &session) {
      // The rest of a source is a log of lines: a table is always read from its first row.
      switch start == nil ? TableProbe.look(at: opened.window, options) : .other {
      case .other:
        var framer = DocumentFramer(opened.window, startingAt: start ?? SourcePlace())
        try read(&framer, &session, body)
        let isResumable =
          opened.isVerbatim && framer.isBetweenDocuments && session.isResumable
          && (start != nil || !session.isEmpty)
        next = isResumable ? session.unfinished ?? framer.place : nil
      case .table(let layout):
        var framer = TableFramer(opened.window, layout)
        try read(&framer, &session, body)
      case .unmapped(let columns): session.setAsideTable(columns)
      case .missing(let column, let columns): session.setAsideTable(columns, lacks: column)
      }
    }
    session.finish()
    try body(session.takeBatch())
    return Outcome(counts: session.counts, next: session.keepsKeys ? nil : next)
  }

  private func read(
    _ framer: inout some LogFramer, _ session: inout Session, _ body: (Batch) throws -> Void
  ) throws {
    while let item = next(&framer, &session), session.take(item, framer.parser) {
      if session.isBatchFull { try body(session.takeBatch()) }
    }
  }

  /// The source as text; nil if it is none, or cannot be read at all.
  private func open(
    _ source: any ByteSource, _ start: SourcePlace?, _ session: inout Session
  ) -> (window: ByteWindow, isVerbatim: Bool)? {
    if let start { return (ByteWindow(source, offset: start.byteOffset), true) }
    do throws(SourceError) {
      let text = try LogText.open(source)
      if text.content == .text { return (ByteWindow(text.source), text.isVerbatim) }
      session.setAside(SourcePlace(), text.content.reason)
    } catch {
      session.setAside(SourcePlace(), .damaged(error))
    }
    return nil
  }

  /// The next piece; nil at the end, or where the source cannot be read any further.
  private func next(_ framer: inout some LogFramer, _ session: inout Session) -> FramedItem? {
    do throws(SourceError) {
      return try framer.next()
    } catch {
      session.setAside(framer.place, .damaged(error))
      session.isDamaged = true
      return nil
    }
  }
}

/// The state of reading one source.
private struct Session {
  private var reader: DocumentReader
  private var maker: RecordMaker
  private var batch = LogReader.Batch()
  private var setAside = ImportCounts()
  private var documents = 0
  /// Where the last line begins that somebody is still writing.
  private(set) var unfinished: SourcePlace?
  /// Whether the source could not be read to its end.
  var isDamaged = false
  /// Responses on their way to becoming records; empty in between, kept for its room.
  private var ready: [ResponseSnapshot] = []

  /// How many unreadable places a source may begin with before it is taken for no log at all.
  private static let patience = 50_000

  /// Whether rows have been read by the hundred and not one could be: then the map is wrong, and a
  /// million more would say so a million times.
  private var isHopelessTable = false

  /// How many rows are tried before a table is given up of which none can be read.
  private static let hopelessRows = 1000

  init(facts: SourceFacts, options: ImportOptions) {
    reader = DocumentReader(options: options)
    maker = RecordMaker(options: options, facts: facts)
  }

  var isBatchFull: Bool {
    batch.usage.rows.count >= LogReader.batchSize
      || documents > 0 && batch.quarantined.count >= LogReader.batchSize
  }

  /// Whether what was read so far says nothing about what may follow.
  var isResumable: Bool { !isDamaged && !reader.spansDocuments }

  /// Whether nothing could be read yet.
  var isEmpty: Bool { documents == 0 }

  /// Whether a key depends on how often the same document stood in the source before.
  var keepsKeys: Bool { maker.counts.keysDerived > 0 }

  /// Everything counted so far.
  var counts: ImportCounts {
    var sum = setAside
    sum += reader.counts
    sum += maker.counts
    sum.repeated += reader.assembler.repeated + reader.spans.repeats
    return sum
  }

  /// Takes in a piece of the source; false if reading on makes no sense.
  mutating func take(_ item: FramedItem, _ parser: JSONParser) -> Bool {
    switch item {
    case .document(let text, let place, let group):
      documents += 1
      read(text, place, group, parser)
    case .row(let object, let text, let place, let isOpen):
      documents += 1
      reader.isOpenRow = isOpen
      readRow(object, text, place, parser)
    case .groupEnd(let number):
      reader.assembler.end(number)
    case .unreadable(let place, let reason):
      setAside(place, reason)
      if documents == 0, batch.quarantined.count > Session.patience { return false }
    case .unfinishedLine(let place):
      setAside.unfinishedLines += 1
      unfinished = place
    }
    makeRecords()
    if case .row = item, documents == Session.hopelessRows, batch.usage.rows.isEmpty,
      setAside.quarantined == documents
    {
      isHopelessTable = true
    }
    return !isHopelessTable
  }

  private mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, _ place: SourcePlace, _ group: DocumentGroup?,
    _ parser: JSONParser
  ) {
    let recognition = parser.withRoot(of: text) { root in
      reader.read(root, text: text, place: place, group: group)
    }
    if recognition == .unrecognized {
      setAside.unrecognized += 1
      batch.quarantined.append(
        QuarantinedPlace(
          place: place, code: "unrecognized",
          explanation: "JSON, but no usage of a kind that is known"))
    }
    takeFaults()
  }

  private mutating func takeFaults() {
    for fault in reader.takeFaults() {
      setAside.quarantined += 1
      batch.quarantined.append(fault)
    }
  }

  private mutating func readRow(
    _ object: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>,
    _ place: SourcePlace, _ parser: JSONParser
  ) {
    let recognition = parser.withRoot(of: object) { root in
      reader.read(root, text: text, place: place, group: nil)
    }
    // A row without a single count: the cells are empty.
    if recognition == .unrecognized { setAside.withoutUsage += 1 }
    takeFaults()
  }

  /// Notes a table of which nobody said what its columns mean, or which lacks a column of the map.
  mutating func setAsideTable(_ columns: [String], lacks column: String? = nil) {
    var place = QuarantinedPlace(
      place: SourcePlace(), code: QuarantinedPlace.unmappedTable,
      explanation: "a table of \(columns.count) columns, and nothing says what they mean")
    if let column {
      place.code = QuarantinedPlace.missingColumn
      place.explanation = "the map names a column \(column), which this table has not"
    }
    place.shownColumns = columns.joined(separator: ", ")
    setAside.quarantined += 1
    batch.quarantined.append(place)
  }

  mutating func setAside(_ place: SourcePlace, _ reason: UnreadableReason) {
    setAside.quarantined += 1
    batch.quarantined.append(
      QuarantinedPlace(place: place, code: reason.code, explanation: reason.explanation))
  }

  /// Completes everything that is open.
  ///
  /// A source in which not one document could be read is one thing that is no log, not thousands
  /// of bad lines.
  mutating func finish() {
    reader.finish()
    batch.coveredSpans += reader.spans.takeCovered(all: true)
    makeRecords()
    guard documents == 0 || isHopelessTable, setAside.quarantined > 1,
      let first = batch.quarantined.first
    else { return }
    batch.quarantined = [first]
    setAside.quarantined = 1
  }

  mutating func takeBatch() -> LogReader.Batch {
    batch.coveredSpans += reader.spans.takeCovered()
    maker.beginBatch()
    var taken = LogReader.Batch()
    swap(&taken, &batch)
    return taken
  }

  private mutating func makeRecords() {
    // A local list is read in place; a property would be copied element by element, since `maker`
    // is changed meanwhile.
    guard reader.assembler.hasReady else { return }
    var responses: [ResponseSnapshot] = []
    swap(&responses, &ready)
    reader.assembler.takeReady(into: &responses)
    for index in responses.indices {
      do throws(CountFault) {
        try maker.add(responses[index], to: &batch.usage)
      } catch {
        setAside.quarantined += 1
        batch.quarantined.append(
          QuarantinedPlace(
            place: responses[index].place, code: error.code, explanation: error.explanation))
      }
    }
    responses.removeAll(keepingCapacity: true)
    swap(&responses, &ready)
  }
}
