import Analysis
import Pricing
import Quantities

/// `tollbook compare`: recorded usage at the prices of other models.
extension Report {
  /// Today's mix and each choice, as `tollbook.comparison/1`.
  ///
  /// The rows are laid out for reading: the first day's figures, then cost and ratio of each further
  /// day, whose date is in the columns' names. The member `figures` has the same in one object for
  /// each choice and day, under names that never change.
  ///
  /// - Parameters:
  ///   - comparison: The choices.
  ///   - latencies: How long the models' requests took; nil where that was not read.
  ///   - scope: The period and the prices.
  /// - Returns: One row a choice; sections for what becomes of them, and for what was asked beside.
  package static func comparison(
    _ comparison: Comparison, latencies: [ModelLatency]? = nil, scope: ReportScope
  ) -> Report {
    let choices = [comparison.today] + comparison.lines
    return Report(
      schema: "tollbook.comparison/1", title: "The same usage on other models",
      columns: ComparisonTable.columns(comparison),
      rows: choices.map(ComparisonTable.cells), scope: scope,
      notes: ComparisonNotes.lines(comparison, choices, latencies: latencies),
      extras: [
        JSONMember("figures", .array(choices.flatMap(ComparisonJSON.figures))),
        JSONMember("days", .days(comparison.days)),
        JSONMember("token_ratios", AssumptionNotes.json(comparison.tokenRatios)),
        JSONMember("users", ComparisonJSON.users(comparison.users)),
        JSONMember("requests_without_user", .integer(comparison.unnamed?.requests ?? 0)),
      ],
      sections: ComparisonRoute.sections(comparison) + ComparisonRatios.sections(comparison)
        + ComparisonMonths.sections(comparison) + ComparisonBreakEven.sections(comparison)
        + ComparisonLatency.sections(latencies ?? []))
  }
}

extension ComparisonLine {
  /// What ends first of its models: a mix lasts as long as its shortest-lived part.
  fileprivate var firstEnd: (model: String, lifecycle: Lifecycle)? {
    let ends = parts.compactMap { part in part.lifecycle.map { (part.label, $0) } }
    return ends.filter { $0.1.day != nil && $0.1.mode != .limitedAccess }
      .min { ($0.1.day ?? $1.1.day ?? Day(number: 0)) < ($1.1.day ?? Day(number: 0)) }
  }
}

/// The choices as rows.
enum ComparisonTable {
  /// The columns: the first day whole, of each further day what a decision needs.
  static func columns(_ comparison: Comparison) -> [Column] {
    let first = comparison.at.first.map { " " + whose($0) } ?? ""
    let hasSeveral = comparison.at.count > 1
    var columns =
      [
        Column("choice", "model", .label),
        Column("month_usd", "a month USD" + (hasSeveral ? first : "")),
      ] + listColumns(comparison, first: hasSeveral ? first : "") + [
        Column("ratio", "vs today"), Column("request_usd", "a request USD"),
        Column(
          "thousand_mau_usd", "1,000 MAU USD", isShown: comparison.users != nil),
        Column(
          "user_day_usd", "a user's day USD", isShown: comparison.users?.userDays != nil),
      ]
    for time in comparison.at.dropFirst() {
      columns.append(Column("month_usd@\(time)", "a month USD \(whose(time))"))
      if !comparison.contracts.isEmpty {
        columns.append(
          Column("list_month_usd@\(time)", "at list USD \(whose(time))", isShown: false))
      }
      columns.append(Column("ratio@\(time)", "vs today's mix"))
    }
    return columns + [
      Column("ends", "ends", .prose), Column("ends_model", "ends first", .label, isShown: false),
      Column("ends_mode", "how", .label, isShown: false),
      Column("ends_earliest_only", "earliest only", isShown: false),
    ]
  }

  private static func whose(_ time: PriceTime) -> String {
    switch time {
    case .then: "of the time"
    case .day(let day): "on \(day)"
    }
  }

  /// What a month would cost without a contract; nothing where there is none.
  private static func listColumns(_ comparison: Comparison, first: String) -> [Column] {
    comparison.contracts.isEmpty ? [] : [Column("list_month_usd", "at list USD" + first)]
  }

  /// A row; its figures come in the order of the columns.
  static func cells(_ line: ComparisonLine) -> [Cell] {
    var cells: [Cell] = [.text(line.name)]
    for (index, figures) in line.figures.enumerated() {
      cells.append(amount(figures.perMonth, figures))
      cells += figures.list.map { [perMonth($0)] } ?? []
      cells.append(.ratio(figures.ratio))
      guard index == 0 else { continue }
      cells.append(amount(figures.perRequest, figures))
      cells.append(figures.perThousandMAU.map { amount($0, figures) } ?? .unknown)
      cells.append(figures.perUserDay.map { amount($0, figures) } ?? .unknown)
    }
    let end = line.firstEnd
    return cells + [
      end?.lifecycle.cell ?? .unknown, .text(end?.model), .code(end?.lifecycle.mode.rawValue),
      .flag(end?.lifecycle.isEarliestOnly),
    ]
  }

  /// Nothing priced at all is not a choice that costs nothing.
  static func amount(_ amount: Money, _ figures: ComparisonFigures) -> Cell {
    figures.cost == .zero && !figures.unpriced.isEmpty ? .unknown : .money(amount)
  }

  static func perMonth(_ list: ListFigures) -> Cell {
    ContractColumns.list(list.perMonth, without: list.unlistedTokens)
  }
}
