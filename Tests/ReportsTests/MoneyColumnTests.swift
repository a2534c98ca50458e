import Quantities
import Reports
import TestSupport
import Testing

/// Money is rounded a column at a time, so that the rows shown add up to the total shown.
struct MoneyColumnTests {
  /// The shown texts of a column: its rows, then its total.
  static func shown(_ rows: [Cell], total: Money?) -> [String] {
    let report = Report(
      title: "t", columns: [Column("name", "name", .label), Column("cost_usd", "cost USD")],
      rows: rows.map { [.text("x"), $0] }, total: total.map { [nil, .money($0)] })
    return render(report, as: .markdown).split(separator: "\n").dropFirst(3)
      .filter { $0.hasPrefix("|") }.map { line in
        String(line.split(separator: "|")[1].filter { !" *".contains($0) })
      }
  }

  static func shown(_ rows: [String], total: String?) throws -> [String] {
    shown(
      try rows.map { $0 == "–" ? .unknown : .money(try Fixture.money($0)) },
      total: try total.map(Fixture.money))
  }

  struct Column4: Sendable {
    let rows: [String]
    let total: String
    let shown: [String]
  }

  @Test(arguments: [
    // Two decimals from ten dollars on: four digits that count.
    Column4(rows: ["849.5", "0.1"], total: "849.6", shown: ["849.50", "0.10", "849.60"]),
    Column4(rows: ["12.345", "0.001"], total: "12.346", shown: ["12.35", "<0.01", "12.35"]),
    Column4(rows: ["1.2345", "1.2345"], total: "2.469", shown: ["1.235", "1.234", "2.469"]),
    Column4(
      rows: ["0.001", "0.000457"], total: "0.001457", shown: ["0.001000", "0.000457", "0.001457"]),
    // No more decimals than the amounts have.
    Column4(rows: ["0.5", "0.25"], total: "0.75", shown: ["0.50", "0.25", "0.75"]),
    Column4(rows: ["0", "0"], total: "0", shown: ["0.00", "0.00", "0.00"]),
    // Six at most, and what is left is not nothing.
    Column4(
      rows: ["0.0000001", "0.0000001"], total: "0.0000002",
      shown: ["<0.000001", "<0.000001", "<0.000001"]),
    Column4(
      rows: ["1234567.891", "0.001"], total: "1234567.892",
      shown: ["1,234,567.89", "<0.01", "1,234,567.89"]),
    // Thirds: the remainders that are cut most go up, the first among equals.
    Column4(
      rows: ["3.333333333334", "3.333333333333", "3.333333333333"], total: "10",
      shown: ["3.34", "3.33", "3.33", "10.00"]),
    Column4(rows: ["10", "–"], total: "10", shown: ["10.00", "–", "10.00"]),
  ])
  func `a column has as many decimals as its total needs`(_ column: Column4) throws {
    #expect(try Self.shown(column.rows, total: column.total) == column.shown)
  }

  @Test func `rows without a total are rounded each by itself`() throws {
    #expect(
      try Self.shown(["10.005", "10.015", "-0.001"], total: nil) == ["10.00", "10.02", ">-0.01"])
  }

  @Test func `rows that are not the parts of the total are not bent to fit it`() throws {
    #expect(try Self.shown(["10.004", "10.004"], total: "50") == ["10.00", "10.00", "50.00"])
  }

  @Test func `a change has a sign, and zero has none`() throws {
    let texts = Self.shown(
      try ["12.5", "-3", "0", "0.0001", "-0.0001"].map { .change(try Fixture.money($0)) },
      total: nil)
    #expect(texts == ["+12.50", "-3.00", "0.00", "<0.01", ">-0.01"])
  }

  /// A shown amount as a number of 10^-places; what is too small to show counts as nothing.
  static func units(_ text: String) -> Int128? {
    if text.hasPrefix("<") || text.hasPrefix(">") { return 0 }
    return Int128(text.filter { $0 != "," && $0 != "." })
  }

  /// Amounts of every size, sums of a few of them, many of them multiples of something round.
  static func amounts(seed: UInt64) -> [Money] {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 2...40, using: &random)
    let size = Int.random(in: 1...17, using: &random)
    let largest = (0..<size).reduce(Int128(1)) { power, _ in power * 10 }
    let step: Int128 = [1, 1000, 5_000_000_000].randomElement(using: &random) ?? 1
    let isMixed = seed % 5 == 0
    return (0..<count).map { _ in
      let amount = Int128.random(in: 0...largest, using: &random) / step * step
      let isNegative = isMixed && Bool.random(using: &random)
      return Money(picodollars: isNegative ? -amount : amount)
    }
  }

  @Test(arguments: 0..<400)
  func `the rows shown add up to the total shown`(_ seed: UInt64) throws {
    let amounts = Self.amounts(seed: seed)
    let total = amounts.reduce(.zero, +)
    let texts = Self.shown(amounts.map { .money($0) }, total: total)
    try #require(texts.count == amounts.count + 1)
    let units = try texts.map { try #require(Self.units($0), "\($0)") }
    #expect(units.dropLast().reduce(0, +) == units.last, "seed \(seed): \(texts)")

    let places = texts.compactMap { $0.split(separator: ".").last?.count }.max() ?? 0
    let unit = (0..<(12 - places)).reduce(Int128(1)) { power, _ in power * 10 }
    for (amount, text) in zip(amounts + [total], texts) {
      // No row is bent by a whole unit, and zero is said of zero alone.
      let shown = try #require(Self.units(text)) * unit
      #expect((shown - amount.picodollars).magnitude < unit.magnitude, "seed \(seed): \(text)")
      #expect((text.allSatisfy { "0.".contains($0) }) == (amount == .zero), "seed \(seed): \(text)")
    }
  }
}
