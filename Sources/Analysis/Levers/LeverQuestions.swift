/// What each lever has to know about single requests.
extension Lever {
  /// The questions that have to be answered before the lever can be moved.
  ///
  /// - Parameter ratios: What answers may have become under other levers, in tokens for each
  ///   recorded one.
  /// - Returns: The questions.
  private func questions(answersTimes ratios: [Exact]) -> [LeverQuestion] {
    switch formula {
    case .userCap(let cap): [.callsPerUserDay(cap: cap.callsPerDay, cap.selection)]
    case .responseCache(let cache):
      cache.refreshHours.map { [.refreshes(hours: $0, cache.selection)] } ?? []
    case .outputCap(let cap): ratios.map { .outputs(cap: AnswerCap(cap.tokens, ratio: $0)) }
    case .retries(let retries): retries.recorded == nil ? [.incomplete(retries.selection)] : []
    case .onDevice, .modelShare, .history, .promptShortening, .imageSize, .contextCache,
      .serviceTier:
      []
    }
  }

  /// What is to be said of a forecast whose usage levers have changed.
  ///
  /// - Parameters:
  ///   - levers: What was moved.
  ///   - isPlan: Whether on a plan, whose users all do what it says.
  /// - Returns: What each does and what it takes for granted, in the order in which they act.
  package static func remarks(_ levers: [Lever], ofPlan isPlan: Bool = false) -> [ForecastWarning] {
    levers.inOrder.flatMap { lever -> [ForecastWarning] in
      let place = lever.selection.conditions.isEmpty ? "" : " (\(lever.selection))"
      let which = lever.told(among: levers).map { " of \($0)" } ?? ""
      return [.lever(lever.name, says: lever.setting + place)]
        + lever.assumptions(among: isPlan ? [] : levers).map {
          .lever(lever.name, says: "assumed\(which): \($0)")
        }
    }
  }

  /// The questions of some levers, each once.
  package static func questions(of levers: [Lever]) -> [LeverQuestion] {
    var questions: [LeverQuestion] = []
    let ratios = AnswerCap.ratios(under: levers)
    let asked = levers.flatMap { $0.questions(answersTimes: ratios) }
    for question in asked where !questions.contains(question) {
      questions.append(question)
    }
    return questions
  }
}
