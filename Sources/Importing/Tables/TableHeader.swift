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

  /// Whether two columns have the name that a path names.
  func isAmbiguous(_ path: ColumnPath) -> Bool {
    guard path.columnNumber == nil, let index = index(of: path) else { return false }
    return columns[(index + 1)...].contains(columns[index])
  }

  /// Whether the row is one of data: where a count is asked for stands one.
  func isData(_ map: ColumnMap) -> Bool {
    map.columns.allSatisfy { column in
      guard column.field.isCount, let index = index(of: column.path) else { return true }
      return columns[index].utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        || columns[index].isEmpty
    }
  }

  /// Whether a cell holds what JSON is written with: then the row is a line of a log, with a time
  /// before its document, and may hold a prompt.
  var holdsJSON: Bool {
    columns.contains { column in
      column.utf8.contains {
        $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "\"")
      }
    }
  }

  /// Whether the cells may be names: prose is longer, and JSON is none.
  var mayBeNames: Bool {
    !holdsJSON && columns.allSatisfy { $0.utf8.count <= TableHeader.longestName }
  }

  /// The names of columns for the person who sees this now; nil where no cell looks like one.
  ///
  /// The first line of what was taken for a table may be anything, a prompt too. So only short
  /// cells that look like names are shown, a dozen of them, and of the others the number.
  var shownColumns: String? {
    let names = columns.filter(TableHeader.looksLikeName).prefix(TableHeader.mostShown)
    guard !holdsJSON, !names.isEmpty else { return nil }
    let list = names.joined(separator: ", ")
    let others = columns.count - names.count
    return others == 0 ? list : "\(list), … and \(others) more"
  }

  /// In bytes; the columns of exports are called half as long at most.
  private static let longestName = 64
  private static let longestShown = 40
  private static let mostShown = 12

  private static func looksLikeName(_ cell: String) -> Bool {
    !cell.isEmpty && cell.count <= longestShown
      && cell.allSatisfy { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
  }
}
