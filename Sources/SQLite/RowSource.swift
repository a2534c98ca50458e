import CSQLite

/// What SQLite asks for the rows of a `RowTable`: a virtual table of its own name, which is there
/// without having been created (https://www.sqlite.org/vtab.html#eponymous_virtual_tables).
///
/// The connection holds it for as long as the name is known there.
final class RowSource {
  let shape: RowTable.Shape
  /// Sound while a statement of `RowTable.insert` runs, which sets it and takes it away.
  private var values = UnsafeBufferPointer<Int64>(start: nil, count: 0)
  private var texts: [Int: String] = [:]
  /// What SQLite calls, which is the same for every table.
  ///
  /// SQLite keeps the address, and asks it for `xDisconnect` after it has let go of the source: it has
  /// to outlive every source.
  private nonisolated(unsafe) static let module: UnsafePointer<sqlite3_module> = {
    var module = sqlite3_module()
    module.xConnect = { database, source, _, _, table, _ in
      connect(database, source, table)
    }
    module.xDisconnect = { table in
      UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self).deallocate()
      return SQLITE_OK
    }
    module.xBestIndex = { _, _ in SQLITE_OK }
    module.xOpen = { table, cursor in openCursor(of: table, cursor) }
    module.xClose = { cursor in
      UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).deallocate()
      return SQLITE_OK
    }
    module.xFilter = { cursor, _, _, _, _ in moveToStart(cursor) }
    module.xNext = { cursor in
      guard let cursor = Cursor.at(cursor) else { return SQLITE_MISUSE }
      cursor.pointee.row &+= 1
      cursor.pointee.values = cursor.pointee.values.map { $0 + cursor.pointee.width }
      return SQLITE_OK
    }
    module.xEof = { cursor in
      guard let cursor = Cursor.at(cursor) else { return 1 }
      return cursor.pointee.row < cursor.pointee.count ? 0 : 1
    }
    module.xColumn = { cursor, context, column in give(cursor, context, Int(column)) }
    module.xRowid = { cursor, number in
      number?.pointee = Int64(Cursor.at(cursor)?.pointee.row ?? 0)
      return SQLITE_OK
    }
    // Sound: it is written here, before anybody has it, and never again.
    let kept = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    kept.initialize(to: module)
    return UnsafePointer(kept)
  }()

  init(_ shape: RowTable.Shape) { self.shape = shape }

  /// Makes it known to a connection under a name.
  func register(_ name: String, in connection: Connection) throws(SQLiteError) {
    let database = try connection.handle
    let result = sqlite3_create_module_v2(
      database, name, RowSource.module, Unmanaged.passRetained(self).toOpaque()
    ) { source in
      // SQLite calls this also where it refuses the module.
      if let source { Unmanaged<RowSource>.fromOpaque(source).release() }
    }
    guard result == SQLITE_OK else {
      throw SQLiteError(result: result, handle: database, sql: nil)
    }
  }

  /// Makes a connection forget what is known there under a name.
  static func remove(_ name: String, from connection: Connection) {
    guard let database = try? connection.handle else { return }
    sqlite3_create_module_v2(database, name, nil, nil, nil)
  }

  func fill(_ values: UnsafeBufferPointer<Int64>, _ texts: [Int: String]) {
    self.values = values
    self.texts = texts
  }

  func empty() {
    values = UnsafeBufferPointer(start: nil, count: 0)
    texts = [:]
  }

  fileprivate var declaration: String {
    "CREATE TABLE rows (\((0...shape.width).map { "c\($0)" }.joined(separator: ", ")))"
  }

  /// A cursor before the first row.
  fileprivate func begin(_ cursor: UnsafeMutablePointer<Cursor>) {
    cursor.pointee.row = 0
    cursor.pointee.values = values.baseAddress
    cursor.pointee.count = values.count / max(1, shape.width)
    cursor.pointee.integers = shape.integers
    cursor.pointee.width = shape.width
    cursor.pointee.hasTexts = !texts.isEmpty
  }

  fileprivate func giveText(of row: Int, _ context: OpaquePointer?) {
    guard let text = texts[row] else { return }
    text.withCString { start in
      // Sound: the pointer covers `utf8.count` bytes, and SQLite copies them before it returns.
      sqlite3_result_text64(
        context, start, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
    }
  }
}

/// SQLite's own table, and whose rows it has; SQLite knows the first member alone.
private struct Table {
  var base: sqlite3_vtab
  let source: Unmanaged<RowSource>
}

/// SQLite's own cursor, and where it stands.
private struct Cursor {
  var base: sqlite3_vtab_cursor
  let source: Unmanaged<RowSource>
  var row = 0
  var count = 0
  var integers = 0
  var width = 0
  var hasTexts = false
  /// Those of the row and of all behind it.
  var values: UnsafePointer<Int64>?

  /// The whole of what SQLite has a pointer to: it was allocated as one in `open`.
  @inline(__always)
  static func at(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?)
    -> UnsafeMutablePointer<Cursor>?
  {
    UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self)
  }
}

private func connect(
  _ database: OpaquePointer?, _ source: UnsafeMutableRawPointer?,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
) -> Int32 {
  guard let source else { return SQLITE_MISUSE }
  // Sound: SQLite holds the reference that was given to it, until it has disconnected all tables.
  let rows = Unmanaged<RowSource>.fromOpaque(source)
  let code = sqlite3_declare_vtab(database, rows.takeUnretainedValue().declaration)
  guard code == SQLITE_OK else { return code }
  let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  table.initialize(to: Table(base: sqlite3_vtab(), source: rows))
  result?.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(to: sqlite3_vtab.self)
  return SQLITE_OK
}

private func openCursor(
  of table: UnsafeMutablePointer<sqlite3_vtab>?,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
) -> Int32 {
  guard let table = UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self) else {
    return SQLITE_MISUSE
  }
  let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
  cursor.initialize(to: Cursor(base: sqlite3_vtab_cursor(), source: table.pointee.source))
  result?.pointee = UnsafeMutableRawPointer(cursor)
    .assumingMemoryBound(to: sqlite3_vtab_cursor.self)
  return SQLITE_OK
}

private func moveToStart(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
  guard let cursor = Cursor.at(cursor) else { return SQLITE_MISUSE }
  cursor.pointee.source.takeUnretainedValue().begin(cursor)
  return SQLITE_OK
}

/// Gives a value; without a word it is NULL.
private func give(
  _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ context: OpaquePointer?, _ column: Int
) -> Int32 {
  guard let cursor = Cursor.at(cursor), let values = cursor.pointee.values else {
    return SQLITE_MISUSE
  }
  guard column < cursor.pointee.width else {
    if cursor.pointee.hasTexts {
      cursor.pointee.source.takeUnretainedValue().giveText(of: cursor.pointee.row, context)
    }
    return SQLITE_OK
  }
  // Sound: the row is one of `count`, of `width` values each.
  let value = values[column]
  if column < cursor.pointee.integers || value != 0 { sqlite3_result_int64(context, value) }
  return SQLITE_OK
}
