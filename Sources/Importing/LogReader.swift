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
    /// Responses without usage, and error answers.
    package var silent: [SilentAnswer] = []
    /// Spans that did not stand in the source, although usage below them did: usage of theirs, in
    /// whatever source, repeats it.
    ///
    /// Also what pieces of the source know its requests by; a key whose lower half is 0 stands for
    /// all with its upper half.
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
    /// The byte at which reading ended: the end of the source, or where it could be read no further.
    package var end: Int64 = 0

    /// What came of reading nothing, unless something else is said.
    package init(counts: ImportCounts = ImportCounts(), next: SourcePlace? = nil, end: Int64 = 0) {
      self.counts = counts
      self.next = next
      self.end = end
    }
  }

  /// Reads a source to its end.
  ///
  /// - Parameters:
  ///   - source: The source; from `start` on, if a place is given.
  ///   - start: Where an earlier reading stopped, as it said itself.
  ///   - pieces: What was read before `start`, piece by piece, for the rest to be added to.
  ///   - body: Called with each batch; an error that it throws ends the reading.
  /// - Returns: What was found, and where to go on.
  /// - Throws: Only what `body` throws.
  package func read(
    _ source: any ByteSource, from start: SourcePlace? = nil, after pieces: PieceSum? = nil,
    _ body: (Batch) throws -> Void
  ) throws -> Outcome {
    var session = ReadingSession(facts: facts, options: options)
    if let pieces { session.goOn(after: pieces) }
    var next: SourcePlace?
    var end: Int64 = 0
    if let opened = open(source, start, &session) {
      let textStart = opened.window.offset
      // The rest of a source is a log of lines: a table is always read from its first row.
      switch start == nil ? TableProbe.look(at: opened.window, options) : .other {
      case .other:
        var framer = DocumentFramer(opened.window, startingAt: start ?? SourcePlace())
        try read(&framer, &session, body)
        end = framer.place.byteOffset
        let isResumable =
          opened.isVerbatim && framer.isBetweenDocuments && session.isResumable
          && (start != nil || !session.isEmpty)
        next = isResumable ? session.unfinished ?? framer.place : nil
      case .table(let layout):
        session.beginTable(layout)
        var framer = TableFramer(opened.window, layout, textStart: textStart)
        try read(&framer, &session, body)
        end = framer.place.byteOffset
      case let refused:
        session.setAsideTable(refused)
        end = .max
      }
    }
    session.finish()
    try body(session.takeBatch())
    var counts = session.counts
    if let pieces { counts += pieces.counts }
    return Outcome(counts: counts, next: counts.keysDerived > 0 ? nil : next, end: end)
  }

  private func read(
    _ framer: inout some LogFramer, _ session: inout ReadingSession, _ body: (Batch) throws -> Void
  ) throws {
    while let item = next(&framer, &session), session.take(item, framer.parser) {
      if session.isBatchFull { try body(session.takeBatch()) }
    }
  }

  /// The source as text; nil if it is none, or cannot be read at all.
  private func open(
    _ source: any ByteSource, _ start: SourcePlace?, _ session: inout ReadingSession
  ) -> (window: ByteWindow, isVerbatim: Bool)? {
    if let start { return (ByteWindow(source, offset: start.byteOffset), true) }
    do throws(SourceError) {
      let text = try LogText.open(source)
      if text.content == .text {
        return (ByteWindow(text.source, offset: text.markLength), text.isVerbatim)
      }
      session.setAside(SourcePlace(), text.content.reason, content: nil)
    } catch {
      session.setAside(SourcePlace(), .damaged(error), content: nil)
    }
    return nil
  }

  /// The next piece; nil at the end, or where the source cannot be read any further.
  private func next(_ framer: inout some LogFramer, _ session: inout ReadingSession) -> FramedItem?
  {
    do throws(SourceError) {
      return try framer.next()
    } catch {
      session.setAside(framer.place, .damaged(error), content: nil)
      session.isDamaged = true
      return nil
    }
  }
}
