import JSONText
import Quantities
import Usage

/// Reading the amounts of a statement: decimal strings, exact or refused.
extension PriceBookReader {
  func amounts(_ fields: Fields, per unit: PriceUnit) -> [PriceStatement.Amount] {
    guard let value = fields["amounts"], let table = self.fields(value, known: []) else {
      return []
    }
    if table.all.isEmpty { fields.add(.noAmounts, at: "amounts") }
    return table.all.compactMap { name, value in
      guard Self.isPriced(name, per: unit) else {
        let known = unit == .millionTokens ? Self.tokenMeters : []
        problems.add(
          .unknownMeter(name, unit: unit.rawValue, known: known), at: table.place(of: value))
        return nil
      }
      // Null is a statement: there is a price, and nobody knows it any more.
      if value.kind == .null { return PriceStatement.Amount(name: name, price: nil) }
      if let text = value.string, !Self.hasIdleZero(text),
        let price = UnitPrice(decimal: text, perUnits: unit.quantity)
      {
        return PriceStatement.Amount(name: name, price: price)
      }
      problems.add(Self.mistake(in: value, unit: unit), at: table.place(of: value))
      return nil
    }
  }

  static let tokenMeters =
    MeterFamily.allCases.map(\.rawValue) + Meter.allCases.map(\.rawValue)

  /// Whether a name can be priced in a unit.
  ///
  /// Token prices need a known meter. Nothing computes with the others, so any plain name will do:
  /// sellers invent units faster than a list of them could grow.
  private static func isPriced(_ name: String, per unit: PriceUnit) -> Bool {
    if unit == .millionTokens {
      return Meter(rawValue: name) != nil || MeterFamily(rawValue: name) != nil
    }
    return !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
      }
  }

  /// Whether a number begins with a zero that says nothing: "01" may be a slip for "0.1".
  private static func hasIdleZero(_ text: String) -> Bool {
    let digits = text.utf8
    return digits.count > 1 && digits.first == UInt8(ascii: "0")
      && digits.dropFirst().first != UInt8(ascii: ".")
  }

  /// Why a value is not a price.
  private static func mistake(in value: JSONValue, unit: PriceUnit) -> PriceBookProblem.Kind {
    if let number = value.numberText { return .numberForPrice(number) }
    guard let text = value.string else {
      return .wrongKind(expected: "a price in quotes", found: value.kindInWords)
    }
    // 30 decimals still leave room for eight digits before the point: enough to tell whether a
    // refused text is a number at all.
    guard !hasIdleZero(text), let amount = DecimalText.parse(text, scale: 30) else {
      return .badPrice(text)
    }
    if amount < 0 { return .negativePrice(text) }
    return .tooPrecise(text, decimals: unit.decimals)
  }
}
