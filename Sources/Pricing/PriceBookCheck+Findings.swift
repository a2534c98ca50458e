import Quantities
import Usage

/// Looking through a loaded book for what may be right, but deserves a second look.
extension PriceBook {
  /// The age beyond which a book is worth a remark: sellers change something every few weeks.
  package static let oldAfterDays = 45

  /// Everything in the book that deserves a second look, in the order of its files.
  ///
  /// - Parameter today: The day to judge dates by; nil to leave out what depends on it.
  /// - Returns: The findings; none for a book without remarks.
  public func check(today: Day?) -> [PriceBookFinding] {
    providers.flatMap { provider -> [PriceBookFinding] in
      var findings: [PriceBookFinding] = []
      if let age = age(of: provider, today: today) {
        findings.append(finding(age, about: nil, of: provider))
      }
      for model in models(of: provider) {
        var found = announcements(model, today: today)
        found += ends(model, today: today)
        found += followers(model)
        found += ratios(model)
        found += gaps(model)
        findings += found.map { finding($0, about: model.name, of: provider) }
      }
      return findings
    }
  }

  private typealias Found = (place: BookPlace, kind: PriceBookFinding.Kind)

  /// Line and field are looked up here, so that a book without remarks costs no second reading.
  private func finding(
    _ found: Found, about model: String?, of provider: Provider
  ) -> PriceBookFinding {
    let file = files[found.place.file]
    let location = BookLocation(of: found.place.byteOffset, in: file)
    return PriceBookFinding(
      file: file.name, line: location.line, path: location.path, provider: provider, model: model,
      kind: found.kind)
  }

  /// Each seller's file ages by itself: one may be kept up while another is forgotten.
  private func age(of provider: Provider, today: Day?) -> Found? {
    guard let today, let asOf = asOf(of: provider),
      let place = models(of: provider).first?.place
    else { return nil }
    let days = asOf.days(until: today)
    return days > PriceBook.oldAfterDays ? (place, .old(days: days)) : nil
  }

  /// Announced prices that do not count, and those whose day came without a word.
  private func announcements(_ model: BookModel, today: Day?) -> [Found] {
    model.statements.filter { $0.status == .announced }.flatMap { announced -> [Found] in
      guard let from = announced.period.from else { return [] }
      let isShadowed = model.statements.contains { other in
        other.status == .inForce && !announced.contested(with: other).isEmpty
      }
      var found: [Found] = isShadowed ? [(announced.place, .announcementShadowed(from: from))] : []
      if let today, from < today.startUTC {
        found.append((announced.place, .announcementNotConfirmed(since: from)))
      }
      return found
    }
  }

  /// Models without any price, and ends that were to come "at the earliest" and may have come.
  private func ends(_ model: BookModel, today: Day?) -> [Found] {
    // Nobody can use a model any more that has passed its end; its old price may be lost for good.
    let isOver = model.lifecycles.contains { lifecycle in
      guard let today, let day = lifecycle.day else { return false }
      return lifecycle.isCurrent && lifecycle.mode != .limitedAccess && day <= today
    }
    if model.statements.isEmpty { return isOver ? [] : [(model.place, .withoutPrices)] }
    guard let today else { return [] }
    return model.lifecycles.compactMap { lifecycle in
      guard lifecycle.isCurrent, lifecycle.isEarliestOnly, let day = lifecycle.day, day < today
      else { return nil }
      return (lifecycle.place, .endNotConfirmed(since: day))
    }
  }

  /// What an introductory price covers and its follower leaves out turns unpriced overnight.
  private func followers(_ model: BookModel) -> [Found] {
    model.statements.filter { $0.isIntroductory && $0.status != .withdrawn }.compactMap { first in
      guard let end = first.period.until else { return nil }
      let following = model.statements
        .filter { $0.concerns(first) && $0.period.contains(end) }.flatMap(\.priced)
      let missing = first.priced.filter { !following.contains($0) }
      return missing.isEmpty ? nil : (first.place, .introductoryEndsWithout(meters: missing))
    }
  }

  /// Sellers' own tables keep these orders everywhere; a breach is nearly always a swapped digit.
  private func ratios(_ model: BookModel) -> [Found] {
    let tokens = model.statements.filter { $0.unit == .millionTokens && $0.status != .withdrawn }
    return tokens.flatMap { statement -> [Found] in
      var found: [Found] = []
      if let input = statement.price(of: .textInput),
        let cached = statement.price(of: .cachedTextInput), cached > input
      {
        found.append((statement.place, .cacheAboveInput))
      }
      let standard = tokens.filter { other in
        other.serviceTier == .standard && other.overPromptTokens == statement.overPromptTokens
          && other.period.overlaps(statement.period)
      }
      if standard.contains(where: { statement.isOutOfOrder(beside: $0) }) {
        found.append((statement.place, .tierOutOfOrder(statement.serviceTier)))
      }
      return found
    }
  }

  /// A price ends where another begins or the model is re-routed; a shutdown ends no price.
  private func gaps(_ model: BookModel) -> [Found] {
    model.statements.compactMap { statement in
      guard statement.status != .withdrawn, let end = statement.period.until else { return nil }
      let siblings = model.statements.filter { other in
        other.concerns(statement) && other.priced.contains { statement.priced.contains($0) }
      }
      let isRerouted = model.lifecycles.contains { lifecycle in
        lifecycle.isCurrent && lifecycle.mode == .reroute && lifecycle.takesEffect == end
      }
      if isRerouted || siblings.contains(where: { $0.period.contains(end) }) { return nil }
      guard let next = siblings.compactMap(\.period.from).filter({ $0 > end }).min() else {
        return (statement.place, .nothingFollows(at: end))
      }
      return (statement.place, .gap(from: end, until: next))
    }
  }
}

extension PriceStatement {
  /// Whether a discounted tier costs more than standard, or a better one less, on any meter.
  fileprivate func isOutOfOrder(beside standard: PriceStatement) -> Bool {
    zip(prices, standard.prices).contains { mine, theirs in
      guard let mine, let theirs else { return false }
      return switch serviceTier {
      case .batch, .flex, .free: mine > theirs
      case .priority, .fast: mine < theirs
      case .standard, .provisioned: false
      }
    }
  }
}
