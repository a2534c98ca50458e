import CSQLite

/// What SQLite, or a check made before asking it, refused to do.
///
/// Values only: rendering them for a reader is the business of whoever shows them. The statement is
/// kept with its placeholders and never with what was bound to them, so an error can be logged
/// without logging what a ledger holds.
package struct SQLiteError: Error, Hashable, Sendable {
  /// SQLite's primary result code (https://www.sqlite.org/rescode.html); 0 for our own checks.
  package let code: Int32

  /// SQLite's extended result code, whose low byte is `code`.
  package let extendedCode: Int32

  /// SQLite's own words, in English.
  package let message: String

  /// The statement, if there was one, without the space before it.
  package let sql: String?

  /// What kind of thing went wrong, for deciding what to say and do about it.
  package let kind: Kind

  /// The kinds a caller may want to tell apart.
  package enum Kind: Hashable, Sendable {
    /// Another connection held its lock longer than the busy timeout.
    case busy
    /// The connection, the file or its folder cannot be written.
    case readOnly
    /// The disk is full, or the database has reached its size limit.
    case full
    /// The file is not empty and not a database.
    case notADatabase
    /// The file is a database, and damaged.
    case corrupt
    /// No such file or folder, a directory, or no permission.
    case cannotOpen
    /// A row that the schema forbids.
    case constraint
    /// The operating system failed to read or write.
    case ioError
    /// The database belongs to another program.
    case foreignDatabase
    /// A later version of this program has migrated the database further than this one knows.
    case newerDatabase(found: Int, known: Int)
    /// The database is of an earlier version, cannot be written, and could not be copied to be
    /// converted.
    case cannotConvert
    /// Anything else, mostly mistakes in SQL.
    case other
  }
}

extension SQLiteError {
  /// The error behind a result code, with what the connection has to say about it.
  ///
  /// To be made before anything else is asked of the connection, which remembers one error only.
  init(result: Int32, handle: OpaquePointer?, sql: String?) {
    code = result & 0xff
    extendedCode = result
    // SQLite describes the connection's last error; when that is another one (a misuse it did not
    // note, say), the plain text of the code is the true one.
    let isLast = handle != nil && sqlite3_extended_errcode(handle) & 0xff == result & 0xff
    let text = isLast ? sqlite3_errmsg(handle) : sqlite3_errstr(result)
    message = text.map { String(cString: $0) } ?? "result code \(result)"
    self.sql = sql.map { String($0.drop(while: \.isWhitespace)) }
    kind = Kind(code: result & 0xff)
  }

  /// An error found by a check of ours, without SQLite's help.
  package init(kind: Kind, message: String, sql: String? = nil) {
    code = 0
    extendedCode = 0
    self.message = message
    self.sql = sql
    self.kind = kind
  }
}

extension SQLiteError.Kind {
  fileprivate init(code: Int32) {
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_FULL: self = .full
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen
    case SQLITE_CONSTRAINT: self = .constraint
    case SQLITE_IOERR: self = .ioError
    default: self = .other
    }
  }
}
