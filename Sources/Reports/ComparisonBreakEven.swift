import Analysis
import Quantities

/// When a choice pays: against its fixed cost, and against what users bring.
enum ComparisonBreakEven {
  /// One row a choice and day of changed prices; people see it where either was said.
  static func sections(_ comparison: Comparison) -> [Report.Section] {
    guard let outlook = comparison.outlook else { return [] }
    let lines = comparison.lines
    var rows: [(day: Day, line: ComparisonLine, breakEven: BreakEven)] = []
    for situation in outlook.situations {
      for (line, standing) in zip(lines, situation.choices.dropFirst()) {
        standing.breakEven.map { rows.append((situation.day, line, $0)) }
      }
    }
    let hasRevenue = rows.contains { $0.breakEven.marginPerMAU != nil }
    let hasFixed = lines.contains { $0.fixedCost != .zero }
    let report = Report(
      title: "From when on a choice pays", columns: columns(comparison, hasRevenue),
      rows: rows.map { cells($0.day, $0.line.name, $0.breakEven) }, notes: notes(hasRevenue))
    return [
      Report.Section(key: "break_even", report: report, isShown: hasRevenue || hasFixed)
    ]
  }

  private static func columns(_ comparison: Comparison, _ hasRevenue: Bool) -> [Column] {
    let hasUsers = comparison.users != nil
    return [
      Column("from", "prices from", .prose), Column("choice", "model", .label),
      Column("fixed_usd", "fixed USD", hasBars: false),
      Column("pays", "pays", .prose), Column("pays_from_share", "from share", isShown: false),
      Column("pays_from_mau", "from MAU", isShown: hasUsers),
      Column("needed_per_mau_usd", "needs per MAU USD", isShown: hasUsers, hasBars: false),
      Column("margin_per_mau_usd", "margin per MAU USD", isShown: hasRevenue, hasBars: false),
      Column("covered_from_mau", "covered from MAU", isShown: hasRevenue),
      Column("covered", "revenue covers", .prose, isShown: hasRevenue),
      Column("covered_share", "covered share", isShown: false),
    ]
  }

  private static func cells(_ day: Day, _ name: String, _ even: BreakEven) -> [Cell] {
    [
      .day(day), .text(name), .money(even.fixedCost), .text(words(even.share)), share(even.share),
      even.users.map { .count($0) } ?? .unknown, .money(even.neededPerMAU),
      even.marginPerMAU.map { .change($0) } ?? .unknown,
      even.coveredFromUsers.map { .count($0) } ?? .unknown, .text(even.coveredShare.map(words)),
      coveredShare(even.coveredShare),
    ]
  }

  private static func words(_ threshold: BreakEven.Threshold) -> String {
    switch threshold {
    case .always: return "always"
    case .same: return "costs the same"
    case .never: return "never"
    case .from(let share):
      let percent = share.percent(toPlaces: 1)
      return ExactRatio(1, to: 1).map { share > $0 } == true
        ? "at \(percent) % of today's traffic" : "from \(percent) % of the traffic on"
    }
  }

  private static func share(_ threshold: BreakEven.Threshold) -> Cell {
    switch threshold {
    case .always: .share(0, of: 1)
    case .from(let share): .share(share)
    case .same, .never: .unknown
    }
  }

  private static func words(_ covered: BreakEven.Covered) -> String {
    switch covered {
    case .all: "any share of it"
    case .upTo(let share): "up to \(share.percent(toPlaces: 1)) % on it"
    case .from(let share): "from \(share.percent(toPlaces: 1)) % on it"
    case .none: "no share"
    }
  }

  private static func coveredShare(_ covered: BreakEven.Covered?) -> Cell {
    switch covered {
    case .upTo(let share), .from(let share): .share(share)
    case .all, nil, .some(.none): .unknown
    }
  }

  private static func notes(_ hasRevenue: Bool) -> [String] {
    let base =
      "pays: what moving traffic there saves is at least its fixed cost; needs: its cost and fixed "
      + "cost by monthly active user"
    guard hasRevenue else { return [base] }
    return [
      base,
      "revenue covers: the share of the traffic on it at which what users bring pays for all, the "
        + "rest staying as it is",
    ]
  }
}
