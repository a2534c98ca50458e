import Quantities

/// The words of a refused price book: what is wrong and where, then what to do about it.
extension PriceBookError: CustomStringConvertible {
  /// The first mistake in two lines, and how many there are beside it.
  public var description: String {
    guard let first = problems.first else { return "the price book was refused" }
    let others = problems.count - 1 + omitted
    guard others > 0 else { return first.description }
    let more = Phrase.counted(others, "more mistake")
    return "\(first)\n\(more); `tollbook prices check` shows them all"
  }
}

extension PriceBookProblem: CustomStringConvertible {
  /// Two lines: `FILE:LINE: FIELD: what is wrong`, then the remedy.
  public var description: String { "\(place): \(explanation)\n\(remedy)" }

  /// Where the mistake is: `pricing/mine.json:7: models[0].prices[1].amounts.input`.
  public var place: String { path.isEmpty ? "\(file):\(line)" : "\(file):\(line): \(path)" }

  /// What is wrong, in one line, lower case.
  public var explanation: String {
    switch kind {
    case .tooLong(let count):
      "the file has \(count >> 20) MB, and a price book has \(PriceBookSource.limit >> 20) at most"
    case .otherContent(let content): "this is \(content), not JSON in UTF-8"
    case .notJSON(let explanation): "not JSON at column \(column): \(explanation)"
    case .otherSchema(let found): "the schema is \(found), not \(PriceBook.schema)"
    case .wrongKind(let expected, let found): "\(found) stands where \(expected) belongs"
    case .duplicateKey(let name): "the key \(name) stands here a second time"
    case .unknownKey(let name, _): "the key \(name) is not known here"
    case .missing(let name): "\(name) is missing"
    case .unknownWord(let word, _): "\"\(word)\" is not a word known here"
    case .badProvider(let name): "\"\(name)\" cannot be a seller's name"
    case .numberForPrice(let text): "the price \(text) is a number, not a string"
    case .badPrice(let text): "\"\(text)\" is not a price"
    case .tooPrecise(let text, let decimals): "\(text) has more than \(decimals) decimals"
    case .negativePrice(let text): "the price \(text) is below zero"
    case .noAmounts: "a statement without a single price"
    case .unknownMeter(let name, let unit, _): "\(name) is not priced per \(unit)"
    case .badDay(let text): "\"\(text)\" is neither a day nor a time"
    case .offTheQuarterHour(let text): "\(text) is not on a quarter of an hour"
    case .outsideSpan(let from, let span): "it begins at \(from), which is not one of \(span)"
    case .daysOutOfOrder(let later, let last, let earlier, let first):
      "\(later) is \(last), before \(earlier), \(first)"
    case .needsStatus(let name, _): "\(name) has no meaning beside this status"
    case .badStatementID(let text): "\"\(text)\" is not the id of a price statement"
    case .oneReading: "one reading alone is no conflict"
    case .noSuchReading(let text, let count): "\(text) is not one of the \(count) readings"
    case .emptyPeriod(let from, let until): "the period ends at \(until), not after \(from)"
    case .badThreshold(let text): "\(text) is not a number of tokens above zero"
    case .badDayZone(let text): "the day zone \"\(text)\" is not known"
    case .otherCurrency(let text): "the currency is \(text), not USD"
    case .secondFile(let provider, let first): "\(provider) has a file already: \(first)"
    case .secondModel(let name, let line): "the model \(name) stands on line \(line) already"
    case .unknownSource(let id, _): "the source \(id) is not in the file's sources"
    case .competing(let meters, let path, let line, let from):
      "\(list(meters)) \(meters.count == 1 ? "has" : "have") another price from \(from) "
        + "in \(path) (line \(line))"
    case .nothingFollows(let model, let until):
      "nothing follows the introductory price of \(model) at \(until)"
    case .noSuccessor(let model): "\(model) is re-routed, but not to any model"
    case .unknownTarget(let name, let provider): "\(name) is not a model of \(provider)"
    case .competingAliases(let name, let path, let line):
      "\(name) stands for another model at that time in \(path) (line \(line))"
    case .circle(let names): "names lead in a circle: \(names.joined(separator: " → "))"
    case .badFrozenLine: "not a frozen statement, or its id does not follow from its words"
    case .frozenTwice(let line): "the statement is frozen on line \(line) already"
    case .longChain(let name, let limit): "from \(name) more than \(limit) names lead on"
    case .contract(let problem): problem.explanation
    case .noFiles: "no price book file"
    }
  }

