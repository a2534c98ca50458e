import Dispatch
import Importing
import Ledger
import Usage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ReadAhead {
  /// More readers than these are faster than any writer; each holds some two megabytes.
  private static let mostThreads = 4

  /// One of several files that are read together.
  struct Part: Sendable {
    let source: FileSource
    let plan: PiecePlan
    /// Where an earlier reading stopped.
    var start: SourcePlace?
    let facts: SourceFacts
  }

  /// Reads the pieces of files on several threads; an error that `body` or `end` throws ends it.
  ///
  /// Whoever is free takes the next piece, the caller too while it has nothing to write, and the
  /// caller gets them in their order, so the ledger is the same as if one thread had read the files.
  /// There are as many threads as processors: of one more, the caller, for whom all others wait in
  /// the end, would be the one that has to share. No reader is more than a few pieces ahead. From the
  /// first piece of a file on that does not mean the same by itself, one thread reads the rest of it.
  ///
  /// - Parameters:
  ///   - parts: The files.
  ///   - order: The order of their pieces.
  ///   - options: What is known about logs.
  ///   - thresholds: The context thresholds of the ledger, for which batches are prepared.
  ///   - body: Called with each batch, what was prepared of it, and the position of its file.
  ///   - end: Called with what was found in a file, after the last of its batches.
  /// - Throws: What `body` and `end` throw, or `SourceError` where a file cannot be read in its middle.
  static func readPieces(
    of parts: [Part], in order: PieceOrder, options: ImportOptions, thresholds: ContextThresholds,
    body: (Int, LogReader.Batch, PreparedBatch?) throws -> Void,
    end: (Int, LogReader.Outcome) throws -> Void
  ) throws {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let threads = min(max(1, min(processors - 1, mostThreads)), order.entries.count)
    let queue = PieceQueue(order, ahead: threads + 3)
    let files = parts.map { PiecedFile($0.source, $0.plan, facts: $0.facts) }
    @Sendable func read(_ position: Int, _ reader: PieceReader) {
      let entry = order.entries[position]
      let piece = reader.read(entry.piece, of: files[entry.file])
      let prepared = LedgerWriter.prepare(piece.batch.usage, thresholds: thresholds)
      queue.put((piece, prepared), at: position)
    }
    for _ in 0..<threads {
      DispatchQueue.global().async {
        let reader = PieceReader(options: options)
        while let position = queue.next() { read(position, reader) }
      }
    }
    let ownReader = PieceReader(options: options)
    // Whoever is waiting for room must not wait for ever.
    defer { queue.abandon(threads) }
    var sums = parts.map { PieceSum($0.plan) }
    var isRead = parts.map { _ in false }
    for (position, entry) in order.entries.enumerated() where !isRead[entry.file] {
      while !queue.holds(position), let other = queue.nextAtOnce() { read(other, ownReader) }
      var (piece, prepared) = queue.take(position)
      let (file, part) = (entry.file, parts[entry.file])
      guard let batch = sums[file].take(from: &piece) else {
        isRead[file] = true
        queue.leave(file)
        try end(file, readRest(of: part, after: sums[file], options) { try body(file, $0, $1) })
        continue
      }
      part.source.note(bytesRead: sums[file].place.byteOffset)
      try body(file, batch, prepared)
      if entry.piece == part.plan.count - 1 { try end(file, sums[file].outcome) }
    }
  }

  /// Reads what pieces have left of a file.
  private static func readRest(
    of part: Part, after sum: PieceSum, _ options: ImportOptions,
    _ body: (LogReader.Batch, PreparedBatch?) throws -> Void
  ) throws -> LogReader.Outcome {
    if sum.isEmpty {
      return try readOnOneThread(
        part.source, from: part.start, facts: part.facts, options: options, body)
    }
    guard part.source.skip(to: sum.place.byteOffset) else { throw SourceError.system(code: errno) }
    return try readOnOneThread(
      part.source, from: sum.place, after: sum, facts: part.facts, options: options, body)
  }
}
