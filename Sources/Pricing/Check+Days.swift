import Quantities

/// What the days in a book say about it: its age, days that passed, days that are missing.
extension SellerCheck {
  /// Each seller's file ages by itself: one may be kept up while another is forgotten.
  func age() -> [Found] {
    guard let today, let asOf = book.asOf(of: provider),
      let place = book.models(of: provider).first?.place
    else { return [] }
    let days = asOf.days(until: today)
    return days > PriceBook.oldAfterDays ? [Found(place: place, kind: .old(days: days))] : []
  }

  /// Announced prices that do not count, and those whose day came without a word.
  func announcements(_ model: BookModel) -> [Found] {
    model.statements.filter { $0.status == .announced }.flatMap { announced -> [Found] in
      guard let from = announced.period.from else { return [] }
      let isShadowed = model.statements.contains { other in
        other.status == .inForce && !announced.contested(with: other).isEmpty
      }
      var found: [Found] = []
      if isShadowed {
        found.append(Found(place: announced.place, kind: .announcementShadowed(from: from)))
      }
      if let today, from < today.startUTC {
        found.append(
          Found(
            place: announced.place, field: ["status"],
            kind: .announcementNotConfirmed(since: from)))
      }
      return found
    }
  }

  /// Models without any price, and ends that were to come "at the earliest" and may have come.
  func ends(_ model: BookModel) -> [Found] {
    // Nobody can use a model any more that has passed its end; its old price may be lost for good.
    let isOver = model.lifecycles.contains { lifecycle in
      guard let today, let day = lifecycle.day else { return false }
      return lifecycle.isCurrent && lifecycle.mode != .limitedAccess && day <= today
    }
    if model.statements.isEmpty {
      return isOver ? [] : [Found(place: model.place, kind: .withoutPrices)]
    }
    guard let today else { return [] }
    return model.lifecycles.compactMap { lifecycle in
      guard lifecycle.isCurrent, lifecycle.isEarliestOnly, let day = lifecycle.day, day < today
      else { return nil }
      return Found(place: lifecycle.place, field: ["day"], kind: .endNotConfirmed(since: day))
    }
  }

  /// What cannot be placed in time: without these days, nobody can ask what was known when.
  ///
  /// Overlays are written by hand and asked about today; base files have to say it.
  func undated(_ model: BookModel) -> [Found] {
    let statements = model.statements.flatMap { statement -> [Found] in
      var missing: [String] = []
      if statement.status == .announced, statement.known == nil { missing.append("known") }
      if statement.status == .withdrawn, statement.withdrawnOn == nil {
        missing.append("withdrawn_on")
      }
      return missing.map { Found(place: statement.place, field: [$0], kind: .undated(field: $0)) }
    }
    let words = model.lifecycles.flatMap { lifecycle -> [Found] in
      var missing: [String] = []
      if lifecycle.known == nil { missing.append("known") }
      // An overlay supersedes what its base says now, on a day that is nobody's to state.
      let isOverlaid = model.lifecycles.contains { $0.place.file > lifecycle.place.file }
      if !lifecycle.isCurrent, lifecycle.supersededOn == nil, !isOverlaid {
        missing.append("superseded_on")
      }
      return missing.map { Found(place: lifecycle.place, field: [$0], kind: .undated(field: $0)) }
    }
    return (statements + words).filter { isBase($0.place) }
  }

  /// What a file cannot know yet, by the day up to which it claims to know.
  func tooNew(_ model: BookModel) -> [Found] {
    guard let asOf = book.asOf(of: provider), book.knownOn == nil else { return [] }
    func tooNew(_ days: [(String, Day?)], at place: BookPlace) -> [Found] {
      days.compactMap { name, day in
        guard let day, day > asOf, isBase(place) else { return nil }
        return Found(place: place, field: [name], kind: .knownTooEarly(name, day, asOf: asOf))
      }
    }
    let statements = model.statements.flatMap { statement -> [Found] in
      var found = tooNew(
        [
          ("known", statement.known), ("until_known", statement.untilKnown),
          ("withdrawn_on", statement.withdrawnOn),
        ], at: statement.place)
      if statement.status == .inForce, let from = statement.period.from, isBase(statement.place),
        statement.origin.zone.day(of: from) > asOf
      {
        found.append(
          Found(
            place: statement.place, field: ["status"],
            kind: .inForceTooEarly(from: from, asOf: asOf)))
      }
      return found
    }
    let words = model.lifecycles.flatMap { lifecycle in
      tooNew(
        [("known", lifecycle.known), ("superseded_on", lifecycle.supersededOn)],
        at: lifecycle.place)
    }
    return statements + words
  }
}
