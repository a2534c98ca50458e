/// What is wrong with a contract in a price book.
public enum ContractProblem: Hashable, Sendable {
  /// Discounts in a file that does not say which contract they come from.
  case discountsWithoutContract
  /// A contract in a base file.
  case inBase
  /// A contract that changes nothing.
  case empty
  /// Something that would change list prices too, or that a contract has no use for.
  case notInContract(String)
  /// A percentage written as a JSON number.
  case numberForPercent(String)
  /// A percentage that is not a plain decimal number above 0 and at most 100.
  case badPercent(String)
  /// A percentage with more decimals than it is kept with.
  case tooPrecise(String)
  /// A list that names nothing.
  case emptyList(String)
  /// A name that stands in one list twice.
  case repeated(String)
  /// A seller that has no list prices.
  case unknownSeller(String)
  /// A model that the book does not have.
  case unknownModel(String, provider: String)
  /// A name that stands for models.
  case alias(String, models: [String])
  /// Two discounts on the same price.
  case competing(percents: [String], on: String, with: String, line: Int, from: String)
}

extension ContractProblem {
  /// What is wrong, in one line, lower case.
  var explanation: String {
    switch self {
    case .discountsWithoutContract: "discounts without the contract they come from"
    case .inBase: "a contract stands in a file of list prices"
    case .empty: "a contract without a price or a discount"
    case .notInContract(let name): "\(name) cannot stand in a file with a contract"
    case .numberForPercent(let text): "the percentage \(text) is a number, not a string"
    case .badPercent(let text): "\"\(text)\" is not a percentage above 0 and at most 100"
    case .tooPrecise(let text): "\(text) has more than \(PercentOff.decimals) decimals"
    case .emptyList(let name): "\(name) is an empty list"
    case .repeated(let name): "\(name) stands in this list a second time"
    case .unknownSeller(let name): "there are no list prices of \(name)"
    case .unknownModel(let name, let provider): "\(name) is not a model of \(provider)"
    case .alias(let name, let models):
      "\(name) is not a model but another name of \(models.joined(separator: ", "))"
    case .competing(let percents, let subject, let other, let line, let from):
      "\(percents.joined(separator: " % and ")) % would both come off \(subject) from \(from): "
        + "see \(other) (line \(line))"
    }
  }

  /// What to do about it, in one line.
  var remedy: String {
    switch self {
    case .discountsWithoutContract: "Add \"contract\": {\"name\": \"…\"} to the file."
    case .inBase: "Put it in a file of its own, and give that with --prices FILE."
    case .empty: "State a price in \"models\" or a percentage in \"discounts\"."
    case .notInContract: "State it in another file, without \"contract\", or leave it out."
    case .numberForPercent(let text):
      "Write it in quotes, \"\(text)\": a number would pass through binary floating point."
    case .badPercent: "Write how many percent come off as a plain decimal number: \"12.5\"."
    case .tooPrecise: "Write the percentage with six decimals at most, or state prices."
    case .emptyList: "Leave it out for all of them, or name at least one."
    case .repeated: "Remove one of the two."
    case .unknownSeller: "Correct the name, or add the seller's list prices with --prices FILE."
    case .unknownModel:
      "Name it as it is billed; a model of your own is added in a file without \"contract\"."
    case .alias(_, let models):
      "Name what is billed: \(models.joined(separator: ", ")); a name can come to mean another model."
    case .competing:
      "Let only one of them apply: name other models, service_tiers, meters or days in one of them."
    }
  }
}
