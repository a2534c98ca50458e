import Quantities

/// Why a file that a person wrote was refused: every mistake found in it.
public struct InputFileError: Error, Hashable, Sendable {
  /// The mistakes in the order in which they were found; never empty.
  public let problems: [InputFileProblem]
}

/// One mistake in a route or a scenario, with its place.
public struct InputFileProblem: Hashable, Sendable {
  /// Where it is.
  public let place: FilePlace
  /// What is wrong there.
  public let kind: Kind
  /// What kind of file it is in.
  let format: InputFormat

  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// What may be wrong with a field of any file.
    case field(FieldMistake)
    /// What only a route can have wrong.
    case route(RouteMistake)
    /// What only a scenario can have wrong.
    case scenario(ScenarioMistake)
  }
}

extension InputFileError: CustomStringConvertible {
  /// The first mistake in two lines, and how many there are beside it.
  public var description: String {
    guard let first = problems.first else { return "the file was refused" }
    let others = problems.count - 1
    guard others > 0 else { return first.description }
    return "\(first)\n\(Phrase.counted(others, "more mistake")) in the file"
  }
}

extension InputFileProblem: CustomStringConvertible {
  /// Two lines: `FILE:LINE: FIELD: what is wrong`, then the remedy.
  public var description: String { "\(place): \(explanation)\n\(remedy)" }

  /// What is wrong, in one line, lower case.
  public var explanation: String {
    switch kind {
    case .field(let mistake): mistake.explanation(in: format)
    case .route(let mistake): mistake.explanation
    case .scenario(let mistake): mistake.explanation
    }
  }

  /// What to do about it, in one line.
  public var remedy: String {
    switch kind {
    case .field(let mistake): mistake.remedy(in: format, at: place.path)
    case .route(let mistake): mistake.remedy
    case .scenario(let mistake): mistake.remedy
    }
  }
}

/// The kinds of files that people write for an analysis.
enum InputFormat: Hashable, Sendable {
  case route
  case scenario

  /// What files may begin with, the newest first.
  var schemas: [String] {
    switch self {
    case .route: [Route.schema]
    case .scenario: [Scenario.schema, Scenario.firstSchema]
    }
  }

  /// The page that shows a whole file.
  func page(for path: String) -> String {
    switch self {
    case .route: "docs/routes.md"
    case .scenario: path.hasPrefix("levers") ? "docs/levers.md" : "docs/scenarios.md"
    }
  }
}
