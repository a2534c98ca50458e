import Quantities

/// Something in a contract that may be right, but deserves a second look.
public enum ContractFinding: Hashable, Sendable {
  /// A discounted price has more decimals than prices are kept with.
  case rounded(percentOff: String, meter: String, list: String, effective: String)
  /// A discount names something of which nothing has a list price in its time.
  case findsNothing(String)
  /// A model that a contract names is billed as another one from a day on, which it does not name.
  case stopsAtReroute(to: String, at: Instant, isEarliestOnly: Bool)
}

extension ContractFinding {
  /// The name by which programs know it; it does not change with the words.
  package var code: String {
    switch self {
    case .rounded: "discount_rounded"
    case .findsNothing: "discount_finds_nothing"
    case .stopsAtReroute: "contract_stops_at_reroute"
    }
  }

  /// What to do about it, in one line.
  var remedy: String {
    switch self {
    case .rounded: "Nothing, if the contract rounds so too; else state the prices that are paid."
    case .findsNothing: "Correct the name, or leave it out."
    case .stopsAtReroute: "Name the model that answers from then on too, if the contract covers it."
    }
  }

  /// What was found, without saying whose contract it is.
  var explanation: String {
    switch self {
    case .rounded(let percent, let meter, let list, let effective):
      "\(percent) % off \(list) for \(meter) is rounded to \(effective) a million tokens"
    case .findsNothing(let name):
      "a discount names \(name), of which nothing has a list price in its time"
    case .stopsAtReroute(let successor, let instant, let isEarliestOnly):
      "billed as \(successor) from \(instant)\(isEarliestOnly ? " or later" : "") on, "
        + "which the contract does not cover"
    }
  }
}
