import Quantities
import Usage

/// Prices that go on from one step for long prompts to the next, where each price has steps of its
/// own.
extension ModelConversion {
  /// The contents with every step complete; they come and go in order of their steps.
  ///
  /// A step that leaves a price out goes on with the one below. One that then says the same as below
  /// is none, unless another time has that step: then it has to say that it is over.
  func withSteps(_ contents: [TableContent]) -> [TableContent] {
    var filled: [TableContent] = []
    var flat: [TableContent] = []
    for var content in contents {
      guard let below = filled.last(where: { $0.slot.isBand(of: content.slot) }) else {
        filled.append(content)
        continue
      }
      for (name, price) in below.prices
      where content.prices[name] == nil && !content.lost.contains(name) {
        content.prices[name] = price
      }
      let isFlat = content.prices == below.prices && content.lost.isSubset(of: below.lost)
      if isFlat { flat.append(content) } else { filled.append(content) }
    }
    return filled + ended(filled)
  }

  /// Steps that another time has: what costs the same again has to be said, since the step in
  /// the book, or in the table's other time, would go on otherwise.
  private func ended(_ contents: [TableContent]) -> [TableContent] {
    var added: [TableContent] = []
    let bases = contents.filter { $0.slot.over == 0 && $0.slot.unit == .millionTokens }
    for base in bases {
      let steps = contents.filter { other in
        other.slot.tier == base.slot.tier && other.slot.unit == base.slot.unit
          && other.slot.over > 0
      }
      for over in Set(steps.map(\.slot.over)).sorted() {
        var slot = base.slot
        slot.over = over
        guard !contents.contains(where: { $0.slot == slot }),
          let below = (contents + added).filter({ $0.slot.isBand(of: slot) && $0.slot.over < over })
            .max(by: { $0.slot.over < $1.slot.over })
        else { continue }
        var content = TableContent(slot)
        content.prices = below.prices
        content.lost = below.lost
        added.append(content)
      }
    }
    return added
  }
}
