import Analysis
import Quantities
import Reports
import Testing

/// What a trial of the past says of the months it could not try.
struct BacktestReportTests {
  /// The trial of the months of some days, one month ahead.
  private func report(of days: Range<Day>) throws -> Report {
    let book = try World.book()
    let rows = try World.byUser("old", days)
    let backtest = try Backtest(
      UserUsage(rows: rows, days: days, zone: .utc, book: book), rows: rows, horizon: 1,
      givesUsers: true, ForecastInput(book: book, asOf: days.upperBound))
    return .backtest(backtest, scope: try World.scope())
  }

  @Test func `a month start without a forecast is named with what would help`() throws {
    // Four days of August are too few for September; October has September before it.
    let days = try Fixture.day("2026-08-28")..<Fixture.day("2026-11-01")
    let report = try report(of: days)
    #expect(
      report.notes.suffix(2) == [
        "no forecast as of 2026-09-01: 4 days of usage are too few for a forecast",
        "for months without a forecast: See the point alone, without a range, with --force.",
      ])
    let object = try JSONReading.object(render(report, as: .json))
    let refused = try #require((object["refused"] as? [[String: Any]])?.first)
    #expect(refused["code"] as? String == "too-few-days")
    #expect((refused["remedy"] as? String)?.contains("--force") == true)
  }

  @Test func `it says over which months the methods are compared`() throws {
    // August is no whole month, so September has no "last month".
    let days = try Fixture.day("2026-08-04")..<Fixture.day("2026-12-01")
    let report = try report(of: days)
    #expect(
      render(report, as: .table).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains(
          "1 month ahead: of 3 months, last month × users has 2 and 28 days by weekday 3; the "
            + "methods are compared over 2"))
    let object = try JSONReading.object(render(report, as: .json))
    let summary = try #require(object["summary"] as? [String: Any])
    let row = try #require((summary["rows"] as? [[String: Any]])?.first)
    let counts = ["cases", "compared", "last_month_cases", "weekday_mean_cases"]
    #expect(counts.map { row[$0] as? Int } == [3, 2, 2, 3])
  }
}
