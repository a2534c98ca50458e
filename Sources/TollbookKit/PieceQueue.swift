import Dispatch
import Importing
import Ledger
import Synchronization

/// The pieces that are being read, and those that wait for the one who takes them in order.
final class PieceQueue: Sendable {
  typealias Piece = (read: LogPiece, prepared: PreparedBatch?)

  private struct State {
    var next = 0
    var pieces: [Int: Piece] = [:]
    var isAbandoned = false
    /// The files of which nobody takes pieces any more.
    var left: Set<Int> = []

    mutating func takeNext(of order: PieceOrder) -> Int? {
      while next < order.entries.count, left.contains(order.entries[next].file) { next += 1 }
      guard !isAbandoned, next < order.entries.count else { return nil }
      defer { next += 1 }
      return next
    }
  }

  private let order: PieceOrder
  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// A queue of the pieces in some order, of which a few are read ahead.
  init(_ order: PieceOrder, ahead: Int) {
    self.order = order
    // Counted up from zero: a semaphore must not end below the value it was made with.
    for _ in 0..<ahead { room.signal() }
  }

  /// Waits for room, and gives the position of the piece to read next; nil if there is none, or nobody
  /// takes it any more.
  func next() -> Int? {
    room.wait()
    return state.withLock { $0.takeNext(of: order) }
  }

  /// The same for one who does not wait; nil also where there is no room.
  func nextAtOnce() -> Int? {
    guard room.wait(timeout: .now()) == .success else { return nil }
    let position = state.withLock { $0.takeNext(of: order) }
    // The room is for those who wait for it, to learn that there is no more.
    if position == nil { room.signal() }
    return position
  }

  /// Whether a piece is there.
  func holds(_ position: Int) -> Bool { state.withLock { $0.pieces[position] != nil } }

  /// Hands over a piece.
  func put(_ piece: Piece, at position: Int) {
    let isWanted = state.withLock { state in
      guard !state.left.contains(order.entries[position].file) else { return false }
      state.pieces[position] = piece
      return true
    }
    if isWanted { filled.signal() } else { room.signal() }
  }

  /// Waits for a piece.
  func take(_ position: Int) -> Piece {
    while true {
      if let piece = state.withLock({ $0.pieces.removeValue(forKey: position) }) {
        room.signal()
        return piece
      }
      // Each wait is for one that was put, not for this one: another may have come before it.
      filled.wait()
    }
  }

  /// Says that nobody takes the other pieces of a file.
  func leave(_ file: Int) {
    let unwanted = state.withLock { state in
      state.left.insert(file)
      let positions = state.pieces.keys.filter { order.entries[$0].file == file }
      for position in positions { state.pieces[position] = nil }
      return positions.count
    }
    for _ in 0..<unwanted { room.signal() }
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
