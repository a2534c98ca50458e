import Arguments
import TollbookKit

/// `tollbook whatif`: what could be done about the bill, and what it would save.
enum WhatIfCommand {
  static let declaration = Command(
    "whatif",
    summary: "what could be done about the bill, by what it would save in a month",
    discussion: [
      "Moves each lever by itself on the recorded usage of the last 30 days, then all of them "
        + "together: caches, caps, retries, smaller pictures, shorter prompts, histories and "
        + "answers, batches, other models, models on the device. What each takes for granted is "
        + "said beside it, and so is what the log does not say.",
      "Without a scenario each lever has a round setting of its own; a scenario's levers are tried "
        + "instead. docs/levers.md has every formula.",
    ],
    options: [
      .value("scenario", placeholder: "FILE", help: "The levers to try."),
      Invocation.valuationOption(default: "now"),
    ] + Invocation.periodOptions + Invocation.pricingOptions,
    examples: [
      (line: "tollbook whatif", purpose: "Every lever at its usual setting."),
      (
        line: "tollbook whatif --scenario levers.json --valuation 2027-01-01",
        purpose: "What you mean to do, at next year's prices."
      ),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.answer(schema: "tollbook.whatif/1") { try report(invocation) }
    return .done
  }

  private static func report(_ invocation: Invocation) throws -> Report {
    let parsed = invocation.parsed
    let tollbook = try invocation.tollbook()
    let day: Day?
    switch try invocation.valuation(today: tollbook.today) {
    case .day(let asked): day = asked
    case .then:
      throw TollbookError(
        .usage, "--valuation then: what is saved is computed at one day's prices",
        next: "Say now, or a day such as 2027-01-01.")
    case nil: day = nil
    }
    let scenario = try parsed.value("scenario").map { path in
      try Scenario(parsing: try Files.read(path), file: path)
    }
    return try tollbook.whatIfReport(
      scenario, period: try invocation.period(tollbook.zone), at: day)
  }
}
