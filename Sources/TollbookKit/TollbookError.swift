import SQLite

/// Something that went wrong, for the person who has to do something about it.
///
/// The first line says what, without a full stop; the second what to do next.
public struct TollbookError: Error, Hashable, Sendable {
  /// What kind of failure it is; each is an exit code of the program.
  public enum Kind: Hashable, Sendable {
    /// A value that cannot be: a date that does not exist, a negative number of users.
    case usage
    /// Input that cannot be understood, or someone else's file.
    case inputData
    /// Input that is not there.
    case noInput
    /// A mistake of Tollbook's own.
    case internalFault
    /// A file that cannot be made.
    case cannotCreate
    /// A disk that did not do what it should.
    case inputOutput
    /// Another process holds the ledger; the same may succeed when that is done.
    case busy
    /// A price book or a setting that is wrong.
    case configuration
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// What went wrong.
  public let message: String
  /// What to do next.
  public let nextStep: String

  /// An error with its remedy.
  public init(_ kind: Kind, _ message: String, next: String) {
    self.kind = kind
    self.message = message
    nextStep = next
  }
}

extension TollbookError {
  /// The error for what SQLite said of a ledger's file.
  init(_ error: SQLiteError, ledger path: String) {
    switch error.kind {
    case .busy:
      self.init(
        .busy, "\(path): another process is writing to this ledger",
        next: "Wait until it is done and run the same command again.")
    case .readOnly:
      self.init(
        .cannotCreate, "\(path): the ledger cannot be written",
        next: "Check the permissions of the file and its folder, or choose another with --db PATH.")
    case .full:
      self.init(
        .inputOutput, "\(path): the disk is full",
        next: "Nothing was lost: free some space and run the same command again.")
    case .notADatabase:
      self.init(
        .inputData, "\(path): this is not a ledger, nor any SQLite file",
        next: "Choose another file with --db PATH; Tollbook makes it if it is not there.")
    case .foreignDatabase:
      self.init(
        .inputData, "\(path): this SQLite file belongs to another program",
        next: "It was left as it is. Choose another file with --db PATH.")
    case .newerDatabase(let found, let known):
      self.init(
        .configuration,
        "\(path): a newer Tollbook made this ledger (version \(found), this program knows \(known))",
        next: "Upgrade Tollbook; the ledger was left as it is.")
    case .cannotOpen:
      self.init(
        .cannotCreate, "\(path): the ledger cannot be opened or made there (\(error.message))",
        next: "Make its folder with mkdir -p, or choose another place with --db PATH.")
    case .cannotConvert:
      self.init(
        .cannotCreate,
        "\(path): an earlier version made this ledger; it cannot be written, and a copy of it could "
          + "not be converted (\(error.message))",
        next: "Copy it to a place with room where you may write, and name the copy with --db PATH.")
    case .corrupt:
      self.init(
        .inputOutput, "\(path): the ledger is damaged (\(error.message))",
        next: "Restore a copy, or import the logs into a new ledger with --db PATH.")
    case .ioError:
      self.init(
        .inputOutput, "\(path): reading or writing failed (\(error.message))",
        next: "Check the disk and run the same command again; committed records are safe.")
    case .constraint, .other:
      self.init(
        .internalFault, "\(path): \(error.message)",
        next: "This is a fault of Tollbook's: please report it with the command you ran.")
    }
  }
}
