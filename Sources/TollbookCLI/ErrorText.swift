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
    case let error as ScenarioError:
      surroundings.say("tollbook: error: \(error)\n")
      return .inputData
    case let error as ForecastRefusal:
      surroundings.say("tollbook: error: \(error)\n")
      return exitCode(error)
    default:
      surroundings.say(
        "tollbook: error: \(error)\nThis is a fault of Tollbook's: please report it.\n")
      return .internalFault
    }
  }

  /// A forecast that the log does not support is a matter of the input, not of the command line.
  private static func exitCode(_ refusal: ForecastRefusal) -> ExitCode {
    switch refusal {
    case .noUsage: .noInput
    case .noUserIDs, .retiredWithoutSuccessor: .inputData
    default: .usage
    }
  }
}
