import Usage

/// How a table is written: its delimiter, its line ends, its columns, and which of them are read.
struct TableLayout {
  let delimiter: UInt8
  let lineEnd: UInt8
  /// The names of the columns, as the first row has them.
  let columns: [String]
  /// Whether the first row names the columns; if not, it is the first row of data.
  let hasHeader: Bool
  /// The columns that are read, under the names by which they are asked for.
  let read: [(index: Int, name: String)]

  /// What becomes of a source that may be a table.
  enum Recognition {
    /// It is something else.
    case other
    case table(TableLayout)
    /// It is one, but nobody said what its columns mean.
    case unmapped(columns: [String])
    /// It is one, but it lacks a column of the map.
    case missing(column: String, columns: [String])
    /// Two of its columns have the name of one of the map.
    case ambiguous(column: String, columns: [String])
  }

  /// The columns of a table as its map, or the format it is recognised as, asks for them; nil if
  /// one is missing.
  init?(
    header: TableHeader, delimiter: UInt8, lineEnd: UInt8, map: ColumnMap
  ) {
    var read: [(index: Int, name: String)] = []
    var isNamed = false
    for column in map.columns {
      guard let index = header.index(of: column.path) else { return nil }
      isNamed = isNamed || column.path.columnNumber == nil
      let name = column.path.columnNumber == nil ? header.columns[index] : column.path.name
      if !read.contains(where: { $0.name == name }) { read.append((index, name)) }
    }
    self.init(
      delimiter: delimiter, lineEnd: lineEnd, columns: header.columns,
      hasHeader: isNamed || !header.isData(map), read: read)
  }

  init(
    delimiter: UInt8, lineEnd: UInt8, columns: [String], hasHeader: Bool,
    read: [(index: Int, name: String)]
  ) {
    self.delimiter = delimiter
    self.lineEnd = lineEnd
    self.columns = columns
    self.hasHeader = hasHeader
    self.read = read
  }
}
