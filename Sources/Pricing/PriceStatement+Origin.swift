import Quantities
import Usage

/// Which statement it is, and since when it is known.
extension PriceStatement {
  /// The day on which the statement became known, as its file states it.
  public var known: Day? { origin.known }

  /// The day from which the statement was known: the stated one, else the day it begins; nil where
  /// it has always been known.
  public var knownSince: Day? { known ?? origin.period.from.map(origin.zone.day) }

  /// The day on which its end became known, as its file states it; nil where that follows from
  /// what the end is: see `PriceBook.asKnown(on:)`.
  public var untilKnown: Day? { origin.untilKnown }

  /// The day from which a withdrawn statement no longer counted.
  public var withdrawnOn: Day? { origin.withdrawnOn }

  /// The id of the withdrawn statement that this one corrects.
  public var corrects: String? { origin.corrects }

  /// The name of the statement among all others: 16 hexadecimal digits that follow from what it
  /// says.
  ///
  /// From who, what, since when and how much; not from its end, its status or where it was read,
  /// which may become known later without its being another statement. It is computed at each call.
  public var id: String { PriceStatement.id(of: identity) }

  /// `seller|model|tier|over|from|per|currency|introductory|amounts in name order`.
  var identity: String {
    let amounts = origin.amounts.sorted { $0.name < $1.name }.map { amount in
      "\(amount.name)=\(amount.price?.decimal(perUnits: unit.quantity) ?? "?")"
    }
    let from = origin.period.from?.description ?? "-"
    return [
      provider.name, model, serviceTier.rawValue, overPromptTokens.description, from,
      unit.rawValue, "USD", isIntroductory ? "introductory" : "-", amounts.joined(separator: ","),
    ].joined(separator: "|")
  }

  /// The first half of what SHA-256 leaves of a line: enough to tell a few thousand apart.
  static func id(of line: String) -> String {
    String(SHA256.hexDigest(of: Array(line.utf8)).prefix(16))
  }

  /// Whether a text can be the id of a statement.
  static func isID(_ text: String) -> Bool {
    text.utf8.count == 16
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
