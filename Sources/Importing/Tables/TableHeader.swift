/// The first row of a table.
struct TableHeader {
  let columns: [String]

  /// The column that a path names: by number, by its whole name, or by what the name begins with,
  /// where the cells hold JSON.
  func index(of path: ColumnPath) -> Int? {
    if let number = path.columnNumber { return number < columns.count ? number : nil }
    if let index = columns.firstIndex(of: path.name) { return index }
    for split in path.splits {
      let name = String(decoding: split.first, as: UTF8.self)
      if let index = columns.firstIndex(of: name) { return index }
    }
    return nil
  }

  /// Whether the row is one of data: where a count is asked for stands one.
  func isData(_ map: ColumnMap) -> Bool {
    map.columns.allSatisfy { column in
      guard column.field.isCount, let index = index(of: column.path) else { return true }
      return columns[index].utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        || columns[index].isEmpty
    }
  }
}
