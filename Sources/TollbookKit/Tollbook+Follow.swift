import Quantities

extension Tollbook {
  /// Imports what is there, then again and again what is new, until it is told to stop.
  ///
  /// Each round is an import of its own and holds the ledger only as long as it lasts; between two
  /// of them others may read and write. It can be killed at any moment: what was committed stays,
  /// and the rest is read the next time.
  ///
  /// - Parameters:
  ///   - paths: Files and folders; a file that appears in a folder later is found.
  ///   - options: What the logs do not say.
  ///   - hashUsers: Whether users are kept as hashes under the ledger's own secret.
  ///   - wait: Waits for the next round and gives its time; nil ends the following.
  ///   - busy: Called instead of `body` after a round in which another process held the ledger; what
  ///     that round would have found, a later one finds.
  ///   - body: Called after each round with what was new in it.
  /// - Throws: `TollbookError` where a path is not there, or the ledger cannot be written.
  public func follow(
    _ paths: [String], options: ImportOptions = ImportOptions(), hashUsers: Bool = false,
    wait: () -> Instant?, busy: (TollbookError) -> Void = { _ in },
    _ body: (ImportSummary) throws -> Void
  ) throws {
    var round = self
    while true {
      do {
        let summary = try round.importLogs(paths, options: options, hashUsers: hashUsers)
        try body(summary)
      } catch let error as TollbookError where error.kind == .busy {
        busy(error)
      }
      guard let time = wait() else { return }
      round = at(time)
    }
  }
}
