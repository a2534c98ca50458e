import Foundation
import TestSupport

/// The console blocks of a document: commands that a reader may type, and what they print.
struct Transcript {
  /// One command and what stands below it.
  struct Step {
    let command: String
    let printed: String
    /// The lines of the document that hold what is printed.
    let lines: Range<Int>
  }

  let lines: [String]
  let steps: [Step]

  /// Finds the blocks that begin with "```console".
  init(of document: String) {
    let lines = document.components(separatedBy: "\n")
    var found: [Step] = []
    var isInBlock = false
    var command: (text: String, line: Int)?
    for (number, line) in lines.enumerated() {
      let isFence = line.hasPrefix("```")
      let isCommand = isInBlock && line.hasPrefix("$ ")
      guard isFence || isCommand else { continue }
      if let known = command {
        let range = (known.line + 1)..<number
        found.append(
          Step(command: known.text, printed: lines[range].joined(separator: "\n"), lines: range))
      }
      command = isCommand ? (String(line.dropFirst(2)), number) : nil
      if isFence { isInBlock = !isInBlock && line == "```console" }
    }
    self.lines = lines
    steps = found
  }

  /// The document with what the commands print now.
  func rewritten(_ outputs: [String]) -> String {
    var result = lines
    for (step, output) in zip(steps, outputs).reversed() {
      result.replaceSubrange(step.lines, with: output.components(separatedBy: "\n"))
    }
    return result.joined(separator: "\n")
  }

  /// The words of a command line; single and double quotes keep spaces.
  static func words(_ command: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var hasWord = false
    for character in command {
      switch (character, quote) {
      case (let mark, let open?) where mark == open: quote = nil
      case ("'", nil), ("\"", nil):
        quote = character
        hasWord = true
      case (" ", nil):
        if hasWord || !word.isEmpty { words.append(word) }
        word = ""
        hasWord = false
      default: word.append(character)
      }
    }
    if hasWord || !word.isEmpty { words.append(word) }
    return words
  }
}
