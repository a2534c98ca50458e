/// What each lever has to know about single requests.
extension Lever {
  /// The questions that have to be answered before the lever can be moved.
  package var questions: [LeverQuestion] {
    switch formula {
    case .userCap(let cap): [.callsPerUserDay(cap.selection)]
    case .responseCache(let cache):
      cache.refreshHours.map { [.refreshes(hours: $0, cache.selection)] } ?? []
    case .outputCap(let cap): [.outputs(cap: cap.tokens)]
    case .retries(let retries): retries.recorded == nil ? [.incomplete(retries.selection)] : []
    case .onDevice, .modelShare, .history, .promptShortening, .imageSize, .contextCache,
      .serviceTier:
      []
    }
  }

  /// What is to be said of a forecast whose usage levers have changed.
  package static func remarks(_ levers: [Lever]) -> [ForecastWarning] {
    levers.inOrder.flatMap { lever -> [ForecastWarning] in
      let place = lever.selection.conditions.isEmpty ? "" : " (\(lever.selection))"
      let which = lever.told(among: levers).map { " of \($0)" } ?? ""
      return [.lever(lever.name, says: lever.setting + place)]
        + lever.assumptions.map { .lever(lever.name, says: "assumed\(which): \($0)") }
    }
  }

  /// The questions of some levers, each once.
  package static func questions(of levers: [Lever]) -> [LeverQuestion] {
    var questions: [LeverQuestion] = []
    for question in levers.flatMap(\.questions) where !questions.contains(question) {
      questions.append(question)
    }
    return questions
  }
}
