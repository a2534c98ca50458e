#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Trying an import without leaving anything behind.
extension Tollbook {
  /// Calls a closure with this front door, or for a trial without a ledger, with one whose ledger
  /// is gone afterwards: a trial must not make the file that it is a trial for.
  func withTrialLedger<Result>(
    _ isTrial: Bool, _ body: (Tollbook) throws -> Result
  ) throws -> Result {
    var status = stat()
    guard isTrial, stat(ledgerPath, &status) != 0 else { return try body(self) }
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
