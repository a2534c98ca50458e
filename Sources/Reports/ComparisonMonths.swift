import Analysis
import Quantities

/// The choices month by month: which is the cheapest, and how many users a budget affords.
enum ComparisonMonths {
  /// The months, and with a budget the users of each; nothing where no months are looked at.
  static func sections(_ comparison: Comparison) -> [Report.Section] {
    guard let outlook = comparison.outlook else { return [] }
    let choices = [comparison.today] + comparison.lines
    let months = Report.Section(key: "months", report: months(outlook, choices))
    let hasBudget = outlook.months.contains { $0.choices.contains { $0.affordable != nil } }
    return hasBudget
      ? [months, Report.Section(key: "budget", report: budget(outlook, choices))] : [months]
  }

  private static func months(_ outlook: ComparisonOutlook, _ choices: [ComparisonLine]) -> Report {
    let names = choices.map(\.name)
    let total = names.indices.map { index in
      outlook.months.reduce(Money.zero) { $0 + $1.choices[index].cost }
    }
    let unpriced = outlook.totals.map { $0.state == .unpriced }
    return Report(
      title: "The recorded usage in the coming months, at the prices known for them",
      columns: [Column("month", "month", .label)]
        + names.map { Column("cost_usd@\($0)", "\($0) USD", hasBars: false) }
        + [Column("cheapest", "cheapest", .label)],
      rows: outlook.months.map { month in
        [.month(month.month)]
          + month.choices.map { $0.state == .unpriced ? .unknown : .money($0.cost) }
          + [.text(month.cheapest.map { names[$0] })]
      },
      total: [nil] + zip(total, unpriced).map { $1 ? .unknown : .money($0) } + [nil],
      notes: turns(outlook, names) + fixed(choices) + ended(outlook, names),
      extras: [
        JSONMember(
          "figures", .array(outlook.months.flatMap { month in figures(month, names) }))
      ])
  }

  /// When another choice becomes the cheapest.
  private static func turns(_ outlook: ComparisonOutlook, _ names: [String]) -> [String] {
    guard let first = outlook.months.first else { return [] }
    func name(_ month: ChoiceMonth) -> String { month.cheapest.map { names[$0] } ?? "none" }
    guard !outlook.turns.isEmpty else {
      return ["cheapest in every month: \(name(first))"]
    }
    let turns = outlook.turns.map { "from \($0.month) on \(name($0))" }
    return ["cheapest: \(name(first)), \(turns.joined(separator: ", "))"]
  }

  private static func fixed(_ choices: [ComparisonLine]) -> [String] {
    choices.filter { $0.fixedCost != .zero }.map {
      "\($0.name): with its fixed cost of \(Phrase.money($0.fixedCost)) USD a month"
    }
  }

  private static func ended(_ outlook: ComparisonOutlook, _ names: [String]) -> [String] {
    names.indices.compactMap { index in
      let month = outlook.months.first { $0.choices[index].state == .ended }
      return month.map {
        "\(names[index]): a model of it ends in \($0.month) without a successor; its last price is "
          + "taken, and it is not the cheapest from then on"
      }
    }
  }

  private static func figures(_ month: ChoiceMonth, _ names: [String]) -> [JSONOutput] {
    zip(names, month.choices).enumerated().map { index, choice in
      let (name, cost) = choice
      return .object([
        JSONMember("month", .string(month.month.description)),
        JSONMember("choice", .string(name)),
        JSONMember("cost_usd", cost.state == .unpriced ? .null : .string(cost.cost.decimal)),
        JSONMember("state", .string(cost.state.code)),
        JSONMember("is_cheapest", .bool(month.cheapest == index)),
        JSONMember("affordable_mau", affordable(cost.affordable).json),
      ])
    }
  }

  private static func budget(_ outlook: ComparisonOutlook, _ choices: [ComparisonLine]) -> Report {
    Report(
      title: "How many monthly active users the budget affords",
      columns: [Column("month", "month", .label)]
        + choices.map { Column("mau@\($0.name)", "\($0.name) MAU") },
      rows: outlook.months.map { month in
        [.month(month.month)] + month.choices.map { affordable($0.affordable) }
      },
      notes: ["each user causing what one does now; \"any\" where a user costs nothing"])
  }

  private static func affordable(_ users: ChoiceMonth.Affordable?) -> Cell {
    switch users {
    case .users(let count): .count(count)
    case .any: .code("any")
    case nil: .unknown
    }
  }
}
