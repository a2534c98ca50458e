import Quantities

/// A report's table as people see it: the columns that are shown, every cell a text.
///
/// What table, Markdown and HTML have in common. Labels are made visible here, so that no renderer
/// can forget it; escaping for its own syntax is left to each.
struct ShownTable {
  /// The columns that are shown.
  let columns: [ShownColumn]
  /// How many rows there are.
  let rowCount: Int
  /// Whether there is a total; under a single row it would only say the same again.
  let hasTotal: Bool

  init(_ report: Report) {
    let hasTotal = report.total != nil && report.rows.count > 1
    rowCount = report.rows.count
    self.hasTotal = hasTotal
    let shown = report.columns.indices.filter { report.columns[$0].isShown }
    let naming = shown.first { report.columns[$0].kind != .figure }
    columns = shown.map { index in
      let total = report.total?[index]
      let texts = CellText.texts(of: report.rows.map { $0[index] }, total: total)
      return ShownColumn(
        title: report.columns[index].title.visible, kind: report.columns[index].kind,
        cells: texts.rows, total: !hasTotal ? nil : index == naming ? "total" : texts.total ?? "",
        alignsPoints: report.rows.contains { row in
          if case .price = row[index] { true } else { false }
        },
        bars: report.columns[index].hasBars
          ? Self.bars(report.rows.map { $0[index] }, total: total) : nil)
    }
  }

  /// Each row's part of the largest, in percent, where rows of money add up to a total.
  private static func bars(_ cells: [Cell], total: Cell?) -> [Int]? {
    guard case .money = total, cells.count > 1 else { return nil }
    let amounts = cells.map { cell -> Money in
      guard case .money(let amount) = cell else { return .zero }
      return max(amount, .zero)
    }
    guard let largest = amounts.max(), largest > .zero else { return nil }
    let hundred = Money(picodollars: 100)
    return amounts.map {
      Int(hundred.scaled(by: $0.picodollars, over: largest.picodollars).picodollars)
    }
  }
}

/// One column as people see it.
struct ShownColumn {
  /// The heading.
  let title: String
  /// Words or numbers.
  let kind: Column.Kind
  /// One text a row.
  let cells: [String]
  /// The text under them; nil where the table has no total, empty where the column has none.
  let total: String?
  /// Whether the numbers have as many decimals as they need, each its own.
  let alignsPoints: Bool
  /// The length of each row's bar in percent; nil where bars would mean nothing.
  let bars: [Int]?
}
