import Analysis
import Quantities
import Testing

/// Which days of a log a forecast looks at.
@Suite struct WindowPlanTests {
  private func plan(_ asOf: String, months: Int, firstDay: String) throws -> [Int: [String]] {
    let plan = WindowPlan(
      asOf: try Fixture.day(asOf), months: months, firstDay: try Fixture.day(firstDay))
    return plan.windows.mapValues { windows in
      windows.map { "\($0.lowerBound)..<\($0.upperBound)" }
    }
  }

  @Test func `each length of month has windows as long as itself`() throws {
    // 91 days from 1 September to 30 November.
    #expect(
      try plan("2026-12-01", months: 3, firstDay: "2026-09-01") == [
        31: ["2026-10-31..<2026-12-01", "2026-09-30..<2026-10-31"],
        28: [
          "2026-11-03..<2026-12-01", "2026-10-06..<2026-11-03", "2026-09-08..<2026-10-06",
        ],
      ])
  }

  @Test func `a long log gives seven windows and no more`() throws {
    let windows = try plan("2026-12-01", months: 12, firstDay: "2020-01-01")
    #expect(windows.mapValues(\.count) == [28: 7, 30: 7, 31: 7])
    #expect(try plan("2027-12-01", months: 3, firstDay: "2020-01-01").keys.sorted() == [29, 31])
  }

  @Test func `a log shorter than a month gives one window of all of it`() throws {
    #expect(
      try plan("2026-12-01", months: 1, firstDay: "2026-11-30") == [
        31: ["2026-11-30..<2026-12-01"]
      ])
    #expect(
      try plan("2026-12-01", months: 1, firstDay: "2026-10-31")[31]?.count == 1)
    #expect(
      try plan("2026-12-01", months: 1, firstDay: "2026-09-30")[31]?.count == 2)
  }

  @Test func `a log that begins later, or no months, gives no windows`() throws {
    #expect(try plan("2026-12-01", months: 1, firstDay: "2026-12-01") == [31: []])
    #expect(try plan("2026-12-01", months: 1, firstDay: "2027-01-01") == [31: []])
    #expect(try plan("2026-12-01", months: .max, firstDay: "2026-01-01").count == 4)
    #expect(try plan("2026-12-01", months: -1, firstDay: "2026-01-01") == [:])
  }

  @Test func `the month to date ends where the forecast begins`() throws {
    let first = try Fixture.day("2026-12-01")
    let tenth = try Fixture.day("2026-12-10")
    #expect(WindowPlan(asOf: tenth, months: 1, firstDay: first).monthToDate == first..<tenth)
    #expect(WindowPlan(asOf: first, months: 1, firstDay: first).monthToDate.isEmpty)
  }
}
