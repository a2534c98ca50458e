import Analysis
import Pricing
import Quantities

/// How the choices stand now and after each known change of price, and how sure the ratios are.
enum ComparisonRatios {
  /// What changes, then one row a day and choice; nothing where no months are looked at.
  static func sections(_ comparison: Comparison) -> [Report.Section] {
    guard let outlook = comparison.outlook else { return [] }
    // One that moves no cost is an event all the same: what it is must not depend on who is beside it.
    let events = outlook.events
    return [
      Report.Section(key: "ratios", report: ratios(comparison, outlook)),
      Report.Section(key: "changes", report: changes(events), isShown: !events.isEmpty),
    ]
  }

  private static func ratios(_ comparison: Comparison, _ outlook: ComparisonOutlook) -> Report {
    let names = ([comparison.today] + comparison.lines).map(\.name)
    return Report(
      title: "Each choice beside today's mix, now and after each known change of price",
      columns: [
        Column("from", "prices from", .prose), Column("choice", "model", .label),
        Column("month_usd", "a month USD", hasBars: false), Column("ratio", "vs today's"),
        Column("range", "80 % range", .prose),
        Column("low_80", "low 80 %", isShown: false),
        Column("high_80", "high 80 %", isShown: false),
        Column("low_95", "low 95 %", isShown: false),
        Column("high_95", "high 95 %", isShown: false),
        Column("state", "state", .label, isShown: false),
      ],
      rows: outlook.situations.flatMap { situation in
        zip(names, situation.choices).map { name, standing in
          [
            .day(situation.day), .text(name),
            standing.state == .unpriced ? .unknown : .money(standing.perMonth),
            .ratio(standing.ratio), name == names[0] ? .unknown : text(standing.range),
          ] + bounds(standing.range) + [.code(standing.state.code)]
        }
      },
      notes: notes(outlook),
      extras: [
        JSONMember(
          "total", .array(zip(names, outlook.totals).map { json($0, $1) })),
        JSONMember("basis", basis(outlook, names)),
      ])
  }

  private static func changes(_ events: [PriceEvent]) -> Report {
    Report(
      title: "What changes prices",
      columns: [
        Column("day", "day", .prose), Column("provider", "provider", .label, isShown: false),
        Column("model", "model", .label, isShown: false),
        Column("event", "what happens", .prose),
        Column("kind", "kind", .label, isShown: false),
        Column("earliest_only", "earliest only", isShown: false),
      ],
      rows: events.map { event in
        [
          .day(event.day), .text(event.provider.name), .text(event.model),
          .text(event.description), .code(event.kind.code), .flag(event.isEarliestOnly),
        ]
      })
  }

  /// What the ranges were taken from.
  private static func notes(_ outlook: ComparisonOutlook) -> [String] {
    let ranges = outlook.situations.flatMap { $0.choices.dropFirst().compactMap(\.range) }
    guard let range = ranges.first else { return [] }
    let windows = range.windows == 1 ? "one window" : Phrase.counted(range.windows, "window")
    guard let users = range.users else {
      return [
        "ranges: from the totals of \(windows) alone, users are not told apart; how much other "
          + "users would differ is not in them"
      ]
    }
    return [
      "ranges: the same \(Phrase.counted(users, "user")) and the same \(windows) on both sides"
    ]
  }

  /// `0.60–0.66`, with more decimals below a tenth.
  static func text(_ range: PairedRange?) -> Cell {
    guard let range, let low = fraction(range.bounds(percent: 80).low),
      let high = fraction(range.bounds(percent: 80).high)
    else { return .unknown }
    let places = range.bounds(percent: 80).high < 0.1 ? 4 : 2
    return .text("\(low.decimal(places: places))–\(high.decimal(places: places))")
  }

  private static func bounds(_ range: PairedRange?) -> [Cell] {
    PairedRange.levels.flatMap { percent -> [Cell] in
      guard let bounds = range?.bounds(percent: percent) else { return [.unknown, .unknown] }
      return [bounds.low, bounds.high].map { fraction($0).map { .ratio($0) } ?? .unknown }
    }
  }

  /// A bound, in millionths; a bound has no more digits that mean anything.
  private static func fraction(_ bound: Double) -> Fraction? {
    guard bound.isFinite, bound < 1e9 else { return nil }
    return Fraction(Int128((bound * 1_000_000).rounded()), over: 1_000_000)
  }

  private static func json(_ name: String, _ total: ComparisonOutlook.Total) -> JSONOutput {
    let keys = ["low_80", "high_80", "low_95", "high_95"]
    return .object(
      [
        JSONMember("choice", .string(name)),
        JSONMember(
          "cost_usd", total.state == .unpriced ? .null : .string(total.cost.decimal)),
        JSONMember("ratio", Cell.ratio(total.ratio).json),
      ] + zip(keys, bounds(total.range)).map { JSONMember($0, $1.json) } + [
        JSONMember("state", .string(total.state.code))
      ])
  }

  /// The last choice at today's prices that has a range.
  private static func basis(_ outlook: ComparisonOutlook, _ names: [String]) -> JSONOutput {
    guard let choices = outlook.situations.first?.choices,
      let place = choices.lastIndex(where: { $0.range != nil }), let range = choices[place].range
    else { return .null }
    return json(names[place], range)
  }

  /// The parts of a choice's range: what it would take to make it narrower.
  private static func json(_ name: String, _ range: PairedRange) -> JSONOutput {
    .object([
      JSONMember("choice", .string(name)),
      JSONMember("windows", .integer(range.windows)),
      JSONMember("users", range.users.map { .integer($0) } ?? .null),
      JSONMember("effective_users", number(range.effectiveUsers)),
      JSONMember("sampling_variance", number(range.samplingVariance)),
      JSONMember("time_variance", number(range.timeVariance)),
      JSONMember("degrees_of_freedom", .integer(range.degrees)),
    ])
  }

  /// A number without a unit, as a decimal string of nine decimals.
  private static func number(_ value: Double?) -> JSONOutput {
    guard let value, value.isFinite, value < 1e9,
      let fraction = Fraction(Int128((value * 1e9).rounded()), over: 1_000_000_000)
    else { return .null }
    return .string(fraction.decimal(places: 9))
  }
}

extension ComparisonOutlook.State {
  /// The name by which programs know it.
  var code: String {
    switch self {
    case .complete: "complete"
    case .ended: "ended"
    case .partlyUnpriced: "partly_unpriced"
    case .unpriced: "unpriced"
    }
  }
}
