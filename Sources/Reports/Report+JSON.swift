import Pricing
import Quantities

/// A report as JSON: the contract with programs, kept under the version in `schema`.
///
/// `rows` holds one object a row, with the columns' keys in order; `total` the same without what only
/// names rows. Money and prices are exact decimal strings, counts are numbers, days `YYYY-MM-DD`,
/// what is not known is null.
extension Report {
  /// The whole report as one object.
  package var json: JSONOutput {
    var members: [JSONMember] = []
    if let schema { members.append(JSONMember("schema", .string(schema))) }
    members.append(JSONMember("title", .string(title)))
    if !columns.isEmpty {
      members.append(
        JSONMember("rows", .array(rows.map { object($0.map(Optional.some)) })))
    }
    if let total { members.append(JSONMember("total", object(total))) }
    members += extras
    members += sections.map { JSONMember($0.key, $0.report.json) }
    if let scope { members.append(JSONMember("scope", scope.json)) }
    members.append(JSONMember("notes", .array(notes.map { .string($0) })))
    return .object(members)
  }

  private func object(_ cells: [Cell?]) -> JSONOutput {
    .object(
      zip(columns, cells).compactMap { column, cell in
        cell.map { JSONMember(column.key, $0.json) }
      })
  }
}

extension Cell {
  /// The value as JSON.
  package var json: JSONOutput {
    switch self {
    case .text(let text), .code(let text), .symbol(_, let text): .string(text)
    case .unknown: .null
    case .count(let number): .integer(number)
    case .money(let amount), .change(let amount): .string(amount.decimal)
    case .price(let price, let unit): .string(price.decimal(perUnits: unit.quantity))
    case .ratio(let fraction), .share(let fraction): .string(fraction.exactEnough())
    case .percent(let change): .string(change.exactEnough(times: 100))
    case .day(let day), .earliestDay(let day): .string(day.description)
    case .instant(let instant): .string(instant.description)
    case .month(let month): .string(month.description)
    case .flag(let flag): .bool(flag)
    }
  }
}
