import Analysis
import Foundation
import Quantities
import Reports
import Testing

struct ForecastReportTests {
  @Test func `months are listed with what changes prices in them`() throws {
    // A day costs 10,000 × 1 + 5,000 × 4 = 0.03 USD in 2026, and twice that from 2027 on.
    // Nothing in the log varies, so the ranges are those of the priors: December's deviation is the
    // root of (3 × 0.06²) / 4 + (3 × 0.08²) / 4, times 1.5332 at four degrees of freedom.
    let report = Report.forecast(try World.forecast("intro"), scope: try World.scope())
    let expected = """
      What the coming months cost
      month    MAU  days  cost USD  80 % from  to USD  per MAU USD
      ───────  ───  ────  ────────  ─────────  ──────  ───────────
      2026-12   10    31      0.93      0.814   1.062        0.093
      2027-01   10    31      1.86      1.560   2.218        0.186
      2027-02   10    28      1.68      1.398   2.019        0.168
      ───────  ───  ────  ────────  ─────────  ──────  ───────────
      total           90      4.47      3.830   5.217

      the range holds the cost with 80 % probability, as far as the log can tell: every day is priced at
        what is known of its prices
      made from 2026-09-08 to 2026-11-30; its last 28 days have 280 requests of 10 active users
      2026-12: 10 MAU × 100.0 % active on a day × 31 days × 0.003 USD a user and active day
      the width of the range: 64 % the number of users is not certain; 36 % months differ for all users
        alike; saying the users with --mau would narrow it most
      one month ahead, given the users, this log's own past was 0.0 % off over the newest window; 20, 15
        and 12 % are the FinOps marks of crawl, walk and run
      warning: the range is wide because 5 users are 50 % of the cost

      What changes prices, and its effect in that month
      day         what happens                    effect USD
      ──────────  ──────────────────────────────  ──────────
      2027-01-01  intro: introductory price ends       +0.93

      Why a month costs more or less than the one before it
      month    users   days  prices  models  change USD
      ───────  ─────  ─────  ──────  ──────  ──────────
      2027-01   0.00   0.00   +0.93    0.00       +0.93
      2027-02   0.00  -0.18    0.00    0.00       -0.18

      2026-09-01 to 2026-11-30 (UTC) · USD at the prices of the time
        price book 2026-11-30+overlay (3f2a9c1b)

      """
    #expect(render(report, as: .table) == expected)
  }

  @Test func `a month that has begun is split in what is spent and what is ahead`() throws {
    // old costs 10,000 × 3 + 5,000 × 12 = 0.09 USD a day: ten days are over, 21 are ahead.
    let report = Report.forecast(
      try World.forecast("old", from: "2026-12-11"), scope: try World.scope())
    #expect(report.notes[1] == "2026-12: 0.90 USD used so far, 1.89 USD for the 21 days ahead")
    let object = try JSONReading.object(render(report, as: .json))
    let rows = try #require(object["rows"] as? [[String: Any]])
    #expect(rows[0]["month_to_date_usd"] as? String == "0.9")
    #expect(rows[0]["rest_usd"] as? String == "1.89")
    #expect(rows[0]["cost_usd"] as? String == "2.79")
    #expect(rows[1]["month_to_date_usd"] as? String == "0")
  }

