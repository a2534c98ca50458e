import Analysis
import Pricing
import Quantities
import Usage

/// Levers on small invented usage.
enum LeverFixture {
  /// Two Gemini models with batch prices and cached ones, one without either, and one on a device.
  static func book() throws -> PriceBook {
    let models = [
      Fixture.model(
        "gemini-2.5-toy",
        [
          Fixture.price("1", "0.1", "4"), Fixture.price("0.5", "0.1", "2", tier: "batch"),
          #"{"per": "million_token_hours", "service_tier": "standard", "status": "in_force", "#
            + #""amounts": {"cache_storage": "1"}}"#,
        ]),
      Fixture.model(
        "gemini-3-toy",
        [Fixture.price("2", "0.2", "8"), Fixture.price("1", nil, "4", tier: "flex")]),
      Fixture.model("plain", [Fixture.price("3", nil, "12")]),
    ]
    func files(_ seller: String, _ models: [String]) -> (PriceBookSource, PriceBookSource) {
      let base = """
        {"schema": "tollbook.prices/1", "seller": "\(seller)", "version": "2026-11-30",
        "as_of": "2026-11-30", "currency": "USD", "day_zone": "UTC", "sources": {},
        "models": [], "aliases": []}
        """
      let overlay = """
        {"schema": "tollbook.prices/1", "seller": "\(seller)",
        "models": [\(models.joined(separator: ",\n"))]}
        """
      return (
        PriceBookSource(name: "\(seller).json", bytes: Array(base.utf8)),
        PriceBookSource(name: "my-\(seller).json", bytes: Array(overlay.utf8))
      )
    }
    let cloud = files("google-gemini-api", models)
    let device = files(
      "on-device", [Fixture.model("apple-foundation-model", [Fixture.price("0", "0", "0")])])
    return try PriceBook.load([cloud.0, device.0], overlays: [cloud.1, device.1])
  }

  /// The levers of a scenario file.
  static func levers(_ json: String) throws -> [Lever] {
    let text = #"{"schema": "tollbook.scenario/2", "levers": [\#(json)]}"#
    return try Scenario(parsing: Array(text.utf8), file: "levers.json").levers
  }

  /// A row on 2026-11-15.
  static func row(
    _ counts: [Meter: Int64], requests: Int, model: String = "gemini-2.5-toy",
    tier: ServiceTier = .standard, labels: [String: String] = [:], day: Int = 0
  ) throws -> RollupRow {
    Fixture.row(
      model, counts, on: try Fixture.day("2026-11-15").adding(days: day), requests: requests,
      tier: tier, labels: labels)
  }

  /// Usage under levers.
  static func moved(
    _ rows: [RollupRow], _ json: String, _ evidence: LeverEvidence = LeverEvidence()
  ) throws -> LeveredUsage {
    do {
      return try LeveredUsage(
        rows, levers: try levers(json), evidence: evidence, book: try book(),
        at: try Fixture.day("2026-11-30").startUTC)
    } catch let refusal as LeverRefusal {
      // Where the lever stands is a matter of its own.
      throw refusal.bare
    }
  }
}

extension LeveredUsage {
  /// Each row as `model tier requests: meter count, …`.
  var lines: [String] {
    rows.map { row in
      let counts = Meter.allCases.filter { row.tokens[$0] != 0 }
        .map { "\($0.rawValue) \(row.tokens[$0])" }
      let series = row.series
      return "\(series.model ?? "") \(series.serviceTier.rawValue) \(row.requests): "
        + counts.joined(separator: ", ")
    }
  }
}
