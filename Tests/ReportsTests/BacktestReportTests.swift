import Analysis
import Quantities
import Reports
import Testing

/// What a trial of the past says of the months it could not try.
struct BacktestReportTests {
  @Test func `a month start without a forecast is named with what would help`() throws {
    // Four days of August are too few for September; October has September before it.
    let days = try Fixture.day("2026-08-28")..<Fixture.day("2026-11-01")
    let book = try World.book()
    let rows = try World.byUser("old", days)
    let backtest = try Backtest(
      UserUsage(rows: rows, days: days, zone: .utc, book: book), rows: rows, horizon: 1,
      givesUsers: true, ForecastInput(book: book, asOf: days.upperBound))
    let report = Report.backtest(backtest, scope: try World.scope())
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
}
