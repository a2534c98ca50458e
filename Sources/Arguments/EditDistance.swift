/// How far apart two words are, and which of several is near enough to suggest.
///
/// Counts insertions, deletions, replacements and swaps of neighbours, the four slips of a
/// typing hand. A swap has to count once, or `sicne` would be as far from `since` as `spice` is.
enum EditDistance {
  /// A suggestion may cost this many slips.
  static let limit = 2

  /// The nearest candidate worth suggesting; the earliest declared of equals.
  ///
  /// At least half of the longer word has to be right, or every two-letter name would be near
  /// every other.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let distance = between(word, candidate)
      guard distance <= limit, distance * 2 <= max(word.count, candidate.count) else { continue }
      if let best, best.distance <= distance { continue }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// The optimal string alignment distance, three rows at a time.
  static func between(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      for j in second.indices {
        let replaced = previous[j] + (first[i] == second[j] ? 0 : 1)
        var cost = min(replaced, previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          cost = min(cost, beforePrevious[j - 1] + 1)
        }
        row.append(cost)
      }
      beforePrevious = previous
      previous = row
    }
    return previous[second.count]
  }
}
