import Foundation
import TestSupport
import Testing

/// The documents say what the program does: every transcript is run, every command is named.
@Suite struct DocumentationTests {
  static let documents = [
    "README.md", "docs/scenarios.md", "docs/formats.md", "docs/json.md", "docs/contracts.md",
    "docs/price-tables.md", "docs/levers.md", "docs/estimate.md", "docs/compare.md",
    "docs/routes.md", "docs/forecast.md", "docs/ledger.md",
  ]

  /// With RECORD_GOLDEN=1 the documents are written anew, and the test fails.
  @Test(arguments: documents)
  func `a transcript shows what the program prints`(_ name: String) throws {
    let document = try Repository.text(name)
    let transcript = Transcript(of: document)
    let home = try temporaryDirectory()
    var outputs: [String] = []
    for step in transcript.steps {
      outputs.append(try run(step.command, home: home))
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      let path = Repository.path(name)
      try transcript.rewritten(outputs).write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("\(name) was recorded; read the difference and run the tests again")
      return
    }
    for (step, output) in zip(transcript.steps, outputs) {
      #expect(step.printed == output, "\(name): $ \(step.command)")
    }
  }

  @Test func `the README shows every command`() throws {
    let document = try Repository.text("README.md")
    let help = try runTollbook(arguments: ["--help"]).stdout
    let commands = Self.commands(of: help)
    #expect(commands.count >= 10)
    for command in commands {
      #expect(document.contains("tollbook \(command)"), "the README does not show \(command)")
    }
  }

  @Test func `the README leads to the documents and files that are there`() throws {
    for name in Self.documents {
      let folder = name.contains("/") ? "docs/" : ""
      for target in Self.links(in: try Repository.text(name))
      where !target.contains("://") && !target.hasPrefix("#") {
        let path = Repository.path(folder + target.split(separator: "#")[0])
        #expect(FileManager.default.fileExists(atPath: path), "\(name) leads to \(target)")
      }
    }
  }

  private func run(_ command: String, home: String) throws -> String {
    let words = Transcript.words(command)
    try #require(words.first == "tollbook", "only tollbook is run: \(command)")
    let result = try runTollbook(
      arguments: Array(words.dropFirst()), environment: ["HOME": home],
      directory: Repository.root)
    var printed = result.stdout + result.stderr
    while printed.hasSuffix("\n") { printed.removeLast() }
    return result.status == 0 ? printed : printed + "\n[exit \(result.status)]"
  }

  /// The first words of the lines under "commands" in the help.
  private static func commands(of help: String) -> [String] {
    var commands: [String] = []
    var isInList = false
    for line in help.components(separatedBy: "\n") {
      if line.lowercased().hasPrefix("commands") {
        isInList = true
      } else if isInList {
        guard line.hasPrefix("  ") else { break }
        if let word = line.split(separator: " ").first, line.dropFirst(2).first != " " {
          commands.append(String(word))
        }
      }
    }
    return commands
  }

  /// What the links of a Markdown text lead to.
  private static func links(in text: String) -> [String] {
    text.components(separatedBy: "](").dropFirst().compactMap { part in
      part.split(separator: ")", omittingEmptySubsequences: false).first.map(String.init)
    }
  }
}
