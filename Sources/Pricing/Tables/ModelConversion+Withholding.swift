import Quantities
import Usage

/// Meters that a table does not really speak of, although a family of its prices would cover them.
extension ModelConversion {
  /// Leaves meters out of a family, or out of a step.
  mutating func withhold(_ index: Int) {
    guard contents[index].slot.unit == .millionTokens else { return }
    contents[index].withheld.formUnion(unstatedWhenCached(contents[index]))
    contents[index].withheld.formUnion(apartElsewhere(contents[index]))
    let content = contents[index]
    let rates = booked(content.slot)
    for family in MeterFamily.allCases where content.prices[family.rawValue] != nil {
      guard let usual = rates.price(of: family.rawValue) else { continue }
      for meter in family.members where content.prices[meter.rawValue] == nil {
        guard rates.price(of: meter) != usual, !content.lost.contains(meter.rawValue),
          contents[index].withheld.insert(meter).inserted
        else { continue }
        let key = content.stated[family.rawValue]?.key ?? family.rawValue
        note(key, .apartInBook(meter: meter.rawValue))
      }
    }
    noteStepsInBook(content)
  }

  /// What has a price of its own when fresh has one when cached, and it is not stated here.
  private func unstatedWhenCached(_ content: TableContent) -> [Meter] {
    let media: [(fresh: Meter, cached: Meter)] = [
      (.imageInput, .cachedImageInput), (.videoInput, .cachedVideoInput),
      (.audioInput, .cachedAudioInput), (.documentInput, .cachedDocumentInput),
    ]
    return media.filter { medium in
      guard let own = content.prices[medium.fresh.rawValue] else { return false }
      return own != content.prices["input"] && content.prices[medium.cached.rawValue] == nil
    }.map(\.cached)
  }

  /// Meters that the table prices apart at standard or for shorter prompts, and not here.
  ///
  /// The batch price of text is not that of images because the table forgot theirs; nor is it where
  /// theirs was refused.
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
        if other.lost.contains(meter.rawValue) { return true }
        let own = other.prices[meter.rawValue]
        return own != nil && own != other.prices[family.rawValue]
      }
    }
  }

  /// A table without steps for a model may not know of them; the book's stay.
  private mutating func noteStepsInBook(_ content: TableContent) {
    let slot = content.slot
    guard conversion.isForLaying, slot.tier == .standard, slot.over == 0,
      !contents.contains(where: { $0.slot.over > 0 && $0.slot.tier == .standard })
    else { return }
    let statements = conversion.book.model(name, of: entry.provider)?.statements ?? []
    let steps = statements.filter { statement in
      statement.unit == .millionTokens && statement.serviceTier == .standard
        && statement.overPromptTokens > 0 && statement.status != .withdrawn
        && statement.period.contains(conversion.now)
    }
    for over in Set(steps.map(\.overPromptTokens)).sorted() { note(entry.name, .stepInBook(over)) }
  }

  /// States what the table leaves open about long prompts.
  ///
  /// A tier that the table prices for short prompts only has some price for long ones, or is not
  /// sold for them; a meter that a step leaves out has some price too. Unsaid, a base price would
  /// be taken for it, or it would look like an oversight of ours.
  mutating func addUnknown() {
    let tokens = contents.filter { $0.slot.unit == .millionTokens }
    for base in tokens where base.slot.over == 0 {
      for over in steps(beside: base, in: tokens) {
        var slot = base.slot
        slot.over = over
        let index = contents.firstIndex { $0.slot == slot } ?? contents.count
        if index == contents.count {
          guard !(conversion.isForLaying && isPricedInBook(slot)) else { continue }
          contents.append(TableContent(slot))
          let key = base.stated.values.map(\.key).min() ?? entry.name
          note(key, .tierWithoutStep(over))
        }
        let known = Set(contents[index].meters)
        let booked = conversion.isForLaying ? booked(slot) : nil
        contents[index].unknown = Set(base.meters).subtracting(known).filter { meter in
          booked?.price(of: meter) == nil || !isPricedInBook(slot)
        }
      }
    }
  }

  /// The steps that a base should have: those of its own tier, and those of standard.
  private func steps(beside base: TableContent, in contents: [TableContent]) -> [TokenCount] {
    let tiers: [ServiceTier] =
      conversion.table.kind.hasStepsByMeter ? [.standard, base.slot.tier] : [base.slot.tier]
    let steps = contents.filter { other in
      other.slot.over > 0 && tiers.contains(other.slot.tier)
        && other.slot.period.overlaps(base.slot.period)
    }
    return Set(steps.map(\.slot.over)).sorted()
  }

  /// Whether the book has a price for this very step, which a hole would displace.
  private func isPricedInBook(_ slot: TableSlot) -> Bool {
    booked(slot).statements.contains { $0.overPromptTokens == slot.over }
  }
}

extension Rates {
  /// The price of a meter by its name, or of a family by its text.
  func price(of name: String) -> UnitPrice? {
    if let meter = Meter(rawValue: name) { return price(of: meter) }
    return (MeterFamily(rawValue: name)?.members.first).flatMap { price(of: $0) }
  }
}
