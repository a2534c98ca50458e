import Dispatch
import Quantities
import SQLite
import Usage

extension Ledger {
  /// Reads the records of a period in one pass, each with its quarter of an hour.
  ///
  /// In no order that means anything, but the same each time: it is that of keys, and where a second
  /// connection reads the upper half of them, the two halves come in turns.
  ///
  /// - Parameters:
  ///   - period: Half-open; a quarter of an hour belongs to it that begins in it.
  ///   - shared: From how many requests on two threads read them: to wake one takes as long as
  ///     some thousands.
  ///   - body: Called with each record.
  /// - Throws: `SQLiteError` where the file cannot be read.
  func eachRecord(
    in period: Period, sharedFrom shared: Int = 50_000,
    _ body: (_ row: KnownRecords.Row, _ slot: Int64) -> Void
  ) throws {
    let times = Range(
      uncheckedBounds: (
        period.from.map { slot($0) * Instant.slotMicroseconds } ?? .min,
        period.until.map { slot($0) * Instant.slotMicroseconds } ?? .max
      ))
    func use(_ row: KnownRecords.Row) {
      let time = row.record.occurredAt.microseconds
      body(row, RollupSpan.floor(time, Instant.slotMicroseconds) / Instant.slotMicroseconds)
    }
    try connection.reading {
      guard try requestCount() >= shared, let middle = try middleKey(),
        let others = UpperHalf(beside: connection, from: middle, times: times)
      else {
        var scan = try RecordScan(connection, times: times)
        while let row = try scan.next() { use(row) }
        return
      }
      defer { others.abandon() }
      var scan = try RecordScan(connection, times: times, keys: .below(middle))
      var own = 0
      while let row = try scan.next() {
        use(row)
        own += 1
        if own % UpperHalf.rowsAtOnce == 0 { try others.take()?.forEach(use) }
      }
      while let rows = try others.take() { rows.forEach(use) }
    }
  }

  /// The first half of a key that about as many keys are below as above; nil where there are none.
  ///
  /// Most keys are hashes, and spread evenly between the first and the last.
  private func middleKey() throws -> Int64? {
    let find = try connection.prepare(
      "SELECT (SELECT MIN(key_high) FROM records), (SELECT MAX(key_high) FROM records)")
    guard try find.step(), let first = find.optionalInt64(0), let last = find.optionalInt64(1),
      first < last
    else { return nil }
    return first / 2 + last / 2 + 1
  }
}

/// The records in the upper half of a ledger's keys, which another thread reads through a connection
/// of its own.
private struct UpperHalf {
  static let rowsAtOnce = 1024
  /// So many batches wait that neither side does; each is a third of a megabyte.
  private static let depth = 8

  private enum Piece: Sendable {
    /// The connection is open and reads; whether its path still names the file that it has opened.
    case open(isSameFile: Bool)
    case rows([KnownRecords.Row])
    case end
    case failure(SQLiteError)
  }

  private let pieces = Handover<Piece>(depth: depth)
  private let state = State()

  /// Whether everything was taken.
  private final class State { var isOver = false }

  /// Starts to read; nil where a second connection might not read the very same state.
  ///
  /// - Parameters:
  ///   - connection: In a transaction in which it has read something.
  ///   - middle: The first of the upper keys.
  ///   - times: Of which records are read.
  init?(beside connection: Connection, from middle: Int64, times: Range<Int64>) {
    guard connection.holdsFileStill else { return nil }
    let (path, pieces) = (connection.path, pieces)
    DispatchQueue.global().async {
      do throws(SQLiteError) {
        try Self.read(path, from: middle, times: times, to: pieces)
        // By now the connection is closed: nobody who waits to write waits for it.
        try? pieces.put(.end)
      } catch {
        try? pieces.put(.failure(error))
      }
    }
    guard case .open(isSameFile: true) = pieces.take(), !connection.hasMoved else {
      pieces.abandon()
      return nil
    }
  }

  /// The next records; nil after the last.
  func take() throws(SQLiteError) -> [KnownRecords.Row]? {
    if state.isOver { return nil }
    switch pieces.take() {
    case .rows(let rows): return rows
    case .failure(let error): throw error
    case .open, .end:
      state.isOver = true
      return nil
    }
  }

  /// Lets the other thread end.
  func abandon() { pieces.abandon() }

  private static func read(
    _ path: String, from middle: Int64, times: Range<Int64>, to pieces: Handover<Piece>
  ) throws(SQLiteError) {
    // It does not wait: whoever has the file locked against new readers waits for the first one.
    let connection = try Connection(path: path, mode: .readOnly, busyTimeoutMilliseconds: 0)
    try connection.execute("BEGIN")
    var scan = try RecordScan(connection, times: times, keys: .from(middle))
    var next = try scan.next()
    do {
      try pieces.put(.open(isSameFile: !connection.hasMoved))
      var rows: [KnownRecords.Row] = []
      while let row = next {
        rows.append(row)
        if rows.count == rowsAtOnce {
          try pieces.put(.rows(rows))
          rows.removeAll(keepingCapacity: true)
        }
        next = try scan.next()
      }
      try pieces.put(.rows(rows))
    } catch let error as SQLiteError {
      throw error
    } catch {
      // Nobody wants the rest.
    }
  }
}
