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
  private var collected: UserCells
  /// The last answers: rows come in order of time, so they are usually the next ones too.
  private var latestDay: (slot: Instant, day: Day)?
  private var latestKinds: [Met] = []
  private var standInRequests = 0
  private var latestUser: (name: String, number: Int32)?

  /// What rows have in common that differ in nothing but users, requests and tokens.
  package struct Head {
    fileprivate let day: Int32
    fileprivate let kind: Int32
    /// Who stands in for a user where requests name none.
    fileprivate let standIn: Int32
  }

  /// - Parameters:
  ///   - days: The days that rows are asked for.
  ///   - zone: Where days begin and end.
  ///   - book: The prices, for what names stood for at the time.
  ///   - rows: How many rows there may be.
  package init(days: Range<Day>, zone: TimeZoneRules, book: PriceBook, rows: Int = 0) {
    collected = UserCells()
    collected.reserve(rows)
    self.days = days
    self.zone = zone
    valuation = Valuation(book: book)
  }

  mutating func add(_ row: RollupRow) {
    guard let head = head(of: row) else { return }
    add(
      head, user: row.user.map { number(of: $0) }, requests: Int64(row.requests),
      tokens: row.tokens)
  }

  /// What a row has in common with others; nil for one of a day that is not asked for.
  package mutating func head(of row: RollupRow) -> Head? {
    let day = day(of: row.slot)
    guard days.contains(day) else { return nil }
    return Head(
      day: Int32(clamping: days.lowerBound.days(until: day)), kind: kind(of: row),
      standIn: standIn(of: row))
  }

  /// Adds the usage of one user, or of nobody who is named.
  ///
  /// - Parameters:
  ///   - head: What it has in common with others.
  ///   - user: The user's number; nil where requests name none.
  ///   - requests: How many requests.
  ///   - tokens: Its tokens, on the meters of the row that the head was made of.
  package mutating func add(
    _ head: Head, user: Int32?, requests: Int64, tokens: MeteredTokens
  ) {
    if user == nil, head.standIn != Cell.nobody { standInRequests += Int(requests) }
    collected.add(
      user: user ?? head.standIn, day: head.day, kind: head.kind, requests: requests,
      tokens: tokens)
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
    var cells: [Cell] = []
    var counts: [Int64] = []
    // Room that is not used costs nothing, and to grow by doubling copies each several times.
    cells.reserveCapacity(collected.count)
    counts.reserveCapacity(collected.tokenCount)
    collected.forEach(
      users: names.count, user: { userNumbers[Int($0)] }, kind: { kindNumbers[Int($0)] }
    ) { sum, tokens in
      cells.append(
        Cell(
          user: sum.user, day: sum.day, kind: sum.kind, requests: sum.requests,
          firstCount: counts.count))
      counts += tokens
    }
    return UserUsage(
      days: days, users: names, kinds: sortedKinds, cells: cells, counts: counts,
      standInRequests: standInRequests)
  }
}
