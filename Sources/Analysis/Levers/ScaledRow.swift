import Quantities
import Usage

/// A rollup row of which shares may have been taken: what levers change.
///
/// Everything that selects a price stays whole; only the counts are broken.
struct ScaledRow: Hashable, Sendable {
  var slot: Instant
  var series: UsageSeries
  /// The series that was recorded, under which single requests are known.
  let origin: UsageSeries
  var contextOver: TokenCount
  var user: String?
  var requests: PreciseCount
  /// One count a meter, by its index.
  private var counts: [PreciseCount]

  init(_ row: RollupRow) {
    slot = row.slot
    series = row.series
    origin = row.series
    contextOver = row.contextOver
    user = row.user
    requests = PreciseCount(Int64(row.requests))
    counts = Meter.all.map { PreciseCount(row.tokens[$0].value) }
  }

  subscript(meter: Meter) -> PreciseCount {
    get { counts[meter.index] }
    set { counts[meter.index] = newValue }
  }

  /// The meters that count anything.
  var meters: [Meter] { Meter.all.filter { counts[$0.index] > .zero } }

  /// The sum over some meters.
  func sum(_ meters: [Meter]) -> PreciseCount {
    meters.reduce(.zero) { $0 + self[$1] }
  }

  /// Whether a count has grown beyond what can be priced.
  var isTooLarge: Bool { requests.isTooLarge || counts.contains(where: \.isTooLarge) }

  /// The row with every count times a factor: so many of its requests.
  func scaled(by factor: Exact) -> ScaledRow {
    guard factor != .one else { return self }
    var row = self
    row.requests = requests.scaled(by: factor)
    row.counts = counts.map { $0.scaled(by: factor) }
    return row
  }

  /// Takes a part of the row away; never below zero.
  mutating func subtract(_ part: ScaledRow) {
    requests = requests - part.requests
    counts = zip(counts, part.counts).map { $0 - $1 }
  }

  /// Multiplies some meters by a factor.
  mutating func scale(_ meters: [Meter], by factor: Exact) {
    for meter in meters { self[meter] = self[meter].scaled(by: factor) }
  }

  /// Adds the counts of another row.
  mutating func add(_ other: ScaledRow) {
    requests += other.requests
    counts = zip(counts, other.counts).map { $0 + $1 }
  }

  /// Whether it stands for anything.
  var isEmpty: Bool { requests == .zero && counts.allSatisfy { $0 == .zero } }
}

extension Meter {
  /// The text of a prompt, fresh and cached.
  static let promptText: [Meter] = [.textInput, .cachedTextInput]
  /// The pictures of a prompt, fresh and cached.
  static let promptImages: [Meter] = [.imageInput, .cachedImageInput]
}

/// Turns scaled rows into whole ones again, so that their sums stay what they were.
///
/// What rounding takes from one row of a kind it gives to the next: the rows of a series, band and
/// user together are off by less than one token a meter, however many there are, and no count is
/// ever below zero.
struct WholeRows {
  /// The rows, in their order, those left out that no longer stand for anything.
  private(set) var rows: [RollupRow] = []
  private var sums: [Kind: Sum] = [:]

  private struct Kind: Hashable {
    let series: UsageSeries
    let contextOver: TokenCount
    let user: String?
  }

  private struct Sum {
    var exact: ScaledRow
    var given: RollupRow
  }

  /// Adds a row.
  mutating func add(_ row: ScaledRow) {
    let kind = Kind(series: row.series, contextOver: row.contextOver, user: row.user)
    var whole = RollupRow(
      slot: row.slot, series: row.series, contextOver: row.contextOver, requests: 0,
      tokens: MeteredTokens(), user: row.user)
    var sum = sums[kind] ?? Sum(exact: row.scaled(by: .zero), given: whole)
    sum.exact.add(row)
    whole.requests = Int(sum.exact.requests.whole) - sum.given.requests
    for meter in row.meters {
      whole.tokens[meter] = TokenCount(sum.exact[meter].whole) - sum.given.tokens[meter]
    }
    sum.given.requests += whole.requests
    sum.given.tokens += whole.tokens
    sums[kind] = sum
    // A user stays an active one, whatever a lever leaves of the requests.
    if whole.requests != 0 || !whole.tokens.isEmpty || whole.user != nil { rows.append(whole) }
  }
}
