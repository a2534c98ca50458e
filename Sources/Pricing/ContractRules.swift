import Quantities
import Usage

/// The rules that hold for contracts.
///
/// They keep two promises: a contract never changes a list price, and what is paid for a meter is
/// said once. Where a file leaves that open it is refused, because a guess would be money.
struct ContractRules {
  let problems: ProblemList

  /// What a file with a contract has to keep by itself.
  func checkAlone(_ file: BookFile) {
    guard let contract = file.contract else { return }
    let statements = file.models.flatMap(\.statements).filter { $0.status != .withdrawn }
    // Where something could not be read, the contract is not empty but wrong, and that has been said.
    if statements.isEmpty, contract.discounts.isEmpty, problems.error == nil {
      problems.add(.contract(.empty), at: contract.place)
    }
    // An alias or an end changes what a name stands for, and so the list cost of its usage.
    for model in file.models {
      if model.hasLifecycles { refuse("lifecycle", at: model.place) }
      if model.released != nil { refuse("released", at: model.place) }
    }
    for alias in file.aliases {
      problems.add(.contract(.notInContract("an alias")), at: alias.place)
    }
    for statement in statements {
      if statement.status == .announced { refuse("status", at: statement.place, "announced") }
      if statement.isIntroductory { refuse("introductory", at: statement.place) }
      // Whoever signed the contract knows its prices; a hole would silently be filled by the list.
      if statement.amounts.contains(where: { $0.price == nil }) {
        refuse("amounts", at: statement.place, "an unknown price")
      }
    }
  }

  private func refuse(_ key: String, at place: BookPlace, _ name: String? = nil) {
    problems.add(.contract(.notInContract(name ?? key)), at: place, key: key)
  }

  /// What the contracts with a seller have to keep together with its list prices.
  func checkTogether(_ seller: Seller) {
    guard let first = seller.contracts.first else { return }
    guard !seller.models.isEmpty else {
      problems.add(.contract(.unknownSeller(seller.provider.name)), at: first.place)
      return
    }
    for mention in seller.contracts.flatMap(\.mentions) {
      check(mention, of: seller)
    }
    let discounts = seller.contracts.flatMap(\.discounts)
    for (index, later) in discounts.enumerated() {
      // One is enough to see that the later one does not fit, and each place costs a reading.
      let earlier = discounts[..<index].first { $0.common(with: later) != nil }
      if let earlier { refuse(later, beside: earlier) }
    }
  }

  /// A contract names what is billed, by the very name it is billed under.
  ///
  /// Following an alias would be a guess at which of the models that it has meant, or will mean, the
  /// contract is about.
  private func check(_ mention: Contract.Mention, of seller: Seller) {
    guard !seller.models.has(mention.model) else { return }
    let models = seller.modelsEverMeant(by: mention.model)
    let problem: ContractProblem =
      models.isEmpty
      ? .unknownModel(mention.model, provider: seller.provider.name)
      : .alias(mention.model, models: models)
    problems.add(.contract(problem), at: mention.place, key: mention.key)
  }

  private func refuse(_ later: Discount, beside earlier: Discount) {
    guard let common = earlier.common(with: later) else { return }
    let other = problems.locator.location(of: earlier.place)
    let isSameFile = earlier.place.file == later.place.file
    let file = isSameFile ? "" : "\(problems.files[earlier.place.file].name): "
    let from = earlier.period.intersection(later.period).from
    problems.add(
      .contract(
        .competing(
          percents: [earlier.percentOff.description, later.percentOff.description],
          on: [
            common.model ?? "every model", common.tier?.rawValue ?? "every tier",
            common.meter.rawValue,
          ].joined(separator: ", "),
          with: file + other.path, line: other.line, from: from?.description ?? "the beginning")),
      at: later.place)
  }
}

extension Seller {
  /// The models that an alias stands for at some time, in order of time; empty for unknown names.
  fileprivate func modelsEverMeant(by name: String) -> [String] {
    var open = [name]
    var seen: Set<String> = []
    var found: [String] = []
    while !open.isEmpty {
      let next = open.removeFirst()
      guard seen.insert(next).inserted else { continue }
      if models[next] != nil { found.append(next) }
      open.insert(contentsOf: (aliases[next] ?? []).map(\.model), at: 0)
    }
    return found
  }
}
