import Arguments
import TollbookKit

/// `tollbook backtest`: how good forecasts of this very ledger would have been.
enum BacktestCommand {
  static let declaration = Command(
    "backtest",
    summary: "what forecast would have said at each past month start, and what happened",
    discussion: [
      "For each past month start the forecast is made from what the log held then, and put beside "
        + "what each month cost: error, range, and two plain methods (last month times the change "
        + "of users; the mean of 28 days by weekday). Each month's users are taken as given.",
      "Prices are those of the price book as it is now, each day at its own.",
    ],
    options: [
      .value("horizon", placeholder: "N", help: "How many months ahead.", defaultText: "3"),
      .flag("without-mau", help: "As if nobody had said how many users there will be."),
      .flag("drop-retired", help: "Leave out models that end without a successor."),
    ] + ForecastOptions.method + Invocation.pricingOptions,
    examples: [
      (line: "tollbook backtest", purpose: "One to three months ahead, users given."),
      (
        line: "tollbook backtest --horizon 1 --without-mau",
        purpose: "The next month only, users unknown."
      ),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.answer(schema: "tollbook.backtest/1") {
      let tollbook = try invocation.tollbook()
      return tollbook.report(try backtest(invocation.parsed, tollbook))
    }
    return .done
  }

  private static func backtest(_ parsed: Parsed, _ tollbook: Tollbook) throws -> Backtest {
    let horizon = try Numbers.whole(
      parsed.value("horizon") ?? "3", option: "--horizon", minimum: 1,
      what: "a number of months", example: 3)
    var question = ForecastQuestion()
    question.dropRetired = parsed.flag("drop-retired")
    question.refine = try ForecastOptions.refinement(parsed, takesUsers: false)
    question.asOf = try parsed.value("as-of").map { text throws(TollbookError) in
      try TimeBounds.day(text, option: "--as-of")
    }
    // A horizon beyond the log costs nothing: months that have not happened are not tried.
    return try tollbook.backtest(
      horizon: min(horizon, ForecastInput.mostMonths),
      givesUsers: !parsed.flag("without-mau"), question)
  }
}
