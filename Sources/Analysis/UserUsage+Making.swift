import Pricing
import Quantities
import Usage

extension UserUsage {
  /// Usage from rows that were summed by user.
  ///
  /// Rows may overlap and come in any order; those in order of time are taken fastest. A row's user
  /// counts as active on its day even where the row has no tokens.
  ///
  /// - Parameters:
  ///   - rows: The rows, each with its user where it has one. Rows of other days are left out.
  ///   - days: The days that the rows were asked for.
  ///   - zone: Where days begin and end.
  ///   - book: The prices, for what names stood for at the time.
  public init(
    rows: some Sequence<RollupRow>, days: Range<Day>, zone: TimeZoneRules, book: PriceBook
  ) {
    var maker = UserUsageMaker(days: days, zone: zone, book: book)
    for row in rows { maker.add(row) }
    self = maker.made
  }
}

/// Collects usage under numbers in order of appearance, and numbers it anew at the end.
package struct UserUsageMaker {
  private let days: Range<Day>
  private let zone: TimeZoneRules
  private var valuation: Valuation
  private var users: [String: Int32] = [:]
  private var kinds: [UsageKind: Int32] = [:]
  private var entries: [Entry] = []
  private var counts: [Int64] = []
  /// The last answers: rows come in order of time, so they are usually the next ones too.
  private var latestDay: (slot: Instant, day: Day)?
  private var latestKinds: [Met] = []
  private var standInRequests = 0
  private var latestUser: (name: String, number: Int32)?

  private struct Entry {
    var user: Int32
    let day: Int32
    var kind: Int32
    let requests: Int64
    let firstCount: Int
  }

  /// What rows have in common that differ in nothing but users, requests and tokens.
  package struct Head {
    fileprivate let day: Int32
    fileprivate let kind: Int32
    fileprivate let meters: Int
    /// Who stands in for a user where requests name none.
    fileprivate let standIn: Int32
  }

  package init(days: Range<Day>, zone: TimeZoneRules, book: PriceBook) {
    self.days = days
    self.zone = zone
    valuation = Valuation(book: book)
  }

  mutating func add(_ row: RollupRow) {
    guard let head = head(of: row) else { return }
    let tokens = row.tokens.usedIndices.map { row.tokens[at: $0] }
    add(
      head, user: row.user.map { number(of: $0) }, requests: Int64(row.requests), counts: tokens,
      from: 0)
  }

  /// What a row has in common with others; nil for one of a day that is not asked for.
  package mutating func head(of row: RollupRow) -> Head? {
    let day = day(of: row.slot)
    guard days.contains(day) else { return nil }
    return Head(
      day: Int32(clamping: days.lowerBound.days(until: day)), kind: kind(of: row),
      meters: row.tokens.mask.nonzeroBitCount, standIn: standIn(of: row))
  }

  /// Adds the usage of one user, or of nobody who is named.
  ///
  /// - Parameters:
  ///   - head: What it has in common with others.
  ///   - user: The user's number; nil where requests name none.
  ///   - requests: How many requests.
  ///   - tokens: Where its tokens are, one for each meter of the head.
  ///   - first: The place of the first of them.
  package mutating func add(
    _ head: Head, user: Int32?, requests: Int64, counts tokens: [Int64], from first: Int
  ) {
    let own = counts.count
    for place in first..<first + head.meters { counts.append(tokens[place]) }
    if user == nil, head.standIn != Cell.nobody { standInRequests += Int(requests) }
    entries.append(
      Entry(
        user: user ?? head.standIn, day: head.day, kind: head.kind, requests: requests,
        firstCount: own))
  }

  private typealias Cell = UserUsage.Cell

  private mutating func standIn(of row: RollupRow) -> Int32 {
    row.standIn.map { number(of: $0) } ?? Cell.nobody
  }

  private mutating func day(of slot: Instant) -> Day {
    if let latestDay, latestDay.slot == slot { return latestDay.day }
    let day = zone.day(of: slot)
    latestDay = (slot, day)
    return day
  }

  /// The number of a user, the same for the same name.
  package mutating func number(of user: String) -> Int32 {
    if let latestUser, latestUser.name == user { return latestUser.number }
    let number = users[user] ?? Int32(clamping: users.count)
    users[user] = number
    latestUser = (user, number)
    return number
  }

  /// A kind that was met lately, and what rows of it have in common.
  private struct Met {
    let series: UsageSeries
    let contextOver: TokenCount
    let meters: Int64
    let validity: Period
    let kind: Int32
  }

  /// Looked for among those met lately first: half a million names are not hashed.
  private mutating func kind(of row: RollupRow) -> Int32 {
    let met = latestKinds.first { met in
      met.meters == row.tokens.mask && met.contextOver == row.contextOver
        && met.series == row.series && met.validity.contains(row.slot)
    }
    if let met { return met.kind }
    let rates = valuation.rates(for: row)
    let kind = UsageKind(
      provider: row.series.provider, model: row.series.model, serviceTier: row.series.serviceTier,
      contextOver: row.contextOver, producedBy: rates.resolution?.model, meters: row.tokens.mask)
    let number = kinds[kind] ?? Int32(clamping: kinds.count)
    kinds[kind] = number
    if latestKinds.count == Self.mostMet { latestKinds.removeFirst() }
    latestKinds.append(
      Met(
        series: row.series, contextOver: row.contextOver, meters: row.tokens.mask,
        validity: rates.validity, kind: number))
    return number
  }

  private static let mostMet = 24

  /// What was collected, in an order of its own.
  package var made: UserUsage {
    let names = users.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let sortedKinds = kinds.keys.sorted(by: UsageKind.precedes)
    var userNumbers = [Int32](repeating: 0, count: names.count)
    for (place, name) in names.enumerated() {
      if let old = users[name] { userNumbers[Int(old)] = Int32(clamping: place) }
    }
    var kindNumbers = [Int32](repeating: 0, count: sortedKinds.count)
    for (place, kind) in sortedKinds.enumerated() {
      if let old = kinds[kind] { kindNumbers[Int(old)] = Int32(clamping: place) }
    }
    return merged(inOrder(userNumbers, kindNumbers), names, sortedKinds)
  }

  /// The entries with other numbers, in the order of users, days and kinds.
  ///
  /// Each is put among those of its user by counting them: to compare a million with each other takes
  /// three times as long as the few of each user.
  private func inOrder(_ users: [Int32], _ kinds: [Int32]) -> [Entry] {
    // Nobody comes before all users.
    func number(_ entry: Entry) -> Int {
      entry.user == Cell.nobody ? 0 : Int(users[Int(entry.user)]) + 1
    }
    var ends = [Int](repeating: 0, count: users.count + 2)
    for entry in entries { ends[number(entry) + 1] += 1 }
    for index in 1..<ends.count { ends[index] += ends[index - 1] }
    var ordered = entries
    for var entry in entries {
      let user = number(entry)
      entry.user = user == 0 ? Cell.nobody : Int32(user - 1)
      entry.kind = kinds[Int(entry.kind)]
      ordered[ends[user]] = entry
      // From where the user's entries begin this moves to where they end.
      ends[user] += 1
    }
    var start = 0
    for end in ends.dropLast() {
      ordered[start..<end].sort { ($0.day, $0.kind) < ($1.day, $1.kind) }
      start = end
    }
    return ordered
  }

  /// One cell for the entries of one user, day and kind, which lie side by side.
  private func merged(
    _ entries: [Entry], _ names: [String], _ kinds: [UsageKind]
  ) -> UserUsage {
    let widths = kinds.map(\.meters.nonzeroBitCount)
    var cells: [Cell] = []
    var sums: [Int64] = []
    cells.reserveCapacity(entries.count)
    sums.reserveCapacity(counts.count)
    var place = 0
    while place < entries.count {
      let entry = entries[place]
      let width = widths[Int(entry.kind)]
      let first = sums.count
      var requests: Int64 = 0
      sums += repeatElement(0, count: width)
      while place < entries.count, entries[place].user == entry.user,
        entries[place].day == entry.day, entries[place].kind == entry.kind
      {
        requests += entries[place].requests
        for meter in 0..<width { sums[first + meter] += counts[entries[place].firstCount + meter] }
        place += 1
      }
      cells.append(
        Cell(
          user: entry.user, day: entry.day, kind: entry.kind, requests: requests,
          firstCount: first))
    }
    return UserUsage(
      days: days, users: names, kinds: kinds, cells: cells, counts: sums,
      standInRequests: standInRequests)
  }
}
