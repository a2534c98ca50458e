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
      surroundings.say("tollbook: error: \(error.message)\n\(error.nextStep)\n")
      return ExitCode(error.kind)
    default:
      surroundings.say(
        "tollbook: error: \(error)\nThis is a fault of Tollbook's: please report it.\n")
      return .internalFault
    }
  }
}
