import Arguments
import TollbookKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The `tollbook` program: reads the command line, runs one command, says how it went.
enum Program {
  /// Runs the program and ends the process.
  static func main() -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(run(arguments, Surroundings.ofProcess()).code)
  }

  /// Runs a command line.
  static func run(_ arguments: [String], _ surroundings: Surroundings) -> ExitCode {
    do {
      if let code = try generate(arguments, surroundings) { return code }
      switch try Program.declaration.parse(arguments) {
      case .help(let path):
        try surroundings.print(
          Program.declaration.helpText(path, width: surroundings.terminalWidth ?? 100))
        return .done
      case .version:
        try surroundings.print("tollbook \(Tollbook.version)\n")
        return .done
      case .run(let parsed):
        return try run(parsed, surroundings)
      }
    } catch {
      return ErrorText.show(error, surroundings)
    }
  }

  private static func run(_ parsed: Parsed, _ surroundings: Surroundings) throws -> ExitCode {
    let invocation = Invocation(parsed, surroundings)
    try invocation.checkOutput()
    switch parsed.commandPath.first {
    case "import": return try ImportCommand.run(invocation)
    case "usage": return try UsageCommand.run(invocation)
    case "cost": return try CostCommand.run(invocation)
    case "forecast": return try ForecastCommand.run(invocation)
    case "backtest": return try BacktestCommand.run(invocation)
    case "compare": return try CompareCommand.run(invocation)
    case "retirements": return try RetirementsCommand.run(invocation)
    case "prices": return try PricesCommand.run(invocation)
    case "report": return try ReportCommand.run(invocation)
    case "quarantine": return try QuarantineCommand.run(invocation)
    case "forget": return try ForgetCommand.run(invocation)
    case "status": return try StatusCommand.run(invocation)
    case "verify": return try VerifyCommand.run(invocation)
    default: return .usage
    }
  }

  /// The command line as it is declared: help, man page and completions are made of it.
  static let declaration = Command(
    "tollbook",
    summary: "exact cost and token accounting for language models",
    discussion: [
      "Imports logs of usage metadata into a ledger (a SQLite file), values them with dated "
        + "prices, and says what they cost, what they will cost at your number of users, what "
        + "other models would cost, and which models are about to go.",
      "Nothing is ever fetched from a network: the price book is part of the program.",
    ],
    subcommands: [
      ImportCommand.declaration, UsageCommand.declaration, CostCommand.declaration,
      ForecastCommand.declaration, BacktestCommand.declaration, CompareCommand.declaration,
      RetirementsCommand.declaration, PricesCommand.declaration, ReportCommand.declaration,
      StatusCommand.declaration, VerifyCommand.declaration, QuarantineCommand.declaration,
      ForgetCommand.declaration,
    ],
    sections: [ExitCode.section, Invocation.environmentSection])

  /// Man page and completions, for `make install`; no commands, so that help stays about use.
  private static func generate(
    _ arguments: [String], _ surroundings: Surroundings
  ) throws -> ExitCode? {
    switch arguments {
    case ["--generate-man"]:
      try surroundings.print(
        declaration.manPage(date: Program.releaseDay, version: Tollbook.version))
    case ["--generate-completion", "bash"]: try surroundings.print(declaration.bashCompletion())
    case ["--generate-completion", "zsh"]: try surroundings.print(declaration.zshCompletion())
    case ["--generate-completion", "fish"]: try surroundings.print(declaration.fishCompletion())
    default: return nil
    }
    return .done
  }

  /// The day on which this version's manual was last changed.
  private static let releaseDay = "2026-11-30"
}
