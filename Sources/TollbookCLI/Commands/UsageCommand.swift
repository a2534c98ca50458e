import Arguments
import TollbookKit

/// `tollbook usage`: tokens.
enum UsageCommand {
  static let byOption = Option.list(
    "by", short: "b", placeholder: "KEY",
    help: "Group by \(GroupKey.words.joined(separator: ", ")).")

  static let declaration = Command(
    "usage",
    summary: "tokens, by model, day, feature or anything the logs say",
    discussion: [
      "Input is the whole prompt, cached tokens included and tool use excluded; output excludes "
        + "thinking; the total is everything billed."
    ],
    options: [byOption] + Invocation.periodOptions + Invocation.questionOptions,
    examples: [
      (line: "tollbook usage --by model", purpose: "Tokens of each model."),
      (
        line: "tollbook usage --by day,feature --since 2026-11-01 --tz Asia/Tokyo",
        purpose: "By day in Tokyo and by feature."
      ),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let tollbook = try invocation.tollbook()
    let question = UsageQuestion(
      by: try invocation.groupKeys(), period: try invocation.period(tollbook.zone))
    try invocation.write(try tollbook.usageReport(question))
    return .done
  }
}
