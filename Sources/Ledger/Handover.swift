import Dispatch
import Synchronization

/// A short queue from one thread that reads to another that uses what was read.
///
/// Pieces come out in the order in which they were put in. It is short, so that memory does not grow
/// with what there is to read, and long enough that neither side waits for the other's next piece.
package final class Handover<Piece: Sendable>: Sendable {
  /// Whoever takes the pieces has given up.
  package struct Abandoned: Error {}

  private struct State {
    var pieces: [Piece] = []
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// A queue in which so many pieces may wait.
  package init(depth: Int) {
    // Counted up from zero: a semaphore must not end below the value it was made with.
    for _ in 0..<depth { room.signal() }
  }

  /// Waits for room, and adds a piece at the end.
  package func put(_ piece: Piece) throws(Abandoned) {
    room.wait()
    let isAbandoned = state.withLock { state in
      state.pieces.append(piece)
      return state.isAbandoned
    }
    if isAbandoned { throw Abandoned() }
    filled.signal()
  }

  /// Waits for a piece, and takes the first.
  package func take() -> Piece {
    filled.wait()
    defer { room.signal() }
    return state.withLock { $0.pieces.removeFirst() }
  }

  /// Lets whoever waits for room go on, to learn that nobody takes anything any more.
  package func abandon() {
    state.withLock { $0.isAbandoned = true }
    room.signal()
  }
}
