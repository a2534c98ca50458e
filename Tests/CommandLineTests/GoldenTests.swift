import Foundation
import TestSupport
import Testing

/// What each command prints for the sample, held in `reports/sample/golden`, where readers see it.
///
/// Today is fixed; prices are the built-in book's. After a change of layout or prices,
/// `RECORD_GOLDEN=1 swift test --filter GoldenTests` writes them anew and fails: read the diff.
struct GoldenTests {
  struct Example: CustomTestStringConvertible {
    let name: String
    let command: String
    var testDescription: String { name }
  }

  static let examples = [
    Example(name: "import", command: "import usage.jsonl"),
    Example(name: "usage", command: "usage --by model"),
    Example(name: "cost", command: "cost --by month,model"),
    Example(name: "cost-then-and-now", command: "cost --by model --valuation 2027-01-01"),
    Example(name: "forecast", command: "forecast --mau 8000 --months 6"),
    Example(
      name: "compare",
      command: "compare gemini-3.8-flash --on 2027-01-01 --months 1"),
    Example(
      name: "compare-mix",
      command: "compare --mix gemini-2.5-flash=80,gemini-2.5-pro=20 --months 1"),
    Example(name: "retirements", command: "retirements"),
    Example(
      name: "retirements-as-known",
      command: "retirements --book-as-of 2026-11-09"),
    Example(name: "price-history", command: "prices history gemini-3.8-flash"),
    Example(name: "price-on-a-day", command: "prices show gemini-flash-latest --on 2026-12-24"),
    Example(name: "price-diff", command: "prices diff bundled@2026-11-09 bundled@2026-11-10"),
    Example(name: "status", command: "status"),
    Example(name: "verify", command: "verify"),
    Example(name: "model-versions", command: "report model-versions"),
    Example(name: "data-quality", command: "report data-quality"),
    Example(name: "error", command: "cost --since 2026-11-31"),
  ]

  /// A folder with the sample in it, so that no path of this machine is printed.
  private func desk() throws -> Desk {
    let desk = try Desk()
    try FileManager.default.copyItem(
      atPath: Desk.sample, toPath: desk.folder + "/usage.jsonl")
    return desk
  }

  @Test(arguments: examples)
  func `a command prints for the sample what its golden file shows`(_ example: Example) throws {
    let desk = try desk()
    if example.name != "import" {
      // Through standard input: a file's place in the file system differs from machine to machine.
      let text = try String(contentsOfFile: Desk.sample, encoding: .utf8)
      try desk.output(["import", "-", "--as-of", "2026-11-30"], stdin: text)
    }
    let words = example.command.split(separator: " ").map(String.init)
    let run = try desk.run(words + ["--as-of", "2026-11-30"])
    let text = "$ tollbook \(example.command)\n" + run.stdout + run.stderr
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    let recording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"
    let file = Repository.path("reports/sample/golden/\(example.name).txt")
    if let problem = goldenProblem(file: file, actual: text, recording: recording) {
      Issue.record("\(problem)")
    }
  }
}
