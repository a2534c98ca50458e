import Analysis

/// The columns that name the groups of a report.
///
/// A label can have any name, also that of another column: `--by label:requests`. A JSON object must
/// not have a key twice, so such a name is written with what it is, `label:requests`.
enum GroupColumns {
  static func columns(of keys: [GroupKey], besides figures: [Column]) -> [Column] {
    var taken = Set(figures.map(\.key))
    return keys.map { key in
      var name = key.columnName
      if taken.contains(name) { name = "label:" + name }
      while taken.contains(name) { name += "'" }
      taken.insert(name)
      return Column(name, spaced(name), .label)
    }
  }

  private static func spaced(_ name: String) -> String {
    String(name.map { $0 == "_" ? " " : $0 })
  }

  static func cells(of group: UsageGroup) -> [Cell] { group.values.map { .text($0) } }
}
