import Ledger

extension Ledger {
  /// What is counted twice as of the last import, in words for people, with what helps.
  func countedTwice() throws -> [String] {
    try sumsBesideResponses().map(\.inWords) + overlappingSums().map(\.inWords)
  }
}

extension Ledger.SumsBesideResponses {
  /// What is counted twice, and what helps.
  fileprivate var inWords: String {
    let (stand, are) = responses == 1 ? ("stands", "is") : ("stand", "are")
    return
      "\(provider): \(Phrase.counted(Int(responses), "response")) from \(first) to before \(end) "
      + "\(stand) beside sums of the same time, and \(are) counted twice; take either back with "
      + "`tollbook forget --file PATH`"
  }
}

extension Ledger.OverlappingSums {
  /// What is counted twice, and what helps.
  fileprivate var inWords: String {
    "\(provider): usage from \(first) to before \(end) is told in sums of "
      + "\(ways.joined(separator: " and of ")), and what both tell is counted twice; take either "
      + "back with `tollbook forget --file PATH`"
  }
}
