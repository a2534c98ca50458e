import Quantities
import Usage

/// Turns what a table says about one model into statements: `gather` each entry, then `finish`.
struct ModelConversion {
  let conversion: TableConversion
  let entry: TableEntry
  /// What the statements are made of.
  var contents: [TableContent] = []
  private(set) var remarks: [TableRemark] = []

  var name: String { entry.model }

  init(_ entry: TableEntry, in conversion: TableConversion) {
    self.entry = entry
    self.conversion = conversion
  }

  /// Adds an entry's figures; two that say different things about one thing cancel each other.
  mutating func gather(_ entry: TableEntry) {
    for figure in entry.figures {
      var slot = figure.slot
      if slot.period == .always { slot.period = Period(from: conversion.since) }
      let figure = figure.of(slot)
      let index = contents.firstIndex { $0.slot == slot } ?? contents.count
      if index == contents.count { contents.append(TableContent(slot)) }
      guard let price = figure.price else {
        contents[index].lost.insert(figure.name)
        continue
      }
      guard let other = contents[index].stated[figure.name] else {
        contents[index].stated[figure.name] = figure
        continue
      }
      guard other.price != price else { continue }
      contents[index].lost.insert(figure.name)
      refused(figure, .contradicted(by: other.text))
    }
  }

  /// Makes the contents of the statements from what was contents.
  mutating func finish() {
    if conversion.isForLaying, let model = conversion.aliasTarget(name, of: entry.provider) {
      contents = []
      return note(entry.name, .aliasInBook(of: model))
    }
    separate()
    if conversion.isForLaying { refuse() }
    contents = priced
    for index in contents.indices { withhold(index) }
    addUnknown()
  }

  /// The contents with the prices that count in each, what is lost taken out, in order of steps.
  private var priced: [TableContent] {
    let stated = contents.map { content in
      var content = content
      for name in content.lost { content.stated[name] = nil }
      content.prices = content.stated.compactMapValues(\.price)
      return content
    }
    // A step without a price of its own is none.
    let steps = stated.filter { !$0.stated.isEmpty }.sorted { $0.slot.over < $1.slot.over }
    return conversion.table.kind.hasStepsByMeter ? withSteps(steps) : steps
  }

  /// Prices for overlapping times compete, and nothing could choose: neither is taken.
  private mutating func separate() {
    for later in contents.indices {
      for earlier in contents.indices where earlier < later {
        let (one, other) = (contents[earlier], contents[later])
        guard one.slot.competes(with: other.slot) else { continue }
        for figure in other.stated.values.sorted(by: { $0.key < $1.key }) {
          refused(figure, .contradicted(by: one.stated[figure.name]?.text ?? "\(one.slot.period)"))
        }
        contents[earlier].stated = [:]
        contents[later].stated = [:]
      }
    }
  }

  /// The model as it is now.
  var model: ConvertedModel {
    var model = ConvertedModel(name: name, entry: entry.name)
    let ordered = contents.sorted { $0.slot.sortKey < $1.slot.sortKey }
    for content in ordered where !content.amounts.isEmpty {
      let statement = ConvertedStatement(slot: content.slot, amounts: content.amounts)
      if let last = model.statements.last, let joined = last.joined(with: statement) {
        model.statements[model.statements.count - 1] = joined
      } else {
        model.statements.append(statement)
      }
    }
    return model
  }

  /// What the book asks for the same.
  func booked(_ slot: TableSlot) -> Rates {
    let (now, period) = (conversion.now, slot.period)
    let last = period.until.map { $0.adding(seconds: -900) } ?? now
    let instant = period.contains(now) ? now : max(period.from ?? now, min(now, last))
    return conversion.book.rates(
      provider: entry.provider, model: name, tier: slot.tier, contextOver: slot.over, at: instant)
  }
}

extension ModelConversion {
  /// Takes out what is not believed, and remembers that it was there.
  private mutating func refuse() {
    let judge = TablePlausibility(contents: priced)
    for index in contents.indices {
      let content = contents[index]
      let rates = booked(content.slot)
      let isTokens = content.slot.unit == .millionTokens
      for figure in content.stated.values.sorted(by: { $0.key < $1.key }) {
        guard let price = figure.price, !content.lost.contains(figure.name),
          let reason = judge.doubt(
            figure, price, booked: isTokens ? rates.price(of: figure.name) : nil)
        else { continue }
        contents[index].lost.insert(figure.name)
        refused(figure, reason)
      }
    }
  }

  /// A figure that is not believed.
  private mutating func refused(_ figure: TableFigure, _ reason: TableRemark.Reason) {
    remarks.append(remark(figure.key, figure.text, reason))
  }

  /// Something that follows from the table as a whole; said once for all tiers and times.
  mutating func note(_ key: String, _ reason: TableRemark.Reason) {
    let remark = remark(key, nil, reason)
    if !remarks.contains(where: { $0.reason == reason }) { remarks.append(remark) }
  }

  private func remark(
    _ key: String, _ text: String?, _ reason: TableRemark.Reason
  ) -> TableRemark {
    TableRemark(provider: entry.provider, model: name, key: key, text: text, reason: reason)
  }
}

extension TableSlot {
  /// Statements stand by unit, tier and band, then by time.
  fileprivate var sortKey: SortKey {
    SortKey(
      unit: PriceUnit.allCases.firstIndex(of: unit) ?? 0,
      tier: ServiceTier.allCases.firstIndex(of: tier) ?? 0, over: over, from: period.from)
  }

  fileprivate struct SortKey: Comparable {
    let unit: Int
    let tier: Int
    let over: TokenCount
    let from: Instant?

    static func < (left: SortKey, right: SortKey) -> Bool {
      let (one, other) = ((left.unit, left.tier, left.over), (right.unit, right.tier, right.over))
      guard one == other else { return one < other }
      guard let from = right.from else { return false }
      return left.from.map { $0 < from } ?? true
    }
  }
}

extension ConvertedStatement {
  /// Both as one, where the second begins as the first ends and says the same.
  fileprivate func joined(with next: ConvertedStatement) -> ConvertedStatement? {
    guard slot.tier == next.slot.tier, slot.over == next.slot.over, slot.unit == next.slot.unit,
      amounts == next.amounts, let end = slot.period.until, end == next.slot.period.from
    else { return nil }
    var joined = self
    joined.slot.period = Period(from: slot.period.from, until: next.slot.period.until)
    return joined
  }
}
