import Quantities

/// A figure of usage under an older and a newer price book.
package struct PricedTwice: Hashable, Sendable {
  /// What it is a figure of: a model, a month.
  package let name: Cell
  /// Its cost under the older book; nil where nothing of it has a price.
  package let old: Money?
  /// Its cost under the newer book.
  package let new: Money?
  /// How many of its requests have no price, or not for all they used, under the older book.
  package let unpricedOld: Int
  /// The same under the newer book.
  package let unpricedNew: Int

  package init(name: Cell, old: Money?, new: Money?, unpricedOld: Int, unpricedNew: Int) {
    self.name = name
    self.old = old
    self.new = new
    self.unpricedOld = unpricedOld
    self.unpricedNew = unpricedNew
  }
}

extension Report {
  /// Figures under two price books side by side, as a part of another report.
  ///
  /// - Parameters:
  ///   - title: What they are figures of.
  ///   - naming: The column that says what each row is.
  ///   - figures: The rows.
  ///   - notes: What has to be said beside them.
  /// - Returns: The table with its totals.
  package static func pricedTwice(
    _ title: String, naming: Column, _ figures: [PricedTwice], notes: [String] = []
  ) -> Report {
    let hasGaps = figures.contains { $0.unpricedOld > 0 || $0.unpricedNew > 0 }
    func cells(_ figure: PricedTwice) -> [Cell?] {
      let both = figure.old.flatMap { old in figure.new.map { (old, $0) } }
      return [
        .money(figure.old), .money(figure.new),
        both.map { .change($0.1 - $0.0) } ?? .unknown,
        both.flatMap { Fraction(($0.1 - $0.0).picodollars, over: $0.0.picodollars) }
          .map { .percent($0) } ?? .unknown,
        .count(figure.unpricedOld), .count(figure.unpricedNew),
      ]
    }
    let total = PricedTwice(
      name: .unknown, old: figures.reduce(.zero) { $0 + ($1.old ?? .zero) },
      new: figures.reduce(.zero) { $0 + ($1.new ?? .zero) },
      unpricedOld: figures.reduce(0) { $0 + $1.unpricedOld },
      unpricedNew: figures.reduce(0) { $0 + $1.unpricedNew })
    return Report(
      title: title,
      columns: [
        naming, Column("old_usd", "old USD"), Column("new_usd", "new USD"),
        Column("change_usd", "change USD"), Column("change_percent", "change"),
        Column("unpriced_requests_old", "unpriced requests, old", isShown: hasGaps),
        Column("unpriced_requests_new", "unpriced requests, new", isShown: hasGaps),
      ],
      rows: figures.map { figure in [figure.name] + cells(figure).map { $0 ?? .unknown } },
      total: figures.isEmpty ? nil : [nil] + cells(total), notes: notes)
  }
}