  /// What to do about it, in one line.
  public var remedy: String {
    switch kind {
    case .tooLong: "Check that it is a price book; if it is, leave out models that nobody uses."
    case .otherContent: "Unpack the file, or save it as UTF-8."
    case .notJSON: "Check the file with a JSON editor; the place is where reading stopped."
    case .otherSchema: "Begin the file with \"schema\": \"\(PriceBook.schema)\"."
    case .wrongKind(let expected, _): "Write \(expected)."
    case .duplicateKey: "Remove one of the two: readers differ in which one they take."
    case .unknownKey(_, let known): "Known here: \(known.joined(separator: ", "))."
    case .missing(let name): "Add \"\(name)\"; pricing/README.md describes the format."
    case .unknownWord(_, let known): "Write one of: \(known.joined(separator: ", "))."
    case .badProvider: "Use 1 to 64 lower-case letters, digits and hyphens: google-gemini-api."
    case .numberForPrice(let text):
      "Write it in quotes, \"\(text)\": a number would pass through binary floating point."
    case .badPrice: "Write US dollars as a plain decimal number: \"0.30\"."
    case .tooPrecise: "Amounts are whole 10^-12 USD a unit; write the seller's price unrounded."
    case .negativePrice: "Credits and discounts are not prices; leave the amount out."
    case .noAmounts: "Add an amount, or remove the statement; free of charge is written \"0\"."
    case .unknownMeter(_, _, let known): known.isEmpty ? Self.nameRemedy : "Known: \(list(known))."
    case .badDay: "Write a day of the calendar, 2026-12-01, or a time, 2026-12-01T08:00:00Z."
    case .offTheQuarterHour: "Usage is summed by quarters of an hour; write :00, :15, :30 or :45."
    case .outsideSpan: "Write a \"from\" between the two days, or correct \"from_between\"."
    case .daysOutOfOrder(let later, _, let earlier, _):
      "Correct one of the two: \"\(later)\" cannot come before \"\(earlier)\"."
    case .needsStatus(let name, let status):
      "Write \"status\": \"\(status)\", or leave out \"\(name)\"."
    case .badStatementID: "Write its 16 hexadecimal digits as pricing/frozen.txt has them."
    case .oneReading: "Add what the other sources say, or remove the conflict."
    case .noSuchReading(_, let count):
      "Write the number of a reading, 0 to \(count - 1), or null where the book follows none."
    case .emptyPeriod: "A period holds its start and not its end; swap the two or leave one out."
    case .badThreshold: "Leave it out for the base price; write 200000 for \"over 200,000\"."
    case .badDayZone: "Write \"UTC\" or an offset on a quarter of an hour such as \"-08:00\"."
    case .otherCurrency: "Write US dollars: other currencies cannot be read yet."
    case .secondFile: "Join the two, or give the second one with --prices to lay it over the first."
    case .secondModel: "Join the two entries."
    case .unknownSource(_, let known): "Add it to \"sources\", or cite one of: \(list(known))."
    case .competing:
      "Let the earlier one end where the later one begins, or mark one \"status\": \"withdrawn\"."
    case .nothingFollows(_, let until):
      "Add the statement that begins at \(until), or leave out \"introductory\"."
    case .noSuccessor: "Add \"successor\"; without one the mode is \"error\"."
    case .unknownTarget: "Add the model to the file, or correct the name; it has to match exactly."
    case .competingAliases: "Let the earlier one end where the later one begins."
    case .circle: "Correct the name that should be a model's own, or the days."
    case .badFrozenLine: "Restore the line; only `tollbook prices check --freeze` adds to the list."
    case .frozenTwice: "Remove one of the two."
    case .longChain: "Let the names stand for the model itself."
    case .contract(let problem): problem.remedy
    case .noFiles: "Give at least one file of pricing/."
    }
  }

  private static let nameRemedy = "Name it with lower-case letters, digits and underscores."

  private func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
