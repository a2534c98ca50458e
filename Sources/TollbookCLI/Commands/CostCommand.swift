import Arguments
import TollbookKit

/// `tollbook cost`: money.
enum CostCommand {
  static let declaration = Command(
    "cost",
    summary: "what it cost, exactly, at the prices of its time",
    discussion: [
      "Each request is charged at the price in force when it happened. --valuation values "
        + "the same tokens at another day's prices. What has no price is counted and named; it is "
        + "never a cost of zero."
    ],
    options: [UsageCommand.byOption] + Invocation.periodOptions
      + [
        Invocation.valuationOption(default: "then"),
        .list(
          "fail-on", placeholder: "WHAT", help: "Exit with 1 if there is any of this.",
          choices: ["unpriced"]),
      ] + Invocation.pricingOptions,
    examples: [
      (line: "tollbook cost --by month,model", purpose: "Each model's cost by month."),
      (
        line: "tollbook cost --month 2026-11 --valuation 2027-01-01",
        purpose: "November's usage at next year's prices."
      ),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let tollbook = try invocation.tollbook()
    let question = UsageQuestion(
      by: try invocation.groupKeys(), period: try invocation.period(tollbook.zone),
      valuation: try invocation.valuation(today: tollbook.today) ?? .then)
    let (report, usage) = try tollbook.costReport(question)
    try invocation.write(report)
    let failsOnUnpriced = invocation.parsed.values("fail-on").contains("unpriced")
    // Parts of requests are of none, but they have tokens.
    let isUnpriced = usage.total.unpricedRequests > 0 || usage.total.unpricedTokens != 0
    return failsOnUnpriced && isUnpriced ? .checkFailed : .done
  }
}
