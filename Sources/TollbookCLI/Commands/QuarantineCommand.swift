import Arguments
import TollbookKit

/// `tollbook quarantine`: what was set aside, and reading it again.
enum QuarantineCommand {
  static let declaration = Command(
    "quarantine",
    summary: "what could not be read: by kind, place by place, and once more",
    discussion: [
      "Whatever an import cannot understand is set aside with its file, line, byte and reason, "
        + "never with its text. Nothing is lost: after an upgrade, `quarantine retry` reads those "
        + "files again."
    ],
    subcommands: [
      Command(
        "kinds", summary: "how many places there are of each kind",
        options: Invocation.questionOptions,
        examples: [(line: "tollbook quarantine kinds", purpose: "An overview.")]),
      Command(
        "list", summary: "every place",
        options: [
          .value("kind", placeholder: "KIND", help: "Only places of this kind."),
          .value("file", placeholder: "PATH", help: "Only places in this file."),
          .value("limit", placeholder: "N", help: "At most so many.", defaultText: "1000"),
        ] + Invocation.questionOptions,
        examples: [
          (line: "tollbook quarantine list --kind broken_json", purpose: "Where to look.")
        ]),
      Command(
        "retry", summary: "read the files with something set aside again",
        discussion: [
          "Each file is read under the options of its last import. Files that are gone are named; "
            + "what is known of them stays."
        ],
        options: Invocation.questionOptions),
    ], defaultSubcommand: "kinds")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let tollbook = try invocation.tollbook()
    switch invocation.parsed.commandPath.last {
    case "list":
      let limit = try invocation.parsed.value("limit").map {
        try Numbers.whole(
          $0, option: "--limit", minimum: 1, what: "a number of places", example: 100)
      }
      try invocation.write(
        try tollbook.quarantinePlaces(
          code: invocation.parsed.value("kind"), path: invocation.parsed.value("file"),
          limit: limit ?? 1000))
    case "retry":
      let (summary, missing) = try tollbook.retryQuarantine()
      try invocation.write(summary.report)
      for path in missing { invocation.surroundings.say("not there any more: \(path)\n") }
    default: try invocation.write(try tollbook.quarantine())
    }
    return .done
  }
}
