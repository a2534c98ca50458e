import Dispatch
import Importing
import Ledger
import Usage

/// Reads a source on other threads, while the caller writes what has been read.
///
/// Reading a line and writing its record take about as long as each other. What was read comes in
/// order and through a short queue, so the ledger is the same as if one thread did both in turn,
/// and memory does not grow with the source. The caller's thread alone touches the ledger.
enum ReadAhead {
  /// A file shorter than this is read by the caller: it takes less time than waking a thread.
  private static let smallFile: Int64 = 1 << 17

  /// Reads everything, calling `body` with each batch on the caller's thread; an error that `body`
  /// throws ends it.
  ///
  /// - Parameters:
  ///   - source: The source; from `start` on, if a place is given.
  ///   - start: Where an earlier reading stopped.
  ///   - size: How long the file is; nil for what is none.
  ///   - facts: What is known about the source.
  ///   - options: What is known about logs.
  ///   - thresholds: The context thresholds of the ledger, for which batches are prepared.
  ///   - body: Called with each batch, and what was prepared of it.
  /// - Returns: What was found.
  /// - Throws: What `body` throws.
  static func read(
    _ source: FileSource, from start: SourcePlace? = nil, size: Int64? = nil, facts: SourceFacts,
    options: ImportOptions, thresholds: ContextThresholds = ContextThresholds([]),
    _ body: (LogReader.Batch, PreparedBatch?) throws -> Void
  ) throws -> LogReader.Outcome {
    if let size {
      if size - (start?.byteOffset ?? 0) < smallFile {
        return try LogReader(facts: facts, options: options).read(source, from: start) {
          try body($0, nil)
        }
      }
      if let plan = PiecePlan(source, from: start, size: size, options: options) {
        let part = Part(source: source, plan: plan, start: start, facts: facts)
        var outcome = LogReader.Outcome()
        try readPieces(
          of: [part], in: PieceOrder(count: plan.count), options: options, thresholds: thresholds,
          body: { try body($1, $2) }, end: { outcome = $1 })
        return outcome
      }
    }
    return try readOnOneThread(source, from: start, facts: facts, options: options, body)
  }

  /// What the thread that reads hands to the one that writes.
  private enum Piece: Sendable {
    case batch(LogReader.Batch)
    case end(LogReader.Outcome)
  }

  /// Reads a source from its beginning to its end, or what pieces have left of it.
  static func readOnOneThread(
    _ source: FileSource, from start: SourcePlace?, after pieces: PieceSum? = nil,
    facts: SourceFacts, options: ImportOptions,
    _ body: (LogReader.Batch, PreparedBatch?) throws -> Void
  ) throws -> LogReader.Outcome {
    // With one thread reading and one writing, two batches that wait are never too few.
    let handover = Handover<Piece>(depth: 2)
    DispatchQueue.global().async {
      // It throws only what `put` does: then nobody waits for the end.
      let reader = LogReader(facts: facts, options: options)
      let outcome = try? reader.read(source, from: start, after: pieces) { batch in
        try handover.put(.batch(batch))
      }
      if let outcome { try? handover.put(.end(outcome)) }
    }
    // Whoever is waiting for room must not wait for ever.
    defer { handover.abandon() }
    while true {
      switch handover.take() {
      case .batch(let batch): try body(batch, nil)
      case .end(let outcome): return outcome
      }
    }
  }
}
