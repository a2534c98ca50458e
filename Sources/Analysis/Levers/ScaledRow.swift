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
  /// The requests that were recorded, whatever levers have left of them.
  let recorded: PreciseCount
  /// How many tokens an answer has for one of the recorded answer, by the ratios of other models.
  var answerRatio = Exact.one
  /// One count a meter, by its index.
  private var counts: [PreciseCount]

  init(_ row: RollupRow) {
    slot = row.slot
    series = row.series
    origin = row.series
    contextOver = row.contextOver
    user = row.user
    requests = PreciseCount(Int64(row.requests))
    recorded = requests
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
