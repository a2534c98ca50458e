import Arguments
import TollbookKit

/// `tollbook forget`: takes records back out.
enum ForgetCommand {
  static let declaration = Command(
    "forget",
    summary: "remove the records of a file, of an import, or of an earlier time",
    discussion: [
      "Removes records with everything that follows from them: sums, active users, places set "
        + "aside, and the names of users that no other record has. The bytes are overwritten.",
      "A request that stands in another file too belongs to the file that was read first. After "
        + "--file or --import the next import reads every file again and brings it back from "
        + "there.",
      "What happened before the day of --before stays away, in whatever file it comes back: a copy, "
        + "a rotated or packed log. Every import leaves it out and says how much that was. "
        + "`--before none` ends that, and the next import reads every file again.",
    ],
    options: [
      .value("file", placeholder: "PATH", help: "What was read from this file."),
      .value("import", placeholder: "N", help: "What this import brought."),
      .value(
        "before", placeholder: "DAY",
        help: "What happened before this day or instant; none lets it be imported again."),
      .flag("dry-run", help: "Say what would be removed, and remove nothing."),
    ] + Invocation.questionOptions,
    examples: [
      (line: "tollbook forget --file logs/test.jsonl", purpose: "A log imported by mistake."),
      (line: "tollbook forget --before 2025-01-01", purpose: "Keep what is needed, no longer."),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let tollbook = try invocation.tollbook()
    let isTrial = invocation.parsed.flag("dry-run")
    let what = try what(invocation, tollbook)
    try invocation.write(
      try what.map { try tollbook.forget($0, isTrial: isTrial) }
        ?? tollbook.liftForgetting(isTrial: isTrial))
    return .done
  }

  /// What is to be forgotten; nil for `--before none`, which ends that anything is kept away.
  private static func what(
    _ invocation: Invocation, _ tollbook: Tollbook
  ) throws -> WhatToForget? {
    let parsed = invocation.parsed
    let given = ["file", "import", "before"].filter { parsed.value($0) != nil }
    guard given.count == 1, let name = given.first, let text = parsed.value(name) else {
      throw TollbookError(
        .usage, "forget needs exactly one of --file, --import and --before",
        next: "`tollbook status --files` and `status --imports` list what there is.")
    }
    switch name {
    case "file": return .file(path: text)
    case "import":
      return .importNumber(
        Int64(
          try Numbers.whole(
            text, option: "--import", minimum: 1, what: "the number of an import", example: 3)))
    default:
      if text == "none" { return nil }
      return .before(try TimeBounds.instant(text, option: "--before", zone: tollbook.zone))
    }
  }
}
