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
        problems.add(
          .secondModel(model.name, firstLine: problems.locator.location(of: first).line),
          at: model.place)
      }
      checkCompeting(model.statements)
    }
    checkCompeting(file.aliases)
    ContractRules(problems: problems).checkAlone(file)
  }

  /// What the files of a seller have to keep together.
  func checkTogether(_ seller: Seller) {
    for model in seller.models.all {
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
    let circles = seller.circles { name, place in
      problems.add(.longChain(name, limit: Seller.stepLimit), at: place)
    }
    for circle in circles { problems.add(.circle(circle.names), at: circle.place) }
    ContractRules(problems: problems).checkTogether(seller)
  }

  /// Contradictions are about models that are there.
  func checkConflicts(_ file: BookFile, in seller: Seller?) {
    guard let seller else { return }
    for conflict in file.conflicts {
      checkTarget(conflict.model, of: seller, at: conflict.place, key: "model")
    }
  }

  /// What has to agree before two statements can price the same thing.
  private struct Subject: Hashable {
    let tier: ServiceTier
    let over: TokenCount
    let unit: PriceUnit
    let status: PriceStatement.Status
  }

  /// Statements of one status that price one meter at one instant: nothing could choose.
  ///
  /// In force beside announced is no contest, since what is in force goes first.
  private func checkCompeting(_ statements: [PriceStatement]) {
    let subjects = Dictionary(grouping: statements) { statement in
      Subject(
        tier: statement.serviceTier, over: statement.overPromptTokens, unit: statement.unit,
        status: statement.status)
    }
    let pairs = subjects.values.filter { $0.count > 1 }.flatMap(competing)
    for (earlier, later) in pairs.sorted(by: { $0.1.place.byteOffset < $1.1.place.byteOffset }) {
      problems.add(contest(of: later, with: earlier), at: later.place)
    }
  }

  private func contest(
    of later: PriceStatement, with earlier: PriceStatement
  ) -> PriceBookProblem.Kind {
    let first = problems.locator.location(of: earlier.place)
    let shared = earlier.period.intersection(later.period)
    return .competing(
      meters: later.naming(later.contested(with: earlier)), firstPath: first.path,
      firstLine: first.line, from: shared.from?.description ?? "the beginning")
  }

  /// For each statement that competes, the first with which it does, in the order of the file.
  ///
  /// In order of their start, a statement can only meet those that have not ended before it.
  private func competing(
    _ statements: [PriceStatement]
  ) -> [(earlier: PriceStatement, later: PriceStatement)] {
    var pairs: [(earlier: PriceStatement, later: PriceStatement)] = []
    var open: [PriceStatement] = []
    for next in statements.sorted(by: { $0.period.startsBefore($1.period) }) {
      open.removeAll { !$0.period.overlaps(next.period) }
      guard let other = open.first(where: { !$0.contested(with: next).isEmpty }) else {
        open.append(next)
        continue
      }
      let isInOrder = other.place.byteOffset < next.place.byteOffset
      pairs.append(isInOrder ? (other, next) : (next, other))
    }
    return pairs
  }

  /// A name that stands for two models at once.
  private func checkCompeting(_ aliases: [ModelAlias]) {
    var pairs: [(earlier: ModelAlias, later: ModelAlias)] = []
    for aliases in Dictionary(grouping: aliases, by: \.name).values where aliases.count > 1 {
      var open: ModelAlias?
      for next in aliases.sorted(by: { $0.period.startsBefore($1.period) }) {
        if let open, open.period.overlaps(next.period) {
          let isInOrder = open.place.byteOffset < next.place.byteOffset
          pairs.append(isInOrder ? (open, next) : (next, open))
        } else {
          open = next
        }
      }
    }
    for (earlier, later) in pairs.sorted(by: { $0.1.place.byteOffset < $1.1.place.byteOffset }) {
      problems.add(contest(of: later, with: earlier), at: later.place)
    }
  }

  private func contest(of later: ModelAlias, with earlier: ModelAlias) -> PriceBookProblem.Kind {
    let first = problems.locator.location(of: earlier.place)
    return .competingAliases(name: later.name, firstPath: first.path, firstLine: first.line)
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
    guard !seller.models.has(name), seller.aliases[name] == nil else { return }
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
