import TollbookKit

/// Answers of commands that give programs a reason where there is none.
extension Invocation {
  /// Makes and writes an answer; where there is none and JSON was asked for, the reason is written
  /// instead, in the place of the answer.
  ///
  /// People read the reason on standard error, in every format.
  ///
  /// - Parameters:
  ///   - schema: The schema of the answer.
  ///   - work: Makes it.
  /// - Throws: Whatever `work` throws, after the reason has been written.
  func answer(schema: String, _ work: () throws -> Report) throws {
    do {
      try write(try work())
    } catch {
      if parsed.value("format") == "json", let refusal = Report.noAnswer(after: error, schema) {
        explain(refusal)
      }
      throw error
    }
  }

  /// Writes a reason in the place of the answer, and where that cannot be written to on standard
  /// output: a place that is not there must not hide why nothing is in it.
  private func explain(_ refusal: Report) {
    do {
      try write(refusal)
    } catch {
      guard parsed.value("output") != nil else { return }
      try? surroundings.print(render(refusal, as: .json, options: RenderingOptions(color: false)))
    }
  }
}

extension Report {
  /// Why there is no answer; nil for a fault of the program's own, which has no remedy.
  fileprivate static func noAnswer(after error: any Error, _ schema: String) -> Report? {
    switch error {
    case let error as ForecastRefusal: .refusal(error, schema: schema)
    case let error as TollbookError:
      .refusal(
        code: error.kind.code, reason: error.message, remedy: error.nextStep, schema: schema)
    case let error as InputFileError: noAnswer(lines: error.description, schema)
    default: nil
    }
  }

  /// What is wrong with a file, from its first line and those after it.
  private static func noAnswer(lines: String, _ schema: String) -> Report {
    let lines = lines.split(separator: "\n")
    return .refusal(
      code: TollbookError.Kind.inputData.code, reason: lines.first.map(String.init) ?? "",
      remedy: lines.dropFirst().joined(separator: " "), schema: schema)
  }
}

extension TollbookError.Kind {
  /// The name by which programs know it; unlike the words it never changes.
  fileprivate var code: String {
    switch self {
    case .usage: "usage"
    case .inputData: "input-data"
    case .noInput: "no-input"
    case .internalFault: "internal-fault"
    case .cannotCreate: "cannot-create"
    case .inputOutput: "input-output"
    case .busy: "busy"
    case .configuration: "configuration"
    }
  }
}
