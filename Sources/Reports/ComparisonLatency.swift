import Analysis
import Quantities

/// How long the recorded models' requests took.
enum ComparisonLatency {
  /// One row a model; nothing where the log says nothing about it.
  static func sections(_ latencies: [ModelLatency]) -> [Report.Section] {
    guard !latencies.isEmpty else { return [] }
    let report = Report(
      title: "How long requests took, by the model that was used",
      columns: [
        Column(
          "provider", "provider", .label, isShown: Set(latencies.map(\.provider)).count > 1),
        Column("model", "model", .label), Column("requests", "requests"),
        Column("p50_ms", "p50 ms"), Column("p95_ms", "p95 ms"),
      ],
      rows: latencies.map { latency in
        [
          .text(latency.provider.name), .text(latency.model), .count(latency.requests),
          .count(latency.p50), .count(latency.p95),
        ]
      })
    return [Report.Section(key: "latency", report: report)]
  }
}
