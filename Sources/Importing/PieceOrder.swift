import Quantities

/// In which order the pieces of files are read.
///
/// A ledger keeps requests by their time. Of logs that several servers wrote at the same time each by
/// itself would go all through what those before it brought, and change every page of that once more;
/// read together by time, they are written where the last ones were, as one log is.
package struct PieceOrder: Sendable {
  /// One piece of one of the files.
  package struct Entry: Hashable, Sendable {
    /// The position of the file.
    package let file: Int
    package let piece: Int
  }

  /// All of them; those of each file in their order.
  package private(set) var entries: [Entry]

  /// So many pieces are read of all files before it is the turn of the first one again.
  private static let turn = 8

  /// All pieces of one file.
  package init(count: Int) {
    entries = (0..<count).map { Entry(file: 0, piece: $0) }
  }

  /// The pieces of several files, by time.
  ///
  /// Pieces of a file come in its order, whatever their times are.
  ///
  /// - Parameter times: Of each file the times at which its pieces begin; one that is not known is that
  ///   of the piece before.
  package init(times: [[Instant?]]) {
    entries = []
    let run = max(1, PieceOrder.turn / max(1, times.count))
    var next = times.map { _ in 0 }
    var latest = times.map { $0.first.flatMap(\.self) }
    while let file = PieceOrder.earliest(latest, next, times) {
      for piece in next[file]..<min(next[file] + run, times[file].count) {
        entries.append(Entry(file: file, piece: piece))
        next[file] = piece + 1
      }
      if next[file] < times[file].count, let time = times[file][next[file]] {
        latest[file] = latest[file].map { max($0, time) } ?? time
      }
    }
  }

  /// The file whose next piece is the earliest; one without any time comes first.
  private static func earliest(
    _ latest: [Instant?], _ next: [Int], _ times: [[Instant?]]
  ) -> Int? {
    let open = times.indices.filter { next[$0] < times[$0].count }
    return open.min { first, second in
      guard let time = latest[first] else { return latest[second] != nil }
      return latest[second].map { time < $0 } ?? false
    }
  }
}
