import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// 8,000 monthly active users who each make three round trips a day, at the prices that ship.
@Suite struct WorkedExampleTests {
  private func scenario(model: String) throws -> Scenario {
    try Scenario(
      parsing: Array(
        """
        {"schema": "tollbook.scenario/1", "features": [
          {"name": "chat", "model": "\(model)", "calls_per_active_user_per_day": 3,
           "input_tokens": 600, "output_tokens": 400}]}
        """.utf8), file: "chat.json")
  }

  private func forecast(_ model: String, from day: String, months: Int) throws -> Forecast {
    try Forecast(
      of: try scenario(model: model),
      ForecastInput(
        book: try Fixture.realBook(), asOf: try Fixture.day(day), months: months,
        users: .constant(8000)))
  }

  @Test func `a 30-day month on gemini-2.5-flash is 720,000 round trips and $849.60`() throws {
    let month = try #require(
      try forecast("gemini-2.5-flash", from: "2026-11-01", months: 1).months.first)
    // 720,000 × (600 × 0.30 + 400 × 2.50) = 720,000 × 1180 millionths.
    #expect(month.usage.requests == 720_000)
    #expect(month.usage.tokens == 720_000_000)
    #expect(month.cost.decimal == "849.6")
    #expect(month.costPerMAU?.decimal == "0.1062")
    #expect(month.events.isEmpty)
  }

  @Test func `the re-route of gemini-2.5-flash changes the model and, for text, not the price`()
    throws
  {
    let forecast = try forecast("gemini-2.5-flash", from: "2026-11-01", months: 2)
    // 31 × 28.32.
    #expect(forecast.costs == ["849.6", "877.92"])
    let event = try #require(forecast.months[1].events.first)
    #expect(event.kind == .reroute(to: "gemini-3.5-flash-lite"))
    #expect(event.day.description == "2026-12-01")
    #expect(event.isEarliestOnly)
    #expect(event.effect == .zero)
  }

  @Test func `gemini-3.8-flash costs twice as much from the new year`() throws {
    let forecast = try forecast("gemini-3.8-flash", from: "2026-11-30", months: 2)
    // A scenario begins with a whole month: 31 × 24,000 × (600 × 0.75 + 400 × 3.75) millionths.
    #expect(forecast.months.map(\.month.description) == ["2026-12", "2027-01"])
    #expect(forecast.costs == ["1450.8", "2901.6"])
    #expect(
      forecast.eventLines == [
        "2027-01-01 gemini-3.8-flash: introductory price ends 1450.8"
      ])
    #expect(forecast.basis.asOf.description == "2026-12-01")
    #expect(forecast.warnings.notable.map(\.code) == ["begins-later"])
  }
}
