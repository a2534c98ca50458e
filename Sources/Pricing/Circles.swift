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
  func circles() -> [Circle] {
    let ways = ways()
    var found: [Circle] = []
    for name in ways.keys.sorted() where leadsToItself(name, by: ways) {
      guard !found.contains(where: { $0.names.contains(name) }) else { continue }
      if let circle = circle(through: name, by: ways) { found.append(circle) }
    }
    return found
  }

  private func ways() -> [String: [Way]] {
    var ways: [String: [Way]] = [:]
    for alias in aliases.values.joined() {
      ways[alias.name, default: []].append(
        Way(to: alias.model, from: alias.period.from, place: alias.place))
    }
    for model in models.values {
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
  private func circle(through name: String, by ways: [String: [Way]]) -> Circle? {
    let starts = Set(ways.values.joined().map(\.from))
    for start in starts.sorted(by: { ($0?.microseconds ?? .min) < ($1?.microseconds ?? .min) }) {
      let instant = start ?? Instant(microseconds: .min)
      let steps = trace(name, at: instant, shutdowns: .movesToSuccessor).steps
      guard steps.count == Seller.stepLimit, let last = steps.last else { continue }
      // The tail of a walk that did not end is the circle, whatever led into it.
      let turn = steps.dropLast().lastIndex { $0.to == last.to } ?? 0
      let names = steps[turn...].map(\.to)
      guard names.dropFirst().contains(name) else { continue }
      let place = ways[name]?.first { names.contains($0.to) }?.place
      return place.map { (rotated(names, toStartAt: name), $0) }
    }
    return nil
  }

  /// `[b, c, a, b]` from a: `[a, b, c, a]`.
  private func rotated(_ names: [String], toStartAt name: String) -> [String] {
    let ring = Array(names.dropFirst())
    let start = ring.firstIndex(of: name) ?? 0
    return ring[start...] + ring[..<start] + [name]
  }
}
