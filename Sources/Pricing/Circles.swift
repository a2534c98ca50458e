import Quantities

/// Finding names that lead to each other and never to a model.
///
/// Aliases and re-routes have days, so names that circle in the undated graph need not circle at
/// any one instant. The cheap undated search comes first; only names it finds are followed by date.
extension Seller {
  /// Names in the order in which they lead to each other, and where the first of them is led on.
  typealias Circle = (names: [String], place: BookPlace)

  /// A way on from a name, and since when.
  private struct Way {
    let to: String
    let from: Instant?
    let place: BookPlace
  }

  /// Every circle that is in force at some instant, found once.
  ///
  /// - Parameter tooLong: Called with a name from which more steps lead on than `stepLimit`, circles
  ///   or not; they are then not looked for.
  /// - Returns: The circles, in order of a name in each.
  func circles(tooLong: (String, BookPlace) -> Void) -> [Circle] {
    let ways = circling(ways())
    if let long = ways.long, let place = ways.left[long]?.first?.place {
      tooLong(long, place)
      return []
    }
    var found: [Circle] = []
    for name in ways.left.keys.sorted() where leadsToItself(name, by: ways.left) {
      guard !found.contains(where: { $0.names.contains(name) }) else { continue }
      let outcome = circle(through: name, by: ways.left)
      if let circle = outcome.circle { found.append(circle) }
      if outcome.isTooLong, let place = ways.left[name]?.first?.place {
        tooLong(name, place)
        return found
      }
    }
    return found
  }

  /// The ways between names that circle in the undated graph, or lead from one circle to another.
  ///
  /// A name on a circle has a way on, so names without one are taken away until none is left to take:
  /// of an honest book, all of them, in a few rounds. What is left of a chain after `stepLimit`
  /// rounds is too long to be honest. What merely leads to a circle is taken away as well.
  private func circling(_ ways: [String: [Way]]) -> (left: [String: [Way]], long: String?) {
    var ways = ways
    var isLong = true
    for _ in 0..<Seller.stepLimit where isLong {
      let count = ways.count
      ways = ways.filter { entry in entry.value.contains { ways[$0.to] != nil } }
      isLong = ways.count < count
    }
    if isLong { return (ways, ways.keys.min()) }
    for _ in 0..<Seller.stepLimit {
      let targets = Set(ways.values.joined().map(\.to))
      let count = ways.count
      ways = ways.filter { targets.contains($0.key) }
      if ways.count == count { break }
    }
    return (ways, nil)
  }

  private func ways() -> [String: [Way]] {
    var ways: [String: [Way]] = [:]
    for alias in aliases.values.joined() {
      ways[alias.name, default: []].append(
        Way(to: alias.model, from: alias.period.from, place: alias.place))
    }
    for model in models.all {
      for lifecycle in model.lifecycles where lifecycle.isCurrent {
        guard let successor = lifecycle.successor, let day = lifecycle.takesEffect else { continue }
        ways[model.name, default: []].append(
          Way(to: successor, from: day, place: lifecycle.place))
      }
    }
    return ways
  }

  private func leadsToItself(_ name: String, by ways: [String: [Way]]) -> Bool {
    var seen: Set<String> = []
    var open = ways[name, default: []].map(\.to)
    while let next = open.popLast() {
      if next == name { return true }
      guard seen.insert(next).inserted else { continue }
      open += ways[next, default: []].map(\.to)
    }
    return false
  }

  /// What is in force changes only where some way begins, so no other instant need be tried.
  private func circle(
    through name: String, by ways: [String: [Way]]
  ) -> (circle: Circle?, isTooLong: Bool) {
    let starts = Set(ways.values.joined().map(\.from))
    for start in starts.sorted(by: { ($0?.microseconds ?? .min) < ($1?.microseconds ?? .min) }) {
      let instant = start ?? Instant(microseconds: .min)
      let steps = trace(name, at: instant, shutdowns: .movesToSuccessor).steps
      guard steps.count == Seller.stepLimit, let last = steps.last else { continue }
      // The tail of a walk that did not end is the circle, whatever led into it.
      guard let turn = steps.dropLast().lastIndex(where: { $0.to == last.to }) else {
        return (nil, true)
      }
      let names = steps[turn...].map(\.to)
      guard names.dropFirst().contains(name) else { continue }
      let place = ways[name]?.first { names.contains($0.to) }?.place
      return (place.map { (rotated(names, toStartAt: name), $0) }, false)
    }
    return (nil, false)
  }

  /// `[b, c, a, b]` from a: `[a, b, c, a]`.
  private func rotated(_ names: [String], toStartAt name: String) -> [String] {
    let ring = Array(names.dropFirst())
    let start = ring.firstIndex(of: name) ?? 0
    return ring[start...] + ring[..<start] + [name]
  }
}
