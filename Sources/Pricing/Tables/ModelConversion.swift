import Quantities
import Usage

/// Turns what a table says about one model into statements.
struct ModelConversion {
  private let conversion: TableConversion
  private let entry: TableEntry
  private(set) var contents: [TableContent] = []
  private(set) var remarks: [TableRemark] = []

  init(_ entry: TableEntry, in conversion: TableConversion) {
    self.entry = entry
    self.conversion = conversion
  }

  /// Adds an entry's figures; two that say different things about one thing cancel each other.
  mutating func gather(_ entry: TableEntry) {
    for figure in entry.figures {
      let index = contents.firstIndex { $0.slot == figure.slot } ?? contents.count
      if index == contents.count { contents.append(TableContent(figure.slot)) }
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
      remark(figure, .contradicted(by: other.text))
    }
  }

  /// Everything after the last entry.
  mutating func finish() {
    separate()
    if conversion.refuses { refuse() }
    for index in contents.indices {
      for name in contents[index].lost { contents[index].stated[name] = nil }
      contents[index].prices = contents[index].stated.compactMapValues(\.price)
    }
    // A step without a price of its own is none.
    contents.removeAll { $0.slot.over > 0 && $0.stated.isEmpty }
    contents.sort { $0.slot.over < $1.slot.over }
    if conversion.table.kind.hasStepsByMeter { fillSteps() }
    for index in contents.indices { withhold(index) }
    addHoles()
  }

  /// The model as it is now.
  var model: ConvertedModel {
    var model = ConvertedModel(name: entry.model, entry: entry.name)
    let ordered = contents.sorted { $0.slot.sortKey < $1.slot.sortKey }
    for content in ordered where !content.amounts.isEmpty {
      let amounts = content.amounts.map { ConvertedStatement.Amount(name: $0.name, price: $0.price) }
      let statement = ConvertedStatement(slot: content.slot, amounts: amounts)
      if let last = model.statements.last, let joined = last.joined(with: statement) {
        model.statements[model.statements.count - 1] = joined
      } else {
        model.statements.append(statement)
      }
    }
    // Only now is it clear which prices have no day: a batch rate with one cuts the others in two.
    for index in model.statements.indices where model.statements[index].slot.period == .always {
      model.statements[index].slot.period = Period(from: conversion.since)
    }
    return model
  }

  /// Prices for overlapping times compete, and nothing could choose: neither is taken.
  private mutating func separate() {
    for later in contents.indices {
      for earlier in contents.indices where earlier < later {
        let (one, other) = (contents[earlier], contents[later])
        guard one.slot.tier == other.slot.tier, one.slot.over == other.slot.over,
          one.slot.unit == other.slot.unit, one.slot.period.overlaps(other.slot.period)
        else { continue }
        for figure in other.stated.values.sorted(by: { $0.key < $1.key }) {
          remark(figure, .contradicted(by: one.stated[figure.name]?.text ?? "\(one.slot.period)"))
        }
        contents[earlier].lost.formUnion(one.stated.keys)
        contents[later].lost.formUnion(other.stated.keys)
      }
    }
  }

  private mutating func refuse() {
    let judge = TablePlausibility(book: conversion.book, entry: entry, contents: contents)
    for index in contents.indices {
      let content = contents[index]
      let booked = rates(content.slot)
      for figure in content.stated.values.sorted(by: { $0.key < $1.key }) {
        guard !content.lost.contains(figure.name), let price = figure.price,
          let reason = judge.doubt(figure, price, in: content, booked: booked)
        else { continue }
        contents[index].lost.insert(figure.name)
        remark(figure, reason)
      }
    }
  }

  /// A step that leaves a price out goes on with the one below; one that then says the same as
  /// below is none.
  private mutating func fillSteps() {
    var redundant: [Int] = []
    for index in contents.indices {
      let below = contents.indices.last { lower in
        lower < index && contents[lower].slot.isBand(of: contents[index].slot)
          && !redundant.contains(lower)
      }
      guard let below else { continue }
      for (name, price) in contents[below].prices where contents[index].prices[name] == nil {
        if !contents[index].lost.contains(name) { contents[index].prices[name] = price }
      }
      let isSame = contents[index].prices == contents[below].prices
      if isSame, contents[index].lost.isSubset(of: contents[below].lost) { redundant.append(index) }
    }
    for index in redundant.reversed() { contents.remove(at: index) }
  }

  private mutating func remark(_ figure: TableFigure, _ reason: TableRemark.Reason) {
    remarks.append(
      TableRemark(
        provider: entry.provider, model: entry.model, key: figure.key, text: figure.text,
        reason: reason))
  }

