/// Why a command line cannot be run, as facts; `message` puts them into words.
package struct UsageError: Error, Hashable, Sendable {
  package let problem: Problem
  /// What was typed so far to name the command: `tollbook prices list`.
  package let invocation: String

  /// Options appear as typed or, where they are known, with their long name and its dashes.
  package enum Problem: Hashable, Sendable {
    case unknownOption(String, suggestion: String?)
    /// The option exists, but only for `commands`, none of which has been named yet.
    case optionBeforeCommand(String, commands: [String])
    case unknownCommand(String, suggestion: String?)
    case missingCommand(choices: [String])
    /// `follower` is the word after the option, when there is one.
    case missingValue(option: String, placeholder: String, follower: String?)
    case valueForFlag(option: String, value: String)
    case repeatedOption(String)
    /// `subject` is an option with its dashes, or an operand's placeholder.
    case unknownChoice(subject: String, value: String, choices: [String], suggestion: String?)
    case emptyItem(option: String, list: String)
    case missingOperand(placeholder: String)
    case unexpectedOperand(String, maximum: Int)
  }

  package init(_ problem: Problem, invocation: String) {
    self.problem = problem
    self.invocation = invocation
  }
}
