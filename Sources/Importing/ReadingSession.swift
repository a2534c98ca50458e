import JSONText
import Quantities
import Usage

/// The state of reading one source, or a piece of one: takes in documents, and gives batches.
struct ReadingSession {
  private var reader: DocumentReader
  private var maker: RecordMaker
  private var batch = LogReader.Batch()
  private var setAside = ImportCounts()
  private(set) var documents = 0
  /// Where the last line begins that somebody is still writing.
  private(set) var unfinished: SourcePlace?
  /// Whether the source could not be read to its end.
  var isDamaged = false
  /// Whether the end of the source, and nothing in it, completes what is open.
  private var isEnding = false
  /// Responses on their way to becoming records; empty in between, kept for its room.
  private var ready: [ResponseSnapshot] = []

  /// How many unreadable places a source may begin with before others are kept as one.
  private static let patience = 10_000

  /// The patterns of the batch's responses; nil where responses may be parts of others.
  private var patterns: ResponsePatterns?

  /// For how many places the last one stands beside itself.
  private var placesInLast = 0

  /// Whether rows have been read by the hundred and not one could be: then the map is wrong, and a
  /// million more would say so a million times.
  private var isHopelessTable = false

  /// How many rows are tried before a table is given up of which none can be read.
  private static let hopelessRows = 1000

  init(
    facts: SourceFacts, options: ImportOptions,
    openResponses: Int = ResponseAssembler.usualCapacity
  ) {
    reader = DocumentReader(options: options, openResponses: openResponses)
    maker = RecordMaker(options: options, facts: facts)
  }

  /// Goes on where pieces that were read by themselves end.
  mutating func goOn(after pieces: PieceSum) {
    documents = pieces.documents
    maker.derivedKeys = pieces.derivedKeys
  }

  /// Reads on as in a piece of a source, which means the same by itself or is not used.
  ///
  /// Keys that are derived from content stay as they are for a first document of its kind. Whole
  /// responses wait for no others, so one that fits a pattern is a record at once.
  mutating func readPiece(_ patterns: ResponsePatterns) {
    maker.derivedKeys = nil
    patterns.beginBatch()
    self.patterns = patterns
  }

  var isBatchFull: Bool {
    batch.usage.rows.count >= LogReader.batchSize
      || documents > 0 && batch.quarantined.count >= LogReader.batchSize
      || batch.silent.count >= LogReader.batchSize
  }

  /// Whether what was read so far says nothing about what may follow.
  var isResumable: Bool {
    !isDamaged && !reader.spansDocuments && reader.streams.areAtEnd
      && !reader.assembler.hasOpenStream
  }

  /// The first record of the batch.
  var firstRow: UsageBatch.Row? { batch.usage.rows.first }

  /// Whether nothing could be read yet.
  var isEmpty: Bool { documents == 0 }

