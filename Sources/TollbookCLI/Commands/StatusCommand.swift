import Arguments
import TollbookKit

/// `tollbook status`: what the ledger holds.
enum StatusCommand {
  static let declaration = Command(
    "status", summary: "what the ledger holds and which prices it uses",
    options: Invocation.questionOptions)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.write(try invocation.tollbook().status())
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
