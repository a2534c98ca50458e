import Foundation
import Testing

/// Compares a text with `Tests/Golden/<name>.txt`, byte by byte.
///
/// With `RECORD_GOLDEN=1` the file is rewritten and the test fails all the same: a run that records
/// has checked nothing, and must not be mistaken for one that has.
package func golden(
  name: String, actual: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let relative = "Tests/Golden/\(name).txt"
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
    let file = URL(fileURLWithPath: Repository.path(relative))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try actual.write(to: file, atomically: true, encoding: .utf8)
    Issue.record(
      "recorded \(relative); read its diff, then run again without RECORD_GOLDEN",
      sourceLocation: sourceLocation)
    return
  }
  guard let expected = try? Repository.text(relative) else {
    Issue.record(
      "\(relative) is missing; RECORD_GOLDEN=1 writes it",
      sourceLocation: sourceLocation)
    return
  }
  guard let difference = firstDifference(expected: expected, actual: actual) else { return }
  Issue.record(
    "\(relative): \(difference)\nthe whole text was:\n\(actual)",
    sourceLocation: sourceLocation)
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
