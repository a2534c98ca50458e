import Quantities
import Usage

/// The rules that hold between the statements of a book.
///
/// Whoever reads a loaded book relies on them: `Rates` takes the first statement it finds because
/// no two compete, and `Seller.trace` needs no guard against circles because there are none.
struct PriceBookRules {
  let problems: ProblemList

  /// What one file has to keep by itself.
  func checkAlone(_ file: BookFile) {
    var models: [String: BookPlace] = [:]
    for model in file.models {
      if let first = models.updateValue(model.place, forKey: model.name) {
        let line = problems.locator.location(of: first).line
        problems.add(.secondModel(model.name, firstLine: line), at: model.place)
      }
      checkCompeting(model.statements)
    }
    checkCompeting(file.aliases)
    ContractRules(problems: problems).checkAlone(file)
  }

  /// What the files of a seller have to keep together.
  func checkTogether(_ seller: Seller) {
    for name in seller.modelNames {
      guard let model = seller.models[name] else { continue }
      checkIntroductory(model)
      // Superseded ones too: they count again for whoever asks what was known earlier.
      for lifecycle in model.lifecycles {
        guard let successor = lifecycle.successor else { continue }
        checkTarget(successor, of: seller, at: lifecycle.place, key: "successor")
      }
    }
    for alias in seller.aliases.values.joined() {
      checkTarget(alias.model, of: seller, at: alias.place, key: "model")
    }
    for conflict in seller.conflicts {
      checkTarget(conflict.model, of: seller, at: conflict.place, key: "model")
    }
    for circle in seller.circles() {
      problems.add(.circle(circle.names), at: circle.place)
    }
    ContractRules(problems: problems).checkTogether(seller)
  }

  /// Statements of one status that price one meter at one instant: nothing could choose.
  ///
  /// In force beside announced is no contest, since what is in force goes first.
  private func checkCompeting(_ statements: [PriceStatement]) {
    for (index, later) in statements.enumerated() {
      for earlier in statements[..<index] where earlier.status == later.status {
        let meters = later.contested(with: earlier)
        guard !meters.isEmpty else { continue }
        let first = problems.locator.location(of: earlier.place)
        let shared = earlier.period.intersection(later.period)
        problems.add(
          .competing(
            meters: later.naming(meters), firstPath: first.path, firstLine: first.line,
            from: shared.from?.description ?? "the beginning"),
          at: later.place)
      }
    }
  }

  /// A name that stands for two models at once.
  private func checkCompeting(_ aliases: [ModelAlias]) {
    let named = Dictionary(grouping: aliases, by: \.name)
    for aliases in named.values.sorted(by: { $0[0].place.byteOffset < $1[0].place.byteOffset }) {
      for (index, later) in aliases.enumerated() {
        for earlier in aliases[..<index] where earlier.period.overlaps(later.period) {
          let first = problems.locator.location(of: earlier.place)
          problems.add(
            .competingAliases(name: later.name, firstPath: first.path, firstLine: first.line),
            at: later.place)
        }
      }
    }
  }

  /// An introductory price without what follows it would leave usage unpriced on the very day that
  /// matters most (genai-prices PR#564 stored only one of the two).
  private func checkIntroductory(_ model: BookModel) {
    for statement in model.statements where statement.isIntroductory {
      let end = statement.period.until
      let follower = model.statements.first { other in
        end != nil && other.period.from == end && other.concerns(statement)
      }
      guard follower == nil, statement.status != .withdrawn else { continue }
      problems.add(
        .nothingFollows(model: model.name, until: end?.description ?? "an end it does not have"),
        at: statement.place, key: "until")
    }
  }

  /// A name that is led to has to be a model or an alias; a misspelt one would price nothing.
  private func checkTarget(_ name: String, of seller: Seller, at place: BookPlace, key: String) {
    guard seller.models[name] == nil, seller.aliases[name] == nil else { return }
    problems.add(.unknownTarget(name, provider: seller.provider.name), at: place, key: key)
  }
}

extension PriceStatement {
  /// The shortest way to name some of the statement's meters: by the amounts that price them.
  func naming(_ meters: [String]) -> [String] {
    amounts.map(\.name).filter { name in
      guard unit == .millionTokens, let family = MeterFamily(rawValue: name) else {
        return meters.contains(name)
      }
      return family.members.contains { meters.contains($0.rawValue) }
    }
  }
}
