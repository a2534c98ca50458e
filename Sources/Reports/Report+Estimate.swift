import Analysis
import Pricing
import Quantities

/// `tollbook estimate`: tokens and cost before sending.
extension Report {
  /// An estimate for each model, as `tollbook.estimate/1`.
  ///
  /// - Parameters:
  ///   - estimate: The estimates.
  ///   - scope: The book and the day of the prices.
  /// - Returns: One row a model; the section `parts` has one row a part of the request and model.
  package static func estimate(_ estimate: Estimate, scope: ReportScope) -> Report {
    Report(
      schema: "tollbook.estimate/1", title: "What it would cost, before it is sent",
      columns: EstimateTable.columns(estimate), rows: estimate.lines.map(EstimateTable.cells),
      scope: scope, notes: EstimateTable.notes(estimate),
      extras: [
        JSONMember("requests", .integer(estimate.requests)),
        JSONMember("service_tier", .string(estimate.serviceTier.rawValue)),
      ], sections: [Section(key: "parts", report: EstimateParts.report(estimate))])
  }
}

/// The models as rows.
private enum EstimateTable {
  static func columns(_ estimate: Estimate) -> [Column] {
    let requests = Phrase.number(Int(estimate.requests))
    return [
      Column("model", "model", .label), Column("provider", "provider", .label, isShown: false),
      Column("billed_as", "billed as", .label, isShown: false),
      Column("input_tokens", "input, least"),
      Column("input_tokens_most", "input, most"), Column("output_tokens", "output"),
      Column("request_usd", "a request USD, least"),
      Column("request_usd_most", "most USD"),
      Column("cost_usd", "\(requests) requests USD, least", isShown: estimate.requests != 1),
      Column(
        "cost_usd_most", "most USD", isShown: estimate.requests != 1),
    ]
  }

  static func cells(_ line: Estimate.Line) -> [Cell] {
    [
      .text(line.model), .text(line.provider.name), .text(line.billedAs),
      count(line.input?.lowerBound), count(line.input?.upperBound), .count(line.output),
      .money(line.requestCost?.lowerBound), .money(line.requestCost?.upperBound),
      .money(line.cost?.lowerBound), .money(line.cost?.upperBound),
    ]
  }

  static func count(_ tokens: Int64?) -> Cell { tokens.map { .count($0) } ?? .unknown }

  /// What is missing, and what the figures leave aside.
  static func notes(_ estimate: Estimate) -> [String] {
    var notes: [String] = []
    for line in estimate.lines {
      if line.billedAs != line.model {
        notes.append("\(line.model): answered and billed as \(line.billedAs)")
      }
      notes += line.reasons.map { "unpriced: \($0)" }
    }
    notes.append(
      "thinking is billed as output and cannot be foreseen: what --output-tokens does not count is "
        + "not in the cost")
    let unique = notes.enumerated().filter { notes.firstIndex(of: $0.element) == $0.offset }
    return unique.map(\.element)
  }
}

/// What each part of a request counts.
private enum EstimateParts {
  static func report(_ estimate: Estimate) -> Report {
    let rows = estimate.lines.flatMap { line in
      line.parts.map { part -> [Cell] in
        [
          .text(line.model), .code(part.kind.rawValue), .code(part.meter.rawValue),
          EstimateTable.count(part.tokens?.lowerBound),
          EstimateTable.count(part.tokens?.upperBound), .text(part.basis),
        ]
      }
    }
    return Report(
      title: "What each part counts",
      columns: [
        Column("model", "model", .label), Column("part", "part", .label),
        Column("meter", "meter", .label, isShown: false), Column("tokens", "tokens, least"),
        Column("tokens_most", "most"), Column("basis", "based on", .prose),
      ], rows: rows)
  }
}