  /// Whether everything that was read would have been read the same whatever stood around it.
  var isSelfContained: Bool {
    !isDamaged && reader.isStateless && !reader.assembler.sawParts
      && batch.quarantined.count <= LogReader.batchSize
      && batch.usage.rows.count <= LogReader.batchSize * 8
  }

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
      if documents == 0 { tellPlacesInLast() }
      documents += 1
      let pattern = parser.pattern
      if let pattern {
        if group == nil, read(text, of: pattern, place, parser) { return true }
        // So far the parser has found a few of its values. It is JSON, so this cannot fail.
        try? parser.parseAgain(text)
      }
      let records = batch.usage.rows.count
      read(text, place, group, parser)
      makeRecords()
      // One record came of it: what it has in common with others, others may say again.
      if batch.usage.rows.count == records + 1 { learn(pattern, text, parser) }
    case .row(let object, let text, let place, let isOpen):
      documents += 1
      reader.isOpenRow = isOpen
      readRow(object, text, place, parser)
    case .groupEnd(let number):
      reader.assembler.endRun()
      reader.assembler.end(number)
    case .unreadable(let place, let reason, let content):
      reader.assembler.endRun()
      setAside(place, reason, content: content)
      if documents == 0, reason == .binary { return false }
    case .unfinishedLine(let place):
      setAside.unfinishedLines += 1
      unfinished = place
    }
    makeRecords()
    if case .row = item, documents == ReadingSession.hopelessRows, batch.usage.rows.isEmpty,
      setAside.quarantined == documents
    {
      isHopelessTable = true
    }
    return !isHopelessTable
  }

  /// Reads a response of a pattern; false, and nothing has changed, where it has to be read as any other.
  private mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, of pattern: Int, _ place: SourcePlace, _ parser: JSONParser
  ) -> Bool {
    guard let known = patterns?[pattern] else { return false }
    return parser.withRoot(of: text) {
      maker.add($0, of: known, line: place.line, to: &batch.usage)
    }
  }

  /// Remembers the pattern of the response of which the last record was made.
  private func learn(
    _ pattern: Int?, _ text: UnsafeBufferPointer<UInt8>, _ parser: JSONParser
  ) {
    guard let patterns, reader.sawResponse, let row = batch.usage.rows.last else { return }
    parser.withRoot(of: text) { patterns.learn($0, text, by: parser, pattern: pattern, row) }
  }

  private mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, _ place: SourcePlace, _ group: DocumentGroup?,
    _ parser: JSONParser
  ) {
    let before = reader.silentCounts
    let recognition = parser.withRoot(of: text) { root in
      reader.read(root, text: text, form: parser.form, place: place, group: group)
    }
    reader.assembler.endDocument()
    noteSilent(since: before, PlaceContent.hash(text))
    if recognition == .unrecognized {
      setAside.unrecognized += 1
      batch.quarantined.append(
        QuarantinedPlace(
          place: place, code: "unrecognized",
          explanation: "JSON, but no usage of a kind that is known",
          content: PlaceContent.hash(text)))
    }
    takeFaults()
  }

  /// Notes the answers without usage that the reader has counted since, in one text.
  @inline(__always)
  private mutating func noteSilent(
    since before: SilentCounts, _ content: @autoclosure () -> Int64?
  ) {
    let now = reader.silentCounts
    if now != before { batch.silent.note(since: before, now, content: content()) }
  }

  private mutating func takeFaults() {
    guard reader.hasFaults else { return }
    for fault in reader.takeFaults() {
      setAside.quarantined += 1
      batch.quarantined.append(fault)
    }
  }

  private mutating func readRow(
    _ object: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>,
    _ place: SourcePlace, _ parser: JSONParser
  ) {
    let before = reader.silentCounts
    let recognition = parser.withRoot(of: object) { root in
      reader.read(root, text: text, form: nil, place: place, group: nil)
    }
    noteSilent(since: before, PlaceContent.hash(text))
    // A row without a single count: the cells are empty.
    if recognition == .unrecognized {
      setAside.withoutUsage += 1
      batch.silent.append(SilentAnswer(content: PlaceContent.hash(text), isError: false))
    }
    takeFaults()
  }

  /// Takes note of how a table is written: with a comma between its cells, none begins a fraction.
  mutating func beginTable(_ layout: TableLayout) {
    reader.readTable(pointsMayGroup: layout.delimiter != UInt8(ascii: ","))
  }

  /// Notes a table whose columns nobody explained, or not well enough.
  mutating func setAsideTable(_ recognition: TableLayout.Recognition) {
    switch recognition {
    case .other, .table: return
    case .unmapped(let columns):
      setAsideTable(
        columns, QuarantinedPlace.unmappedTable,
        "a table of \(Phrase.counted(columns.count, "column")), and nothing says what "
          + (columns.count == 1 ? "it means" : "they mean"))
    case .missing(let column, let columns):
      setAsideTable(
        columns, QuarantinedPlace.missingColumn,
        "the map names a column \(column), which this table has not")
    case .ambiguous(let column, let columns):
      setAsideTable(
        columns, QuarantinedPlace.ambiguousColumn,
        "the map names a column \(column), and this table has two of that name")
    }
  }

  private mutating func setAsideTable(
    _ columns: [String], _ code: String, _ explanation: String
  ) {
    var place = QuarantinedPlace(place: SourcePlace(), code: code, explanation: explanation)
    place.shownColumns = TableHeader(columns: columns).shownColumns
    setAside.quarantined += 1
    batch.quarantined.append(place)
  }

  /// Notes a place that could not be read.
  ///
  /// Before the first document they are many where a log begins with something else, and one where
  /// it is no log at all. Which it is shows at the end, so from some number on they are kept as one
  /// place: a log of any length takes no more memory, and what follows is read.
  mutating func setAside(_ place: SourcePlace, _ reason: UnreadableReason, content: Int64?) {
    if documents == 0, batch.quarantined.count >= ReadingSession.patience {
      placesInLast += 1
      return
    }
    setAside.quarantined += 1
    batch.quarantined.append(
      QuarantinedPlace(
        place: place, code: reason.code, explanation: reason.explanation, content: content))
  }

  /// Says of the last place how many others it stands for.
  private mutating func tellPlacesInLast() {
    guard placesInLast > 0, let last = batch.quarantined.indices.last else { return }
    batch.quarantined[last].explanation +=
      "; nor could \(Phrase.counted(placesInLast, "place")) after it be read"
    placesInLast = 0
  }

  /// Completes everything that is open.
  mutating func complete() {
    let before = reader.silentCounts
    reader.finish()
    noteSilent(since: before, nil)
    batch.coveredSpans += reader.spans.takeCovered(all: true) + reader.sessions.codex.takeCovered()
    makeReadyRecords()
    reader.assembler.closeAll().removeAll { makeRecord(of: &$0) }
  }

  /// Completes everything that is open at the end of the source.
  ///
  /// A source in which not one document could be read is one thing that is no log, not thousands
  /// of bad lines.
  mutating func finish() {
    isEnding = true
    complete()
    guard documents == 0 || isHopelessTable, setAside.quarantined > 1,
      let first = batch.quarantined.first
    else { return }
    batch.quarantined = [first]
    setAside.quarantined = 1
  }

  /// Makes room for so many records.
  mutating func reserve(_ records: Int) { batch.usage.reserve(records) }

  mutating func takeBatch() -> LogReader.Batch {
    batch.coveredSpans += reader.spans.takeCovered() + reader.sessions.codex.takeCovered()
    maker.beginBatch()
    patterns?.beginBatch()
    var taken = LogReader.Batch()
    // After a full batch there will be another.
    if isBatchFull { taken.usage.reserve(LogReader.batchSize) }
    swap(&taken, &batch)
    return taken
  }

  private mutating func makeRecords() {
    if reader.assembler.hasReady { makeReadyRecords() }
    guard reader.assembler.isOverfull else { return }
    reader.assembler.closeOldest().removeOldest { makeRecord(of: &$0) }
  }

  private mutating func makeReadyRecords() {
    // A local list is changed in place; a property would be copied element by element.
    var responses: [ResponseSnapshot] = []
    swap(&responses, &ready)
    reader.assembler.takeReady(into: &responses)
    for index in responses.indices { makeRecord(of: &responses[index]) }
    responses.removeAll(keepingCapacity: true)
    swap(&responses, &ready)
  }

  /// Adds the record of a response; `inout`, since a value that is only looked at would be copied.
  ///
  /// A response without an id that the end of the source completes may go on when it has grown,
  /// and then has another key.
  private mutating func makeRecord(of response: inout ResponseSnapshot) {
    if !response.settled.isEmpty, var faulty = response.takeSettled(reader.options) {
      makeRecord(of: &faulty)
    }
    if isEnding, response.key == nil { response.flags.insert(.rowIsOpen) }
    do throws(CountFault) {
      if let silent = try maker.add(&response, to: &batch.usage) { batch.silent.append(silent) }
    } catch {
      setAside.quarantined += 1
      batch.quarantined.append(
        QuarantinedPlace(
          place: response.place, code: error.code, explanation: error.explanation,
          content: PlaceContent.hash(response)))
    }
  }
}
