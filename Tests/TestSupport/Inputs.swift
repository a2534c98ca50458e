import Foundation
import Testing

/// The collection of real provider files that some tests read: too large for the repository.
///
/// It is the folder `../shared/inputs` beside the repository, or `$TOLLBOOK_TEST_INPUTS`.
package enum Inputs {
  /// The folder, or nil where it is absent.
  ///
  /// A variable that names no folder counts as absent.
  package static let directory: String? = {
    let named = ProcessInfo.processInfo.environment["TOLLBOOK_TEST_INPUTS"]
    let folder =
      named
      ?? URL(fileURLWithPath: Repository.root).deletingLastPathComponent()
      .appendingPathComponent("shared/inputs").path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    return folder
  }()

  /// Whether a continuous-integration run asked for nothing to be left out.
  static var isContinuousIntegration: Bool {
    ProcessInfo.processInfo.environment["CI"] == "true"
  }
}

/// The folder of real provider files, or nil where it is absent.
package var inputsDirectory: String? { Inputs.directory }

/// The folder of real provider files; nil means that the test should return at once.
///
/// Absent files must not look like a passed test: in CI the absence is a failure, elsewhere a line
/// on standard error names the test that was left out.
package func requireInputs(sourceLocation: SourceLocation = #_sourceLocation) throws -> String? {
  if let folder = Inputs.directory { return folder }
  let remedy = "put them at ../shared/inputs or name their folder in $TOLLBOOK_TEST_INPUTS"
  if Inputs.isContinuousIntegration {
    Issue.record("the input files are absent; \(remedy)", sourceLocation: sourceLocation)
  } else {
    let test = Test.current?.name ?? "a test"
    let line = "SKIPPED \(test): the input files are absent; \(remedy)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
  return nil
}
