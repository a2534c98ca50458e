import CSQLite
import Dispatch
import Synchronization

/// Has the disk write what a long transaction has changed so far, while the transaction goes on.
///
/// A commit waits until all of it is on the disk, and the disk has nothing to do until then. Begun
/// when the cache is full: from then on SQLite writes to the file and shuts readers out in any case,
/// and as ever no page before the journal that can undo it is on the disk.
package final class EarlySync {
  private let connection: Connection
  private let group = DispatchGroup()
  /// Of its own: the threads that all share may be busy reading until there is nothing left to do.
  private let queue = DispatchQueue(label: "tollbook.early-sync")
  private let state: State
  /// Whether the cache has been full in this transaction.
  private var hasSpilled = false

  /// What the thread that waits for the disk has to say.
  private final class State: Sendable {
    let isBusy = Atomic(false)
    let result = Atomic(SQLITE_OK)
  }

  /// For a connection's transactions; nothing happens until it is asked for.
  package init(_ connection: Connection) {
    self.connection = connection
    state = State()
  }

  /// Writes the changed pages, and lets another thread wait until the disk has them.
  ///
  /// Nothing happens before the cache has been full, or while the disk is still busy with what was
  /// written last.
  package func start() throws(SQLiteError) {
    let handle = try connection.handle
    guard seesSpills(handle), !state.isBusy.load(ordering: .acquiring),
      sqlite3_db_cacheflush(handle) == SQLITE_OK
    else { return }
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let sync = file.pointee.pMethods?.pointee.xSync
    else { return }
    state.isBusy.store(true, ordering: .releasing)
    // Sound: `finish` is called before the connection closes, and to sync a file descriptor is all
    // that this does.
    let address = UInt(bitPattern: file)
    queue.async(group: group) { [state] in
      let result = sync(
        UnsafeMutablePointer(bitPattern: address), SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY)
      if result != SQLITE_OK { state.result.store(result, ordering: .releasing) }
      state.isBusy.store(false, ordering: .releasing)
    }
  }

  /// Whether the cache has been full in this transaction.
  private func seesSpills(_ handle: OpaquePointer) -> Bool {
    var count: Int32 = 0
    var highest: Int32 = 0
    let result = sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_SPILL, &count, &highest, 1)
    if result == SQLITE_OK, count > 0 { hasSpilled = true }
    return hasSpilled
  }

  /// Waits for the other thread; to be called before the transaction ends.
  ///
  /// - Throws: What the disk said, which it says only once: the commit would not hear of it.
  package func finish() throws(SQLiteError) {
    group.wait()
    hasSpilled = false
    let result = state.result.exchange(SQLITE_OK, ordering: .acquiringAndReleasing)
    guard result != SQLITE_OK else { return }
    throw SQLiteError(result: result, handle: nil, sql: nil)
  }

  deinit { group.wait() }
}
