import JSONText
import Quantities
import Usage

/// Reads simonw/llm-prices: a seller's file with the history of its prices, or the site's lists.
///
/// Dollars per million tokens, for text. `from_date` is the first day, `to_date` the first day
/// after. A step for long prompts is a model of its own: `gemini-2.5-pro-200k`, whose name ends in
/// ">200k", beside `gemini-2.5-pro`.
enum LLMPricesTable {
  static func read(_ root: JSONValue) -> TableReading {
    var reading = TableReading()
    let records = records(root)
    let known = Set(records.map { "\($0.vendor)/\($0.id)" })
    for record in records {
      guard let provider = TableSellers.common(record.vendor) else { continue }
      let step = record.step
      let model = step?.model ?? record.id
      reading.begin(TableEntry(provider: provider, model: model, name: record.id))
      if step != nil, !known.contains("\(record.vendor)/\(model)") {
        reading.leave(record.price, record.key, .stepWithoutModel(model))
        continue
      }
      take(record, over: step?.over ?? 0, into: &reading)
    }
    return reading
  }

  private static func take(
    _ record: Record, over: TokenCount, into reading: inout TableReading
  ) {
    var bounds: [Instant?] = []
    for name in ["from_date", "to_date"] {
      let value = record.price[name].flatMap { $0.kind == .null ? nil : $0 }
      let day = (value?.string).flatMap(Day.init)
      if let value, day == nil {
        let text = value.figure ?? value.kindInWords
        return reading.leave(record.price, "\(record.key)\(name)", .badDay(text))
      }
      bounds.append(day?.startUTC)
    }
    let period = Period(from: bounds[0], until: bounds[1])
    guard !period.isEmpty else {
      let text = record.price["to_date"]?.string ?? ""
      return reading.leave(record.price, "\(record.key)to_date", .badDay(text))
    }
    for (name, _, value) in record.price.members where !words.contains(name) {
      guard let meter = meters[name] else {
        reading.leave(value, record.key + name, .noMeter)
        continue
      }
      reading.take(value, record.key + name, for: meter, TableSlot(over: over, period: period))
    }
  }

  private static let meters = [
    "input": "input", "output": "output", "input_cached": "cached_input",
  ]

  private static let words = ["id", "vendor", "name", "from_date", "to_date"]

  /// One price of one model.
  private struct Record {
    let vendor: String
    let id: String
    let name: String
    let price: JSONValue
    /// What stands before the names of its fields.
    let key: String

    /// The model and the prompt length that the record is a step of; nil for a model's base.
    var step: (model: String, over: TokenCount)? {
      guard let end = id.lastIndex(of: "-"), name.contains(">"), id.hasSuffix("k"),
        let thousands = Int64(id[id.index(after: end)...].dropLast()), thousands > 0,
        thousands < 1_000_000
      else { return nil }
      return (String(id[..<end]), TokenCount(thousands * 1000))
    }
  }

  private static func records(_ root: JSONValue) -> [Record] {
    if let vendor = root["vendor"]?.string {
      return (root["models"]?.elements ?? []).flatMap { model -> [Record] in
        guard let id = model["id"]?.string else { return [] }
        let history = model["price_history"]?.elements ?? []
        return history.enumerated().map { index, price in
          Record(
            vendor: vendor, id: id, name: model["name"]?.string ?? id, price: price,
            key: "price_history[\(index)].")
        }
      }
    }
    return (root["prices"]?.elements ?? []).compactMap { price in
      guard let vendor = price["vendor"]?.string, let id = price["id"]?.string else { return nil }
      return Record(
        vendor: vendor, id: id, name: price["name"]?.string ?? id, price: price, key: "")
    }
  }
}
