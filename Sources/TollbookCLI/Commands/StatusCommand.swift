import Arguments
import TollbookKit

/// `tollbook status`: what the ledger holds.
enum StatusCommand {
  static let declaration = Command(
    "status", summary: "what the ledger holds and which prices it uses",
    options: [
      .flag("files", help: "List the files that were read."),
      .flag("imports", help: "List the imports."),
    ] + Invocation.questionOptions)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let tollbook = try invocation.tollbook()
    switch (invocation.parsed.flag("files"), invocation.parsed.flag("imports")) {
    case (false, false): try invocation.write(try tollbook.status())
    case (true, false): try invocation.write(try tollbook.fileList())
    case (false, true): try invocation.write(try tollbook.importList())
    case (true, true):
      throw TollbookError(
        .usage, "--files does not go with --imports", next: "Ask for one list at a time.")
    }
    return .done
  }
}

/// `tollbook verify`: proves that everything derived follows from the records.
enum VerifyCommand {
  static let declaration = Command(
    "verify", summary: "recompute rollup and charges from the records, and compare",
    discussion: [
      "Adds the records up once more, prices each of them by itself at its own instant, and "
        + "compares both with what the ledger keeps. Exits with 1 if anything differs."
    ],
    options: Invocation.pricingOptions)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let (report, isSound) = try invocation.tollbook().verify()
    try invocation.write(report)
    return isSound ? .done : .checkFailed
  }
}
