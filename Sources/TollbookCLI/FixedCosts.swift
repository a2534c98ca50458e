import TollbookKit

/// What `--fixed-cost` says that choices cost a month beside tokens: each by its name, or all alike.
struct FixedCosts {
  private var all: Money?
  private var named: [String: Money] = [:]

  /// Reads the option.
  ///
  /// - Parameters:
  ///   - texts: Its values: `100`, or `gemma-3-4b-it=100`.
  ///   - choices: The names that may be used: models and mixes as they were written, and the route's.
  /// - Throws: What is wrong with a value.
  init(_ texts: [String], choices: [String]) throws(TollbookError) {
    for text in texts {
      // The last sign: a mix has some of its own.
      guard let sign = text.lastIndex(of: "=") else {
        guard all == nil else {
          throw TollbookError(
            .usage, "--fixed-cost \(text): a cost of every choice is given twice",
            next: "Name the choice that it belongs to: --fixed-cost MODEL=\(text).")
        }
        all = try Numbers.money(text, option: "--fixed-cost")
        continue
      }
      let name = String(text[..<sign])
      let amount = String(text[text.index(after: sign)...])
      guard choices.contains(name) else {
        throw TollbookError(
          .usage, "--fixed-cost \(name)=\(amount): this is none of the choices",
          next: "Name one of them: \(choices.joined(separator: "; ")).")
      }
      guard named[name] == nil else {
        throw TollbookError(
          .usage, "--fixed-cost \(name)= is given twice", next: "Add the two costs up.")
      }
      named[name] = try Numbers.money(amount, option: "--fixed-cost \(name)=")
    }
  }

  /// The cost of a choice; none where nothing is said.
  func cost(of choice: String) -> Money { named[choice] ?? all ?? .zero }
}
