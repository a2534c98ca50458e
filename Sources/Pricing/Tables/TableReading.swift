import JSONText
import Quantities
import Usage

/// What a reader of a table has found so far: entries, and what could not be expressed.
struct TableReading {
  private(set) var entries: [TableEntry] = []
  private(set) var remarks: [TableRemark] = []
  private var noted: Set<TableRemark> = []

  /// Begins an entry; what is taken or left from now on belongs to it.
  mutating func begin(_ entry: TableEntry) { entries.append(entry) }

  /// Takes a figure as a price, whatever its size; a null is the same as none.
  ///
  /// - Parameters:
  ///   - value: A JSON number, or a string that holds one.
  ///   - key: The table's key for it.
  ///   - quantity: How many units the figure buys, where it is not what the slot's unit says.
  ///   - name: The meter, family or other name that it prices.
  ///   - slot: What else it is the price of.
  mutating func take(
    _ value: JSONValue, _ key: String, per quantity: Int64? = nil, for name: String,
    _ slot: TableSlot = TableSlot()
  ) {
    guard value.kind != .null else { return }
    var price: UnitPrice?
    switch value.decimal?.price(per: quantity ?? slot.unit.quantity) {
    case .exact(let exact): price = exact
    case .tooFine(let nearest): leave(value, key, .tooFine(nearest: nearest, slot.unit))
    case .tooLarge: leave(value, key, .tooLarge)
    case .negative: leave(value, key, .negative)
    case nil: leave(value, key, .notANumber)
    }
    guard !entries.isEmpty else { return }
    entries[entries.count - 1].figures.append(
      TableFigure(
        key: key, name: name, slot: slot, price: price, text: value.figure ?? value.kindInWords))
  }

  /// Notes what cannot be expressed; a null or false says nothing, so nothing is lost with it.
  mutating func leave(_ value: JSONValue, _ key: String, _ reason: TableRemark.Reason) {
    guard let entry = entries.last, !entry.isOtherName else { return }
    guard value.kind != .null, value.bool != false else { return }
    let remark = TableRemark(
      provider: entry.provider, model: entry.model, key: key, text: value.figure, reason: reason)
    // A price that counts in several stretches of time is met once in each.
    if noted.insert(remark).inserted { remarks.append(remark) }
  }
}

extension JSONValue {
  /// The text of a number, be it written as a number or as a string.
  var figure: String? { numberText ?? string }

  /// The number; nil where there is none.
  var decimal: ExactDecimal? { figure.flatMap(ExactDecimal.init) }
}
