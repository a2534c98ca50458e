import Arguments
import TollbookKit

/// `tollbook cost`: money.
enum CostCommand {
  static let declaration = Command(
    "cost",
    summary: "what it cost, exactly, at the prices of its time",
    discussion: [
      "Each request is charged at the price in force when it happened. --prices-as-of values the "
        + "same tokens at another day's prices. What has no price is counted and named; it is "
        + "never a cost of zero."
    ],
    options: [UsageCommand.byOption] + Invocation.periodOptions
      + [
        .value(
          "prices-as-of", placeholder: "DAY",
          help: "Value at this day's prices; \"then\" is the time of each request, \"now\" today.",
          defaultText: "then"),
        .list(
          "fail-on", placeholder: "WHAT", help: "Exit with 1 if there is any of this.",
          choices: ["unpriced"]),
      ] + Invocation.questionOptions,
    examples: [
      (line: "tollbook cost --by month,model", purpose: "Each model's cost by month."),
      (
        line: "tollbook cost --month 2026-11 --prices-as-of 2027-01-01",
        purpose: "November's usage at next year's prices."
      ),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let tollbook = try invocation.tollbook()
    let question = UsageQuestion(
      by: try invocation.groupKeys(), period: try invocation.period(tollbook.zone),
      basis: try basis(invocation.parsed.value("prices-as-of"), tollbook))
    let (report, usage) = try tollbook.costReport(question)
    try invocation.write(report)
    let failsOnUnpriced = invocation.parsed.values("fail-on").contains("unpriced")
    // Parts of requests are of none, but they have tokens.
    let isUnpriced = usage.total.unpricedRequests > 0 || usage.total.unpricedTokens != 0
    return failsOnUnpriced && isUnpriced ? .checkFailed : .done
  }

  /// Whose prices: "then", "now", a day or an instant.
  static func basis(_ text: String?, _ tollbook: Tollbook) throws -> Valuation.Basis {
    switch text {
    case nil, "then": .then
    case "now": .on(tollbook.now.slot)
    case let text?:
      .on(try TimeBounds.instant(text, option: "--prices-as-of", zone: tollbook.zone))
    }
  }
}
