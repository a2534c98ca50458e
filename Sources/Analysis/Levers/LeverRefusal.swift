import Pricing
import Quantities
import Usage

/// Why a lever cannot be moved on some usage.
public enum LeverRefusal: Error, Hashable, Sendable {
  /// The same of a lever that stands in a scenario's file.
  indirect case inFile(FilePlace, LeverRefusal)
  /// No usage has the names that the lever looks for.
  case nothingSelected(LeverName, UsageSelection)
  /// The usage that has the names runs on users' devices, where a request costs nothing.
  case onlyOnDevice(LeverName, UsageSelection)
  /// The usage that has the names has no price, so that nothing can be said of it.
  case nothingPricedSelected(LeverName, UsageSelection)
  /// Nothing that has to be paid has a price on the day: what it costs is not known, and not zero.
  case nothingPriced(Day, [UnpricedReason])
  /// The usage has nothing that the lever could change.
  case nothingToMove(LeverName)
  /// Its setting leaves everything as it is, such as a share of zero.
  case changesNothing(LeverName)
  /// It could change something, and for this reason does not.
  case impossible(LeverName, LeverNote.Kind)
  /// A model to which usage is to move is not in the price book.
  case unknownModel(LeverName, model: String, provider: Provider?)
  /// A model to which usage is to move has no price for it.
  case unpricedModel(LeverName, model: String, UnpricedReason)
  /// A figure beyond what 128 bits hold.
  case outOfRange
}

extension LeverRefusal: CustomStringConvertible {
  /// Two lines: what is wrong, then the remedy.
  public var description: String { "\(explanation)\n\(remedy)" }

  /// What is wrong, in one line, lower case.
  public var explanation: String {
    if case .inFile(let place, let refusal) = self { return "\(place): \(refusal.explanation)" }
    return name.map { "the lever \($0.rawValue) cannot be moved: \(reason)" } ?? reason
  }

  /// The lever that cannot be moved; nil where it is no single one's fault.
  public var name: LeverName? {
    switch self {
    case .inFile(_, let refusal): refusal.name
    case .nothingSelected(let name, _), .onlyOnDevice(let name, _),
      .nothingPricedSelected(let name, _), .nothingToMove(let name), .changesNothing(let name),
      .impossible(let name, _),
      .unknownModel(let name, _, _), .unpricedModel(let name, _, _):
      name
    case .nothingPriced, .outOfRange: nil
    }
  }

  /// The same without the lever's name.
  public var reason: String {
    switch self {
    case .inFile(_, let refusal): refusal.reason
    case .nothingSelected(_, .everything): "nothing is sent to a model off the users' devices"
    case .nothingSelected(_, let selection): "no usage has \(selection)"
    case .onlyOnDevice(_, let selection):
      "the usage that has \(selection) runs on users' devices, where it costs nothing"
    case .nothingPricedSelected(_, let selection): "the usage that has \(selection) has no price"
    case .nothingPriced(let day, _):
      "nothing that has to be paid has a price on \(day), so no saving can be computed"
    case .nothingToMove(let name): "there is \(name.lacks)"
    case .changesNothing: "at this setting it leaves everything as it is"
    case .impossible(_, let kind): kind.description
    case .unknownModel(_, let model, let provider):
      provider.map { "\(model) is not in the prices of \($0)" }
        ?? "no seller of the price book has \(model)"
    case .unpricedModel(_, _, let reason): reason.description
    case .outOfRange: "the figures are beyond what can be counted"
    }
  }

  /// What to do about it, in one line.
  public var remedy: String {
    switch self {
    case .inFile(_, let refusal): refusal.remedy
    case .nothingSelected(_, .everything), .onlyOnDevice: "Leave the lever out."
    case .nothingPricedSelected: "Add its price with --prices FILE."
    case .nothingPriced(_, let reasons):
      reasons.first.map { "First of all: \($0)." } ?? "Add prices with --prices FILE."
    case .nothingSelected:
      "`tollbook usage --by feature` and `--by model` list the names; check the lever's \"where\"."
    case .nothingToMove: "Leave the lever out, or try it on other days or other usage."
    case .changesNothing: "Give it another setting in the scenario, or leave it out."
    case .impossible(_, let kind): kind.remedy
    case .unknownModel: "`tollbook prices list` has the names; --prices FILE adds a model."
    case .unpricedModel: "Choose a model that has a price for it, or add one with --prices FILE."
    case .outOfRange: "Check ratios and attempts for a number that is far too large."
    }
  }
}

extension LeverRefusal {
  /// The refusal without the place of its lever.
  package var bare: LeverRefusal {
    if case .inFile(_, let refusal) = self { refusal } else { self }
  }

  /// Whether the lever is all right and only finds nothing to move.
  var isIdle: Bool {
    switch self {
    case .inFile(_, let refusal): refusal.isIdle
    case .nothingSelected, .onlyOnDevice, .nothingPricedSelected, .nothingToMove, .changesNothing,
      .impossible:
      true
    case .nothingPriced, .unknownModel, .unpricedModel, .outOfRange: false
    }
  }
}

extension LeverName {
  /// What is missing where there is nothing to move.
  fileprivate var lacks: String {
    switch self {
    case .userCap: "nobody who makes more calls than that in a day"
    case .responseCache: "no request that comes sooner than that"
    case .retries: "no attempt to save"
    case .onDevice, .modelShare: "no request to send elsewhere"
    case .history: "no conversation that is longer than that"
    case .promptShortening: "no text in any prompt"
    case .imageSize: "no picture whose tokens this would change"
    case .outputCap: "no answer that is longer"
    case .contextCache: "no text that is not cached already"
    case .serviceTier: "no request that is served as standard"
    }
  }
}
