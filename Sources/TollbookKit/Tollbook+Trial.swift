import SQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Trying an import without leaving anything behind.
extension Tollbook {
  /// Calls a closure with this front door, or for a trial whose ledger is not there or cannot be
  /// written, with one whose ledger is gone afterwards.
  ///
  /// A trial must not make the file that it is a trial for, and needs no leave to write to one that
  /// it promises to leave alone: a copy tells the same.
  func withTrialLedger<Result>(
    _ isTrial: Bool, _ body: (Tollbook) throws -> Result
  ) throws -> Result {
    guard isTrial else { return try body(self) }
    guard Files.isThere(ledgerPath) else { return try withTemporaryLedger { try body($0) } }
    do {
      return try body(self)
    } catch let error as TollbookError where error.kind == .cannotCreate {
      return try withTemporaryLedger { tollbook in
        try copyLedger(to: tollbook.ledgerPath)
        return try body(tollbook)
      }
    }
  }

  private func copyLedger(to path: String) throws {
    do throws(SQLiteError) {
      _ = try Connection(copyOf: try Connection(path: ledgerPath, mode: .readOnly), at: path)
    } catch {
      throw TollbookError(error, ledger: ledgerPath)
    }
  }

  private func withTemporaryLedger<Result>(_ body: (Tollbook) throws -> Result) throws -> Result {
    var template = Array("/tmp/tollbook-trial-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw TollbookError(
        .cannotCreate,
        "a trial needs room in /tmp: \(String(cString: strerror(errno)).lowercased())",
        next: "Free some space there, or name a ledger that exists with --db PATH.")
    }
    let folder = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    let path = folder + "/ledger.db"
    defer {
      for suffix in ["", "-journal"] { unlink(path + suffix) }
      rmdir(folder)
    }
    return try body(Tollbook(ledgerPath: path, book: book, zone: zone, now: now))
  }
}
