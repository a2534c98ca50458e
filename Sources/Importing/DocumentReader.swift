import JSONText
import Usage

/// Recognises what a document is and hands what it says to the assembler.
///
/// One reader serves one source from its first document to its last: Live sessions and streams
/// have state that spans documents.
struct DocumentReader {
  let options: ImportOptions
  var assembler: ResponseAssembler
  var spans = SpanTree()
  var counts = ImportCounts()
  /// Documents of a known kind with a field that cannot be right.
  private(set) var faults: [QuarantinedPlace] = []
  /// What is known of a source that is a coding agent's session log.
  var sessions = SessionState()
  /// The names of models, which every line repeats.
  var names = NameCache()
  private var placesOfForms = FormTable<DocumentShape.Places>()
  private var live = LiveFormat()
  private var mapped: MappedRowFormat?
  /// Whether the document read last was a response of generateContent, by itself.
  private(set) var sawResponse = false
  /// Whether the row being read is one that somebody may still be writing.
  var isOpenRow = false
  /// Streams whose events do not say to which response they belong.
  var streams = OpenStreams()
  /// For JSON that stands as text in a document; the framer's parser holds the document's nodes.
  let nestedParser = JSONParser(nodeLimit: 1 << 18)
  var isNested = false
  /// Groups of documents that stand inside one document; numbered apart from the framer's.
  private var nestedGroups = 0
  /// Whether some documents were parts of something larger, which reading cannot begin inside.
  var spansDocuments = false
  /// How many lists and bodies the document being read stands in.
  var depth = 0

  /// No API nests responses in responses; a text that does so hundreds of times would use up the
  /// stack of a thread, half a megabyte where threads are small.
  static let greatestDepth = 16

  init(options: ImportOptions, openResponses: Int = ResponseAssembler.usualCapacity) {
    self.options = options
    assembler = ResponseAssembler(options: options, capacity: openResponses)
    mapped = options.columns.map {
      MappedRowFormat($0, start: options.time, parser: nestedParser)
    }
  }

  /// Says that rows of a table follow, and whether `1.000` may be a thousand in it.
  mutating func readTable(pointsMayGroup: Bool) { mapped?.pointsMayGroup = pointsMayGroup }

  /// Whether nothing that was read so far makes a difference to how the next document is read.
  var isStateless: Bool {
    !spansDocuments && !sessions.isSessionLog && mapped == nil && streams.isUntouched
      && spans.isUntouched
  }

  /// What a document turned out to be.
  enum Recognition {
    case recognized
    case unrecognized
  }

  /// Where a document stands: its bytes give a key to responses without an id.
  struct Source {
    let text: UnsafeBufferPointer<UInt8>
    let place: SourcePlace
    let group: DocumentGroup?
    /// Whether nothing but whole responses stands in such a place.
    var isOfWhole = false

    /// The same place for a response by itself.
    var alone: Source { Source(text: text, place: place, group: nil) }

    /// The same place for a row of somebody's own, which is no chunk of a stream unless it stands
    /// in the data of one.
    var asRow: Source { group?.isArray == true ? alone : self }

    /// Whether it is in the data of an event stream, or in the list of a stream's chunks.
    var isInStream: Bool { group.map { !$0.isArray && !$0.isBesideEvents } ?? false }

    /// The same place for a response that is never a part of a stream.
    var whole: Source { Source(text: text, place: place, group: nil, isOfWhole: true) }
  }

  /// Reads one document, whose text may be of a form that was read before.
  mutating func read(
    _ document: JSONView, text: UnsafeBufferPointer<UInt8>, form: Int?, place: SourcePlace,
    group: DocumentGroup?
  ) -> Recognition {
    sawResponse = false
    if group != nil { spansDocuments = true }
    if document.kind == .array {
      return readList(document, text: text, place: place, isStream: false)
    }
    guard document.kind == .object else { return .unrecognized }
    let source = Source(text: text, place: place, group: group)
    return read(document, shape(of: document, form: form), source)
  }

  /// The shape of a document, which is that of every document of its form.
  private mutating func shape(of document: JSONView, form: Int?) -> DocumentShape {
    guard let form else { return DocumentShape(document) }
    if let known = placesOfForms[form] { return DocumentShape(document, known) }
    let places = DocumentShape(document).places
    placesOfForms[form] = places
    return DocumentShape(document, places)
  }

  /// Completes what is still open at the end of the source, but for the responses that the assembler
  /// holds by their keys.
  mutating func finish() {
    for turn in live.finish() { assembler.observe(turn, group: nil) }
    for call in spans.finish() { assembler.observe(call, group: nil) }
    counts.withoutUsage += streams.takeEndedWithoutUsage()
    assembler.finishGroups()
    assembler.endRun()
  }

  /// How many answers it has found to be silent.
  @inline(__always)
  var silentCounts: SilentCounts {
    SilentCounts(withoutUsage: counts.withoutUsage, errors: counts.errorBodies)
  }

  /// Whether there are any.
  var hasFaults: Bool { !faults.isEmpty }

  /// The documents with faulty fields found since the last call.
  mutating func takeFaults() -> [QuarantinedPlace] {
    guard !faults.isEmpty else { return [] }
    defer { faults.removeAll() }
    return faults
  }

  func accepts(_ format: InputFormat) -> Bool {
    options.format == nil || options.format == format
  }

  /// Reads a row of a table, or a JSON line of which a map says what is what.
  private mutating func readMapped(_ document: JSONView, _ source: Source) -> Recognition {
    do throws(DocumentFault) {
      switch try mapped?.read(document, text: source.text) {
      case .request(let snapshot): observeSum(snapshot, source, user: document)
      case .failed: counts.errorBodies += 1
      case nil: return .unrecognized
      }
    } catch {
      setAside(source, code: error.code, error.explanation)
    }
    return .recognized
  }

