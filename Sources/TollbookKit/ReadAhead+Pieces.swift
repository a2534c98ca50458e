import Dispatch
import Importing
import Ledger
import Synchronization
import Usage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ReadAhead {
  /// More readers than these are faster than any writer; each holds some two megabytes.
  private static let mostThreads = 4

  /// Reads the pieces of a file on several threads; an error that `body` throws ends it.
  ///
  /// Whoever is free takes the next piece, the caller too while it has nothing to write, and the
  /// caller gets them in their order, so the ledger is the same as if one thread had read the file.
  /// There are as many threads as processors: of one more, the caller, for whom all others wait in
  /// the end, would be the one that has to share. No reader is more than a few pieces ahead. From the
  /// first piece on that does not mean the same by itself, one thread reads the rest.
  static func readPieces(
    _ plan: PiecePlan, of source: FileSource, from start: SourcePlace?, facts: SourceFacts,
    options: ImportOptions, thresholds: ContextThresholds,
    _ body: (LogReader.Batch, PreparedBatch?) throws -> Void
  ) throws -> LogReader.Outcome {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let threads = min(max(1, min(processors - 1, mostThreads)), plan.count)
    let queue = PieceQueue(count: plan.count, ahead: threads + 3)
    @Sendable func read(_ number: Int, _ reader: PieceReader) {
      let piece = reader.read(number)
      let prepared = LedgerWriter.prepare(piece.batch.usage, thresholds: thresholds)
      queue.put((piece, prepared), at: number)
    }
    for _ in 0..<threads {
      DispatchQueue.global().async {
        let reader = PieceReader(source, plan, facts: facts, options: options)
        while let number = queue.next() { read(number, reader) }
      }
    }
    let ownReader = PieceReader(source, plan, facts: facts, options: options)
    // Whoever is waiting for room must not wait for ever.
    defer { queue.abandon(threads) }
    var sum = PieceSum(plan)
    for number in 0..<plan.count {
      while !queue.holds(number), let other = queue.nextAtOnce() { read(other, ownReader) }
      var (piece, prepared) = queue.take(number)
      guard let batch = sum.take(from: &piece) else {
        queue.abandon(threads)
        if sum.isEmpty {
          return try readOnOneThread(source, from: start, facts: facts, options: options, body)
        }
        guard source.skip(to: sum.place.byteOffset) else { throw SourceError.system(code: errno) }
        return try readOnOneThread(
          source, from: sum.place, after: sum, facts: facts, options: options, body)
      }
      source.note(bytesRead: sum.place.byteOffset)
      try body(batch, prepared)
    }
    return sum.outcome
  }
}

/// The pieces that are being read, and those that wait for the one who takes them in order.
private final class PieceQueue: Sendable {
  typealias Piece = (read: LogPiece, prepared: PreparedBatch?)

  private struct State {
    var next = 0
    var pieces: [Int: Piece] = [:]
    var isAbandoned = false

    mutating func takeNext(of count: Int) -> Int? {
      guard !isAbandoned, next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }

  private let count: Int
  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// A queue of so many pieces, of which a few are read ahead.
  init(count: Int, ahead: Int) {
    self.count = count
    // Counted up from zero: a semaphore must not end below the value it was made with.
    for _ in 0..<ahead { room.signal() }
  }

  /// Waits for room, and gives the number of the piece to read next; nil if there is none, or nobody
  /// takes it any more.
  func next() -> Int? {
    room.wait()
    return state.withLock { $0.takeNext(of: count) }
  }

  /// The same for one who does not wait; nil also where there is no room.
  func nextAtOnce() -> Int? {
    guard room.wait(timeout: .now()) == .success else { return nil }
    let number = state.withLock { $0.takeNext(of: count) }
    // The room is for those who wait for it, to learn that there is no more.
    if number == nil { room.signal() }
    return number
  }

  /// Whether a piece is there.
  func holds(_ number: Int) -> Bool { state.withLock { $0.pieces[number] != nil } }

  /// Hands over a piece.
  func put(_ piece: Piece, at number: Int) {
    state.withLock { $0.pieces[number] = piece }
    filled.signal()
  }

  /// Waits for a piece.
  func take(_ number: Int) -> Piece {
    while true {
      if let piece = state.withLock({ $0.pieces.removeValue(forKey: number) }) {
        room.signal()
        return piece
      }
      // Each wait is for one that was put, not for this one: another may have come before it.
      filled.wait()
    }
  }

  /// Lets those who wait for room go on, to learn that nobody takes anything any more.
  func abandon(_ waiting: Int) {
    state.withLock { state in
      state.isAbandoned = true
      state.pieces.removeAll()
    }
    for _ in 0..<waiting { room.signal() }
  }
}
