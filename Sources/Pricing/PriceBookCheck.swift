import Quantities
import Usage

/// Something in a book that may be right, but deserves a second look.
///
/// Mistakes that make a book unusable are `PriceBookProblem`s and stop it from loading.
public struct PriceBookFinding: Hashable, Sendable {
  /// Where it stands, as far as one place can be named.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The field, `models[3].prices[1]`.
  public let path: String
  /// Who sells.
  public let provider: Provider
  /// Which model; nil where the book as a whole is meant.
  public let model: String?
  /// What deserves the look.
  public let kind: Kind

  /// What deserves a second look.
  public enum Kind: Hashable, Sendable {
    /// The book claims to know nothing after a day that is long past.
    case old(days: Int)
    /// An announced price's day has passed, and nobody has said that it came.
    case announcementNotConfirmed(since: Instant)
    /// An announced price would begin while another one is in force, so it does not count.
    case announcementShadowed(from: Instant)
    /// The earliest day of a shutdown or re-route has passed, and no firm one was given.
    case endNotConfirmed(since: Day)
    /// Cached input costs more than fresh input.
    case cacheAboveInput
    /// Batch or flex costs more than standard, or priority less.
    case tierOutOfOrder(ServiceTier)
    /// The price that follows an introductory one leaves out something that it priced.
    case introductoryEndsWithout(meters: [String])
    /// Nothing is in force between two statements of one meter.
    case gap(from: Instant, until: Instant)
    /// A price ends, no other begins, and no re-route says why.
    case nothingFollows(at: Instant)
    /// The model has no price at all, not even an old one.
    case withoutPrices
    /// Something in a contract.
    case contract(ContractFinding)
  }
}

extension PriceBookFinding: CustomStringConvertible {
  /// One line: place, what was found, lower case.
  public var description: String { "\(file):\(line): \(path): \(explanation)" }

  /// What was found.
  public var explanation: String {
    let subject = model ?? provider.name
    return switch kind {
    case .old(let days): "\(subject): the book is \(days) days old"
    case .announcementNotConfirmed(let since):
      "\(subject): announced for \(since), not confirmed since"
    case .announcementShadowed(let from):
      "\(subject): announced for \(from), but another price is in force then"
    case .endNotConfirmed(let day):
      "\(subject): its earliest last day, \(day), has passed; read the seller's page again"
    case .cacheAboveInput: "\(subject): cached input costs more than fresh input"
    case .tierOutOfOrder(let tier): "\(subject): \(tier.rawValue) is on the wrong side of standard"
    case .introductoryEndsWithout(let meters):
      "\(subject): nothing follows the introductory price of \(meters.joined(separator: ", "))"
    case .gap(let from, let until): "\(subject): no price from \(from) until \(until)"
    case .nothingFollows(let end): "\(subject): the price ends at \(end), and nothing follows"
    case .withoutPrices: "\(subject): no price"
    case .contract(let finding): "\(subject): \(finding.explanation)"
    }
  }
}
