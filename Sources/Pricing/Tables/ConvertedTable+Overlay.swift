import Quantities
import Usage

/// Writing converted prices as a price file, to be laid over a book with `--prices`.
extension ConvertedTable {
  /// Where the prices come from, as a price file says it.
  struct Origin {
    /// The id that statements cite.
    let id: String
    /// What it is, for people.
    let name: String
    /// The day on which it was read.
    let read: Day
  }

  /// How many prices there are.
  var priceCount: Int {
    models.reduce(0) { sum, model in
      sum + model.statements.reduce(0) { $0 + $1.amounts.count { $0.price != nil } }
    }
  }

  /// The text of the file.
  ///
  /// A price that begins after `now` is written as announced: nobody has been charged it yet.
  func overlay(from origin: Origin, now: Instant) -> String {
    let id = JSONWriting.quoted(origin.id)
    var text = """
      {
        "schema": "\(PriceBook.schema)",
        "seller": \(JSONWriting.quoted(provider.name)),
        "day_zone": "UTC",
        "sources": {
          \(id): { "name": \(JSONWriting.quoted(origin.name)), "read": "\(origin.read)" }
        },
        "models": [

      """
    let models = models.map { model in
      let statements = model.statements.map { $0.line(from: origin, entry: model.entry, now: now) }
      return "    { \"model\": \(JSONWriting.quoted(model.name)),\n      \"prices\": [\n        "
        + statements.joined(separator: ",\n        ") + " ] }"
    }
    text += models.joined(separator: ",\n")
    return text + "\n  ]\n}\n"
  }
}

extension ConvertedStatement {
  /// The statement on two lines.
  fileprivate func line(
    from origin: ConvertedTable.Origin, entry: String, now: Instant
  ) -> String {
    var fields = ["\"service_tier\": \"\(slot.tier.rawValue)\""]
    if slot.over > 0 { fields.append("\"over_prompt_tokens\": \(slot.over.value)") }
    if let from = slot.period.from { fields.append("\"from\": \"\(Self.time(from))\"") }
    if let until = slot.period.until { fields.append("\"until\": \"\(Self.time(until))\"") }
    if let from = slot.period.from, from > now {
      fields.append("\"status\": \"announced\", \"known\": \"\(origin.read)\"")
    }
    fields.append("\"per\": \"\(slot.unit.rawValue)\"")
    let amounts = amounts.map { amount in
      let price = amount.price.map { "\"\($0.decimal(perUnits: slot.unit.quantity))\"" }
      return "\"\(amount.name)\": \(price ?? "null")"
    }
    return "{ " + fields.joined(separator: ", ") + ",\n          \"amounts\": { "
      + amounts.joined(separator: ", ") + " },\n          \"sources\": ["
      + JSONWriting.quoted(origin.id) + "], \"confidence\": \"medium\", \"note\": "
      + JSONWriting.quoted(entry) + " }"
  }

  /// A day where one begins in UTC, else the instant.
  private static func time(_ instant: Instant) -> String {
    let text = instant.description
    return text.hasSuffix("T00:00:00Z") ? String(text.prefix(10)) : text
  }
}

/// Text in JSON.
enum JSONWriting {
  /// A string with its quotes; whatever is not plain ASCII is escaped, which no reader minds.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: quoted += "\\\""
      case 0x5C: quoted += "\\\\"
      case 0x20..<0x7F: quoted.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return quoted + "\""
  }
}
