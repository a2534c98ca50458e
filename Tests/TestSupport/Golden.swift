import Foundation
import Testing

/// Compares a text with `Tests/Golden/<name>.txt`, byte by byte.
///
/// With `RECORD_GOLDEN=1` the file is rewritten and the test fails all the same: a run that records
/// has checked nothing, and must not be mistaken for one that has.
package func golden(
  name: String, actual: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let recording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"
  let file = Repository.path("Tests/Golden/\(name).txt")
  if let problem = goldenProblem(file: file, actual: actual, recording: recording) {
    Issue.record("\(problem)", sourceLocation: sourceLocation)
  }
}

/// What is wrong with a text beside its golden file, or nil if they are the same.
///
/// Recording rewrites the file and is always a problem.
package func goldenProblem(file: String, actual: String, recording: Bool) -> String? {
  let place = file.replacingOccurrences(of: Repository.root + "/", with: "")
  if recording {
    let address = URL(fileURLWithPath: file)
    do {
      try FileManager.default.createDirectory(
        at: address.deletingLastPathComponent(), withIntermediateDirectories: true)
      try actual.write(to: address, atomically: true, encoding: .utf8)
    } catch {
      return "\(place) cannot be recorded: \(error)"
    }
    return "recorded \(place); read its diff, then run again without RECORD_GOLDEN"
  }
  guard let expected = try? String(contentsOfFile: file, encoding: .utf8) else {
    return "\(place) is missing; RECORD_GOLDEN=1 writes it"
  }
  guard let difference = firstDifference(expected: expected, actual: actual) else { return nil }
  return "\(place): \(difference)\nthe whole text was:\n\(actual)"
}

/// Where two texts part, by line from 1, or nil if they are the same bytes.
///
/// Compared as UTF-8: String's own equality would call two spellings of an accent equal.
package func firstDifference(expected: String, actual: String) -> String? {
  guard !expected.utf8.elementsEqual(actual.utf8) else { return nil }
  let expectedLines = expected.utf8.split(separator: 10, omittingEmptySubsequences: false)
  let actualLines = actual.utf8.split(separator: 10, omittingEmptySubsequences: false)
  let same = zip(expectedLines, actualLines).prefix { $0.elementsEqual($1) }.count
  func quoted(_ lines: [Substring.UTF8View]) -> String {
    guard same < lines.count else { return "the end" }
    return String(reflecting: String(decoding: lines[same], as: UTF8.self))
  }
  return "line \(same + 1) should be \(quoted(expectedLines)), is \(quoted(actualLines))"
}