  private mutating func read(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition {
    if !isNested, mapped?.matches(document) == true { return readMapped(document, source) }
    if shape.isErrorBody { return readError(source) }
    if accepts(.usageLine), UsageLineFormat.matches(shape) {
      return readUsageLine(document, shape, source)
    }
    if accepts(.live), LiveFormat.matches(shape, document) {
      readLive(document, shape, source)
      return .recognized
    }
    if accepts(.qwenCode), QwenCodeFormat.matches(shape, document) {
      sessions.isSessionLog = true
      observeCopy(QwenCodeFormat.snapshot(document, shape, &names), source, user: document)
      return .recognized
    }
    if accepts(.gemini), GenerateContentFormat.matches(shape) {
      readResponse(document, shape, source)
      return .recognized
    }
    return readOther(document, shape, source) ?? readWrapped(document, shape, source)
  }

  /// A response by itself, or inside an app's own log row `{timestamp, model, usageMetadata, …}`.
  private mutating func readResponse(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) {
    if shape.isCachedContent {
      counts.notUsage += 1
      return
    }
    // Most documents are of this kind: theirs is written where it will stand.
    let draft = assembler.roomForDraft().newDraft()
    GenerateContentFormat.read(shape, into: &draft.pointee, &names)
    let isRow =
      draft.pointee.key == nil && !source.isInStream && GenerateContentFormat.isRow(document, shape)
    if draft.pointee.time == nil {
      draft.pointee.time = FieldReading.instant(shape.rowTime ?? shape.time)
    }
    if isRow {
      draft.pointee.isFinished = true
      draft.pointee.isRow = true
      draft.pointee.key = RequestIdentity.ownRow(shape, response: nil, time: draft.pointee.time)
    }
    if let model = shape.model {
      draft.pointee.requestedModel = FieldReading.modelName(model, &names)
    }
    complete(&draft.pointee, source, user: document)
    sawResponse = !isNested && !document.place.isSet && draft.pointee.isFinished && !isRow
    assembler.admitDraft(group: isRow ? source.asRow.group : source.group)
  }

  private mutating func readLive(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) {
    let origin = LiveFormat.Origin(
      text: source.text, place: source.place, user: user(of: document))
    spansDocuments = true
    for turn in live.observe(document, shape, origin, &names) {
      assembler.observe(turn, group: nil)
    }
  }

  /// An error body; inside a stream it says that the stream was cut.
  private mutating func readError(_ source: Source) -> Recognition {
    countError(source)
    return .recognized
  }

  /// Counts an error; inside a stream it says that the stream was cut.
  mutating func countError(_ source: Source) {
    if let group = source.group, assembler.cut(group) { return }
    // In a log of events, one a line, it is the message that began last.
    if let key = streams.message(in: source.group)?.key, assembler.cut(key) { return }
    counts.errorBodies += 1
  }

  /// Sets a place aside; its text is not kept.
  mutating func setAside(_ source: Source, code: String, _ explanation: String) {
    faults.append(
      QuarantinedPlace(
        place: source.place, code: code, explanation: explanation,
        content: PlaceContent.hash(source.text)))
  }

  private mutating func readUsageLine(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition {
    do throws(DocumentFault) {
      if let snapshot = try UsageLineFormat.snapshot(document, shape, &names) {
        observe(snapshot, source.whole, user: document)
      } else {
        counts.errorBodies += 1
      }
    } catch {
      setAside(source, code: error.code, error.explanation)
    }
    return .recognized
  }

  /// A top-level array, or the list of one stream's chunks.
  mutating func readList(
    _ list: JSONView, text: UnsafeBufferPointer<UInt8>, place: SourcePlace, isStream: Bool
  ) -> Recognition {
    guard depth < DocumentReader.greatestDepth else { return .unrecognized }
    depth += 1
    defer { depth -= 1 }
    nestedGroups -= 1
    let group = DocumentGroup(number: nestedGroups, isArray: !isStream)
    var recognition = Recognition.unrecognized
    for element in list.elements where element.kind == .object {
      let source = Source(text: element.raw, place: place, group: group)
      if read(element, DocumentShape(element), source) == .recognized { recognition = .recognized }
    }
    assembler.end(group.number)
    return recognition
  }

  mutating func observe(
    _ snapshot: consuming ResponseSnapshot, _ source: Source, user document: JSONView
  ) {
    complete(&snapshot, source, user: document)
    assembler.observe(consume snapshot, group: source.group)
  }

  /// Adds what is known of a response from where it stands.
  ///
  /// `mutating` although it changes nothing: otherwise the reader, two kilobytes, would be copied.
  private mutating func complete(
    _ snapshot: inout ResponseSnapshot, _ source: Source, user document: JSONView
  ) {
    snapshot.place = source.place
    if source.isOfWhole, snapshot.isAtEnd || snapshot.isRewritten { snapshot.extent = .whole }
    if snapshot.key == nil, snapshot.contentHash == ResponseSnapshot.noHash {
      snapshot.contentHash = RequestIdentity.contentHash(source.text)
    }
    if let user = user(of: document) { snapshot.user = user }
    if isOpenRow, snapshot.key == nil { snapshot.flags.insert(.rowIsOpen) }
  }

  func user(of document: JSONView) -> String? {
    options.userField.isEmpty ? nil : document.value(at: options.userField)?.scalarText
  }
}
