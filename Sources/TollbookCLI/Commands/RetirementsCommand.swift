import Arguments
import TollbookKit

/// `tollbook retirements`: which models are about to go.
enum RetirementsCommand {
  static let declaration = Command(
    "retirements",
    summary: "which models in use are about to be shut down or re-routed",
    discussion: [
      "Every model seen in the last 30 days, or named, with the day it ends, what happens then, "
        + "what follows and at which price. A model that the price book does not know is unknown, "
        + "which is not the same as \"no end announced\"."
    ],
    operands: [
      Operand("MODEL", help: "Models to report on, used or not.", minimum: 0, maximum: nil)
    ],
    options: [
      .value(
        "last", placeholder: "DAYS", help: "Look at the usage of so many days.",
        defaultText: "30d"),
      .value("within", placeholder: "DAYS", help: "Only models that end within so many days."),
      .list(
        "fail-on", placeholder: "WHAT",
        help: "Exit with 1 if a model in the report is ending, or unknown.",
        choices: ["ending", "unknown"]),
    ] + Invocation.pricingOptions,
    examples: [
      (
        line: "tollbook retirements --within 90d --fail-on ending",
        purpose: "A check for CI."
      ),
      (line: "tollbook retirements gemini-2.5-flash", purpose: "One model, used or not."),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let failures = invocation.parsed.values("fail-on")
    var result: RetirementReport?
    try invocation.answer(schema: "tollbook.retirements/1") {
      let tollbook = try invocation.tollbook()
      let retirements = try retirements(invocation.parsed, tollbook)
      result = retirements
      return tollbook.report(retirements)
    }
    let warnings = result?.warnings ?? []
    let isEnding = failures.contains("ending") && warnings.contains { $0.daysLeft != nil }
    let isUnknown =
      failures.contains("unknown") && warnings.contains { $0.status == .unknownModel }
    return isEnding || isUnknown ? .checkFailed : .done
  }

  private static func retirements(
    _ parsed: Parsed, _ tollbook: Tollbook
  ) throws -> RetirementReport {
    let names = parsed.operands.map { word in
      let (provider, model) = tollbook.book.sellerAndModel(word)
      return RetirementInput.Name(provider: provider, model: model)
    }
    let within = try parsed.value("within").map { text throws(TollbookError) in
      try Numbers.days(text, option: "--within")
    }
    return try tollbook.retirements(
      lastDays: try Numbers.days(parsed.value("last") ?? "30d", option: "--last"), named: names,
      within: within)
  }
}