  @Test func `whoever multiplies the factors as shown gets the cost as shown`() throws {
    // Eleven users of uneven zeal: 3,001 tokens in and 997 out times 1 to 11, on every third day.
    let days = try Fixture.day("2026-09-01")..<Fixture.day("2026-12-01")
    let rows = try days.enumerated().flatMap { place, day in
      try (0..<11).filter { (place + $0) % 3 == 0 }.map { user in
        var row = try Fixture.row(
          "new", [.textInput: 3001 * Int64(user + 1), .textOutput: 997 * Int64(user + 1)],
          requests: 1, at: day.description)
        row.user = "u\(user)"
        return row
      }
    }
    let book = try World.book()
    for users in [1, 37, 8000, 123_456, 9_000_000] {
      var input = ForecastInput(
        book: book, asOf: days.upperBound, months: 2, users: .constant(users))
      input.fixedFee = try #require(Money(decimal: "12.345"))
      let usage = UserUsage(rows: rows, days: days, zone: .utc, book: book)
      let forecast = try Forecast(
        from: UsageHistory(usage: usage, firstDay: days.lowerBound), input)
      let report = Report.forecast(forecast, scope: try World.scope())
      let line = try #require(report.notes.first { $0.contains(" MAU × ") })
      let numbers = try line.replacing(",", with: "").split { !"0123456789.".contains($0) }
        .dropFirst(2).map { try #require(Double($0)) }
      try #require(numbers.count == 5, "\(line)")
      #expect(numbers[0] == Double(users) && numbers[2] == 31 && numbers[4] == 12.345)
      let sum = numbers[0] * numbers[1] / 100 * numbers[2] * numbers[3] + numbers[4]
      let cost = try #require(Double(forecast.months[0].cost.decimal))
      // Both round to the same cent, or finer where the column is.
      #expect((sum - cost).magnitude < 0.01, "\(line), not \(cost)")
    }
  }

  @Test func `a fixed fee stands beside the product and beside what is spent and ahead`() throws {
    func notes(from asOf: String) throws -> [String] {
      Report.forecast(
        try World.forecast("old", from: asOf, months: 1, users: .constant(20)) {
          $0.fixedFee = try #require(Money(decimal: "5"))
        }, scope: try World.scope()
      ).notes
    }
    // old costs 0.009 USD a user and day: 20 × 31 × 0.009 + 5 is 10.58.
    #expect(
      try notes(from: "2026-12-01").contains(
        "2026-12: 20 MAU × 100.0 % active on a day × 31 days × 0.009 USD a user and active day "
          + "+ 5.00 USD fixed fee"))
    let begun = try notes(from: "2026-12-31")
    // 30 days of ten users are over, one of twenty is ahead.
    #expect(
      begun.contains(
        "2026-12: 2.70 USD used so far, 0.18 USD for the day ahead, 5.00 USD fixed fee"))
    #expect(
      begun.contains(
        "2026-12: 20 MAU × 100.0 % active on a day × 1 day ahead × 0.009 USD a user and active day "
          + "+ 5.00 USD fixed fee"))
  }

  @Test func `the factors are for programs too, and add up with the fee and what is spent`() throws
  {
    let forecast = try World.forecast("old", from: "2026-12-31", months: 1, users: .constant(20)) {
      $0.fixedFee = try #require(Money(decimal: "5"))
    }
    let object = try JSONReading.object(
      render(Report.forecast(forecast, scope: try World.scope()), as: .json))
    let identity = try #require((object["identity"] as? [[String: Any]])?.first)
    #expect(identity["mau"] as? Int == 20 && identity["days"] as? Int == 1)
    #expect(identity["daily_share"] as? String == "1.000000000000")
    #expect(identity["cost_per_active_user_day_usd"] as? String == "0.009")
    #expect(identity["month_to_date_usd"] as? String == "2.7")
    #expect(identity["fixed_fee_usd"] as? String == "5")
    let rows = try #require(object["rows"] as? [[String: Any]])
    // 20 × 0.009 + 2.7 + 5.
    #expect(rows[0]["cost_usd"] as? String == "7.88")
  }

  @Test func `events are for programs too`() throws {
    let report = Report.forecast(try World.forecast("old"), scope: try World.scope())
    let object = try JSONReading.object(render(report, as: .json))
    #expect(object["schema"] as? String == "tollbook.forecast/1")
    let events = try #require((object["events"] as? [String: Any])?["rows"] as? [[String: Any]])
    try #require(events.count == 1)
    #expect(events[0]["kind"] as? String == "shutdown")
    #expect(events[0]["priced_after"] as? String == "new")
    // 14 days in February at 0.10 instead of 0.09.
    #expect(events[0]["effect_usd"] as? String == "0.14")
    #expect(events[0]["at"] as? String == "2027-02-15T00:00:00Z")
    let basis = try #require(object["basis"] as? [String: Any])
    #expect((basis["windows"] as? [[String: Any]])?.first?["active_users"] as? Int == 10)
  }

  @Test func `usage without a price is no cost of zero in any month`() throws {
    let report = Report.forecast(try World.forecast("secret"), scope: try World.scope())
    let lines = render(report, as: .table).split(separator: "\n")
    let first = try #require(lines.first { $0.hasPrefix("2026-12") })
    #expect(first.split(separator: " ") == ["2026-12", "10", "31", "–", "–", "310", "465,000"])
    let total = try #require(lines.first { $0.hasPrefix("total") })
    #expect(total.split(separator: " ") == ["total", "90", "–", "900", "1,350,000"])
    #expect(report.notes.contains { $0.contains("secret is not in the prices") })
  }

  @Test func `a month that has begun without a price has spent nothing that is known`() throws {
    let report = Report.forecast(
      try World.forecast("secret", from: "2026-12-11"), scope: try World.scope())
    #expect(
      report.notes[1]
        == "2026-12: no price for what was used so far, no price for the 21 days ahead"
    )
    let object = try JSONReading.object(render(report, as: .json))
    let rows = try #require(object["rows"] as? [[String: Any]])
    #expect(rows[0]["month_to_date_usd"] is NSNull && rows[0]["rest_usd"] is NSNull)
    let bridge = try #require((object["bridge"] as? [String: Any])?["rows"] as? [[String: Any]])
    #expect(bridge.allSatisfy { $0["prices_usd"] is NSNull && $0["change_usd"] is NSNull })
  }

  @Test func `a scenario is laid out by feature as well`() throws {
    let scenario = try Scenario(
      parsing: Array(
        """
        {"schema": "tollbook.scenario/1", "features": [
        {"name": "chat", "model": "new", "calls_per_active_user_per_day": "3", "active_share": "1",
         "input_tokens": 1000, "output_tokens": 100},
        {"name": "title", "model": "intro", "calls_per_active_user_per_day": "1",
         "active_share": "1", "input_tokens": 100, "output_tokens": 10}]}
        """.utf8), file: "plan.json")
    let asOf = try Fixture.day("2026-12-01")
    let forecast = try Forecast(
      of: scenario,
      ForecastInput(book: try World.book(), asOf: asOf, months: 1, users: .constant(100)))
    let report = Report.forecast(forecast, scope: try World.scope())
    // chat: 100 × 3 × 31 × (1000 × 2.5 + 100 × 15) = 37.2 USD; title: 100 × 31 × (100 + 40) = 0.434.
    let expected = """
      By feature
      feature  model  requests  total tokens  cost USD
      ───────  ─────  ────────  ────────────  ────────
      chat     new       9,300    10,230,000     37.20
      title    intro     3,100       341,000      0.43
      ───────  ─────  ────────  ────────────  ────────
      total                                      37.63
      """
    #expect(render(report, as: .table).contains(expected))
    #expect(report.notes.contains("made from a scenario, not from a log"))
  }
}
