import Ledger
import SQLite
import Usage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The place of a ledger: opened for as long as one question takes, with errors that say what to do.
struct LedgerFile {
  let path: String

  /// Opens the ledger for a closure, and says in words for people what goes wrong with it.
  func open<Result>(
    _ access: Ledger.Access, thresholds: ContextThresholds = ContextThresholds([]),
    _ body: (Ledger) throws -> Result
  ) throws -> Result {
    try check(access)
    do {
      return try body(try Ledger(path: path, access: access, thresholds: thresholds))
    } catch let error as SQLiteError {
      throw TollbookError(error, ledger: path)
    }
  }

  /// Says what SQLite would not: that a path names a folder or a device, or that nothing was imported
  /// yet. (Beside a device it would leave a journal.)
  private func check(_ access: Ledger.Access) throws(TollbookError) {
    // SQLite's special names would keep what is imported nowhere, or somewhere else.
    guard path != ":memory:", !path.hasPrefix("file:") else {
      throw TollbookError(
        .usage, "--db \(path): this is no file's name to SQLite",
        next: "A file whose name begins like this can be written ./\(path).")
    }
    var status = stat()
    let isThere = stat(path, &status) == 0
    guard !isThere || status.st_mode & S_IFMT != S_IFDIR else {
      throw TollbookError(
        access == .readOnly ? .inputData : .cannotCreate,
        "\(path): this is a folder, and a ledger is a file",
        next: "Name a file in it, such as --db \(path)/tollbook.db.")
    }
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
      throw TollbookError(
        access == .readOnly ? .inputData : .cannotCreate,
        "\(path): this is a device or a pipe, and a ledger is a file",
        next: "Name a file, such as --db tollbook.db.")
    }
    guard access != .readOnly || isThere && status.st_size > 0 else {
      throw TollbookError(
        .noInput, "\(path): there is no ledger yet",
        next: "Run `tollbook import PATH` first, or name another ledger with --db PATH.")
    }
  }
}
