import Quantities

/// Why a price book was refused: every mistake found in its files, up to a limit.
///
/// A book with a mistake prices nothing: half a book would turn the other half into unpriced usage
/// without anyone having asked for that.
public struct PriceBookError: Error, Hashable, Sendable {
  /// The mistakes in the order in which they were found; never empty.
  public let problems: [PriceBookProblem]
  /// How many more there are.
  public let omitted: Int

  /// How many mistakes are kept.
  public static let limit = 20
}

/// One mistake in a price book, with its place.
public struct PriceBookProblem: Hashable, Sendable {
  /// The name of the file.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The byte in that line, from 1.
  public let column: Int
  /// The field: `models[3].prices[1].amounts.input`; empty for the file as a whole.
  public let path: String
  /// What is wrong there.
  public let kind: Kind

  /// What is wrong with a price book.
  public enum Kind: Hashable, Sendable {
    /// The file is longer than any price book.
    case tooLong(Int)
    /// The file is compressed, or a text in another encoding than UTF-8.
    case otherContent(String)
    /// The file is not JSON.
    case notJSON(explanation: String)
    /// The file says that it is something else.
    case otherSchema(found: String)
    /// A value has another kind than the field needs.
    case wrongKind(expected: String, found: String)
    /// A key stands in one object twice.
    case duplicateKey(String)
    /// A key that the format does not know.
    case unknownKey(String, known: [String])
    /// A field that has to be there is not.
    case missing(String)
    /// A text that should be one of a few words.
    case unknownWord(String, known: [String])
    /// A seller's name with other characters than lower-case letters, digits and hyphens.
    case badProvider(String)
    /// A price written as a JSON number.
    case numberForPrice(String)
    /// A price that is not a plain decimal number.
    case badPrice(String)
    /// A price with more decimals than amounts are kept with.
    case tooPrecise(String, decimals: Int)
    /// A price below zero.
    case negativePrice(String)
    /// A statement without any price.
    case noAmounts
    /// A price for something that is not counted in this unit.
    case unknownMeter(String, unit: String, known: [String])
    /// A day that the calendar does not have, or another text.
    case badDay(String)
    /// A time of day that would cut a rollup row in two.
    case offTheQuarterHour(String)
    /// A first day outside the days between which it is said to lie.
    case outsideSpan(from: String, span: String)
    /// A day before another one that it cannot come before.
    case daysOutOfOrder(String, Day, notBefore: String, Day)
    /// A field that has no meaning beside the status that stands there.
    case needsStatus(String, status: String)
    /// A text that is not the id of a price statement.
    case badStatementID(String)
    /// Sources that contradict each other, with fewer than two readings.
    case oneReading
    /// A choice among readings that are not there.
    case noSuchReading(String, count: Int)
    /// A period that ends before it begins, or as it begins.
    case emptyPeriod(from: String, until: String)
    /// A token threshold that is not a positive whole number.
    case badThreshold(String)
    /// A day zone that is neither UTC nor an offset.
    case badDayZone(String)
    /// A currency other than US dollars.
    case otherCurrency(String)
    /// A second base file of one seller.
    case secondFile(provider: String, first: String)
    /// A model that its file lists twice.
    case secondModel(String, firstLine: Int)
    /// A source that the file does not list.
    case unknownSource(String, known: [String])
    /// Two statements that price the same thing at the same time.
    case competing(meters: [String], firstPath: String, firstLine: Int, from: String)
    /// An introductory price without the price that follows it.
    case nothingFollows(model: String, until: String)
    /// A re-route that does not say to where.
    case noSuccessor(model: String)
    /// A model that is meant to answer, but is not in the book.
    case unknownTarget(String, provider: String)
    /// Two aliases of one name at the same time.
    case competingAliases(name: String, firstPath: String, firstLine: Int)
    /// Names that lead to each other and never to a model.
    case circle([String])
    /// A line that is not one of a list of frozen statements, or was changed by hand.
    case badFrozenLine
    /// A frozen statement that its list has already.
    case frozenTwice(firstLine: Int)
    /// A name that leads to a model, if at all, over more others than any honest one.
    case longChain(String, limit: Int)
    /// A contract that cannot be used.
    case contract(ContractProblem)
    /// No base file was given.
    case noFiles
  }
}