  /// What the book asks for the same.
  private func rates(_ slot: TableSlot) -> Rates {
    let from = slot.period.from ?? conversion.now
    let until = slot.period.until.map { $0.adding(seconds: -900) } ?? conversion.now
    let instant = slot.period.contains(conversion.now) ? conversion.now
      : from > conversion.now ? from : until
    return conversion.book.rates(
      provider: entry.provider, model: entry.model, tier: slot.tier, contextOver: slot.over,
      at: instant)
  }
}

extension ModelConversion {
  /// Leaves meters out of a family that the table does not really speak of.
  private mutating func withhold(_ index: Int) {
    let content = contents[index]
    guard content.slot.unit == .millionTokens else { return }
    for (fresh, cached) in ModelConversion.cachedMedia {
      // What has a price of its own when fresh has one when cached, and it is not stated here.
      guard let own = content.prices[fresh.rawValue], own != content.prices["input"],
        content.prices[cached.rawValue] == nil
      else { continue }
      contents[index].withheld.insert(cached)
    }
    contents[index].withheld.formUnion(apartElsewhere(content))
    let booked = rates(content.slot)
    for family in MeterFamily.allCases where content.prices[family.rawValue] != nil {
      guard let usual = booked.price(of: family.rawValue) else { continue }
      for meter in family.members where content.prices[meter.rawValue] == nil {
        guard booked.price(of: meter) != usual, !content.lost.contains(meter.rawValue),
          !contents[index].withheld.contains(meter)
        else { continue }
        contents[index].withheld.insert(meter)
        note(content, .apartInBook(meter: meter.rawValue), under: family)
      }
    }
  }

  /// Meters that the table prices apart at standard or for shorter prompts, and not here: the batch
  /// price of text is not that of images because the table forgot theirs.
  private func apartElsewhere(_ content: TableContent) -> [Meter] {
    let others = contents.filter { other in
      other.slot != content.slot && other.slot.unit == content.slot.unit
        && [.standard, content.slot.tier].contains(other.slot.tier)
        && other.slot.over <= content.slot.over
        && other.slot.period.overlaps(content.slot.period)
    }
    return Meter.all.filter { meter in
      guard content.prices[meter.rawValue] == nil, let family = meter.family else { return false }
      return others.contains { other in
        let own = other.prices[meter.rawValue]
        return own != nil && own != other.prices[family.rawValue]
      }
    }
  }

  private static let cachedMedia: [(fresh: Meter, cached: Meter)] = [
    (.imageInput, .cachedImageInput), (.videoInput, .cachedVideoInput),
    (.audioInput, .cachedAudioInput), (.documentInput, .cachedDocumentInput),
  ]

  private mutating func note(
    _ content: TableContent, _ reason: TableRemark.Reason, under family: MeterFamily
  ) {
    let figure = content.stated[family.rawValue]
    let known = remarks.contains { $0.reason == reason }
    guard !known, let figure else { return }
    remark(figure, reason)
  }

  /// A tier that the table prices for short prompts only has some price for long ones, or is not
  /// sold for them: its base price would be wrong either way.
  private mutating func addHoles() {
    guard conversion.table.kind.hasStepsByMeter else { return }
    let tokens = contents.filter { $0.slot.unit == .millionTokens }
    for base in tokens where base.slot.over == 0 && base.slot.tier != .standard {
      let steps = tokens.filter { other in
        other.slot.tier == .standard && other.slot.over > 0
          && other.slot.period.overlaps(base.slot.period)
      }
      for step in Set(steps.map(\.slot.over)).sorted() {
        var slot = base.slot
        slot.over = step
        guard !contents.contains(where: { $0.slot == slot }) else { continue }
        // A hole laid over the book must not displace what the book does know.
        if conversion.refuses, isPricedInBook(slot) { continue }
        var hole = TableContent(slot)
        hole.unknown = base.amounts.map(\.name)
        contents.append(hole)
        guard let figure = base.stated.values.min(by: { $0.key < $1.key }) else { continue }
        let reason = TableRemark.Reason.tierWithoutStep(step)
        let remark = TableRemark(
          provider: entry.provider, model: entry.model, key: figure.key, text: nil, reason: reason)
        if !remarks.contains(remark) { remarks.append(remark) }
      }
    }
  }

  /// Whether the book has a price for this very step, which a hole would displace.
  private func isPricedInBook(_ slot: TableSlot) -> Bool {
    rates(slot).statements.contains { $0.overPromptTokens == slot.over }
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
