import Arguments
import TollbookKit

/// Turns what went wrong into two lines on standard error and an exit code.
enum ErrorText {
  static func show(_ error: any Error, _ surroundings: Surroundings) -> ExitCode {
    switch error {
    case let error as UsageError:
      surroundings.say("tollbook: error: \(error.message)\n")
      return .usage
    case let error as TollbookError:
      surroundings.say(
        "tollbook: error: \(shown(error.message))\n\(shown(error.nextStep, keepsLines: true))\n")
      return ExitCode(error.kind)
    case let error as InputFileError:
      surroundings.say("tollbook: error: \(shown(error.description, keepsLines: true))\n")
      return .inputData
    case let error as ForecastRefusal:
      surroundings.say("tollbook: error: \(shown(error.description, keepsLines: true))\n")
      return exitCode(error)
    default:
      surroundings.say(
        "tollbook: error: \(error)\nThis is a fault of Tollbook's: please report it.\n")
      return .internalFault
    }
  }

  /// Says on standard error what is no part of a result, nor a failure.
  static func note(_ words: String, _ surroundings: Surroundings) {
    surroundings.say("tollbook: note: \(shown(words))\n")
  }

  /// The words without anything that would control a terminal: names of files and fields come from
  /// others.
  private static func shown(_ words: String, keepsLines: Bool = false) -> String {
    let lines = keepsLines ? words.split(separator: "\n").map(String.init) : [words]
    return lines.map(\.visible).joined(separator: "\n")
  }

  /// A forecast that the log does not support is a matter of the input, not of the command line.
  private static func exitCode(_ refusal: ForecastRefusal) -> ExitCode {
    guard !refusal.isOfNoUsage else { return .noInput }
    return refusal.isOfTheLog ? .unsupported : .usage
  }
}
