import TollbookKit

/// How a command ended; the numbers above 1 are those of sysexits.h.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case checkFailed = 1
  case usage = 64
  case inputData = 65
  case noInput = 66
  case unsupported = 69
  case internalFault = 70
  case cannotCreate = 73
  case inputOutput = 74
  case configuration = 78

  var code: Int32 { rawValue }

  init(_ kind: TollbookError.Kind) {
    switch kind {
    case .usage: self = .usage
    case .inputData: self = .inputData
    case .noInput: self = .noInput
    case .internalFault: self = .internalFault
    case .cannotCreate: self = .cannotCreate
    case .inputOutput: self = .inputOutput
    case .configuration: self = .configuration
    }
  }

  private var meaning: String {
    switch self {
    case .done: "Done."
    case .checkFailed: "A check found something: --fail-on, verify, prices check."
    case .usage: "The command line is wrong, or a value on it cannot be."
    case .inputData: "The input could not be understood, or belongs to something else."
    case .noInput: "The input is not there."
    case .unsupported:
      "The log does not support what was asked: too few days or users, no user ids, an ended model."
    case .internalFault: "A fault of Tollbook's own."
    case .cannotCreate: "A file could not be made or written."
    case .inputOutput: "Reading or writing failed, or another process holds the ledger."
    case .configuration: "A price book or a setting is wrong."
    }
  }

  /// The one table of exit codes, for help and man page.
  static let section = (
    title: "exit status", paragraphs: allCases.map { "\($0.rawValue)\t\($0.meaning)" }
  )
}
