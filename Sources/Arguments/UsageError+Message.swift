/// The words of a usage error: what is wrong on the first line, the next step on the last.
///
/// No prefix and no full stop on the first line: the caller writes `tollbook: error: ` before it.
extension UsageError {
  /// What to print, without a newline at the end.
  package var message: String {
    ([headline] + advice + ["see `\(invocation) --help`"]).joined(separator: "\n")
  }

  /// What is wrong, in one line that names the word at fault.
  private var headline: String {
    switch problem {
    case .unknownOption(let option, let suggestion):
      "unknown option \(shown(option))" + question(suggestion)
    case .optionBeforeCommand(let option, let commands):
      "\(option) is an option of \(listed(commands, "and")); give it after the command"
    case .unknownCommand(let word, let suggestion):
      "unknown command \(shown(word))" + question(suggestion)
    case .missingCommand(let choices):
      "\(invocation) needs a command: \(listed(choices, "or"))"
    case .missingValue(let option, let placeholder, let follower):
      "\(option) needs a value \(placeholder)"
        + (follower.map { ", but \(shown($0)) follows" } ?? "")
    case .valueForFlag(let option, let value):
      "\(option) takes no value, but was given \(shown(value))"
    case .repeatedOption(let option):
      "\(option) is given more than once, and only one value can count"
    case .unknownChoice(let subject, let value, _, let suggestion):
      "\(subject) cannot be \(shown(value))" + question(suggestion)
    case .emptyItem(let option, let list):
      "\(option) has an empty item in \(shown(list))"
    case .missingOperand(let placeholder):
      "missing operand \(placeholder)"
    case .unexpectedOperand(let word, let maximum):
      "unexpected operand \(shown(word)); \(invocation) takes "
        + (maximum == 0 ? "none" : "at most \(maximum)")
    }
  }

  /// Lines between what is wrong and where to read more.
  private var advice: [String] {
    switch problem {
    case .missingValue(let option, _, let follower?) where follower != "--":
      ["write \(option)=\(shown(follower)) if that is the value"]
    case .unknownChoice(_, _, let choices, _):
      ["choose \(listed(choices, "or"))"]
    default:
      []
    }
  }

  private func question(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean \($0)?" } ?? ""
  }

  /// `a`, `a or b`, `a, b or c`.
  private func listed(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }

  /// What the user typed, safe to print: an argument may hold escape sequences that would repaint
  /// the terminal, and an empty one would leave a hole in the sentence.
  private func shown(_ text: String) -> String {
    guard !text.isEmpty else { return "''" }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += scalar.escaped(asASCII: true)
      default:
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
