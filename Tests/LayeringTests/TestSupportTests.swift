import Foundation
import TestSupport
import Testing

/// The helpers that every other test leans on.
struct TestSupportTests {
  @Test func `the root is the folder of Package.swift`() throws {
    #expect(try Repository.text("Package.swift").contains("name: \"tollbook\""))
    #expect(!Repository.root.hasSuffix("/"))
  }

  @Test func `two temporary directories are two`() throws {
    let first = try temporaryDirectory()
    let second = try temporaryDirectory()
    #expect(first != second)
    #expect(try FileManager.default.contentsOfDirectory(atPath: first).isEmpty)
  }

  @Test func `the program under test can be run`() throws {
    let run = try runTollbook(arguments: ["--version"])
    #expect(run.status == 0)
    #expect(run.stdout.hasPrefix("tollbook"))
    #expect(run.stderr.isEmpty)
  }

  @Test func `a difference names its line`() {
    #expect(firstDifference(expected: "a\nb\n", actual: "a\nb\n") == nil)
    #expect(
      firstDifference(expected: "a\nb\n", actual: "a\nc\n")
        == #"line 2 should be "b", is "c""#)
    #expect(
      firstDifference(expected: "a\nb", actual: "a")
        == #"line 2 should be "b", is the end"#)
    // A missing newline at the end is a difference too.
    #expect(
      firstDifference(expected: "a\n", actual: "a")
        == #"line 2 should be "", is the end"#)
    // The same letter, composed and decomposed: equal for String, different bytes.
    #expect(firstDifference(expected: "\u{e9}", actual: "e\u{301}") != nil)
  }

  @Test func `a golden text is missing, equal, different or just recorded`() throws {
    let file = try temporaryDirectory() + "/golden.txt"
    #expect(goldenProblem(file: file, actual: "a\n", recording: false)?.contains("missing") == true)
    // Recording writes the file, and is a problem all the same.
    #expect(goldenProblem(file: file, actual: "a\n", recording: true)?.contains("recorded") == true)
    #expect(goldenProblem(file: file, actual: "a\n", recording: false) == nil)
    #expect(goldenProblem(file: file, actual: "b\n", recording: false)?.contains("line 1") == true)
  }
}
