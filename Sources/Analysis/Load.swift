import Pricing
import Quantities
import Usage

/// What one active user causes on an average day: rows of usage times a factor.
///
/// A forecast from a log and one from a scenario differ only in where their loads come from. The
/// tokens stay whole numbers; the factor carries every division (by days, by users, by millionths).
struct Load {
  /// Provider, model, tier, band, requests and tokens; its slot is that of one of them.
  let row: RollupRow
  /// The model that produced the tokens where the log shows it: a name that was re-routed back then
  /// has its successor's tokens already.
  let producedBy: String?
  /// How many times the row happens per user and day.
  let factor: Exact
  /// Which part of the forecast it belongs to: a scenario's feature, or a window of the log.
  let part: Int
}

extension Load {
  /// Everything that selects its prices.
  var kind: UsageKind {
    UsageKind(
      provider: row.series.provider, model: row.series.model, serviceTier: row.series.serviceTier,
      contextOver: row.contextOver, producedBy: producedBy, meters: row.tokens.mask)
  }

  /// The model that was asked for, of its seller; nil where the log names none.
  var key: ModelKey? {
    row.series.model.map { ModelKey(provider: row.series.provider, model: $0) }
  }

  /// Everything that has to be the same for rows to be summed before they are priced.
  private struct Kind: Hashable {
    let provider: Provider
    let model: String?
    let tier: ServiceTier
    let contextOver: TokenCount
    let producedBy: String?
    let meters: Int64
    /// Which stretch of unchanging prices; 0 where they are not told apart.
    let stretch: Int
  }

  /// Usage summed over time, labels and users, in the order in which its kinds first appear.
  ///
  /// - Parameters:
  ///   - rows: The usage.
  ///   - factor: How many times their sum happens per user and day.
  ///   - book: The prices, for what names stood for at the time.
  ///   - keepsPricesApart: Whether usage is summed only where no price of the book changes between,
  ///     so that each load can be priced at the instant of any of its rows.
  /// - Returns: One load for everything that is priced alike and was produced by the same model.
  static func loads(
    of rows: some Sequence<RollupRow>, factor: Exact = .one, book: PriceBook,
    keepsPricesApart: Bool = false
  ) -> [Load] {
    var valuation = Valuation(book: book)
    var stretches = Stretches(keepsPricesApart ? book.edges : [])
    var places: [Kind: Int] = [:]
    var sums: [(kind: Kind, row: RollupRow)] = []
    for row in rows {
      let series = row.series
      let kind = Kind(
        provider: series.provider, model: series.model, tier: series.serviceTier,
        contextOver: row.contextOver,
        producedBy: valuation.rates(for: row).resolution?.model, meters: row.tokens.mask,
        stretch: stretches.number(of: row.slot))
      guard let place = places[kind] else {
        places[kind] = sums.count
        sums.append((kind, row))
        continue
      }
      sums[place].row.requests += row.requests
      sums[place].row.tokens += row.tokens
    }
    return sums.map {
      Load(row: $0.row, producedBy: $0.kind.producedBy, factor: factor, part: 0)
    }
  }
}

/// The stretches between some instants, numbered in order of time.
private struct Stretches {
  private let edges: [Instant]
  /// The last answer: rows come in order, so it is usually the next one too.
  private var latest = 0

  init(_ edges: Set<Instant>) { self.edges = edges.sorted() }

  /// How many of the edges are past at an instant.
  mutating func number(of instant: Instant) -> Int {
    while latest < edges.count, edges[latest] <= instant { latest += 1 }
    while latest > 0, instant < edges[latest - 1] { latest -= 1 }
    return latest
  }
}

extension PriceBook {
  /// Every instant at which anything in the book begins or ends.
  package var edges: Set<Instant> {
    var edges: Set<Instant> = []
    for provider in providers {
      for model in models(of: provider) {
        for statement in model.statements { edges.formUnion(statement.period.ends) }
        edges.formUnion(model.lifecycles.compactMap(\.takesEffect))
      }
      for alias in aliases(of: provider) { edges.formUnion(alias.period.ends) }
    }
    return edges
  }
}

extension Period {
  /// Where it begins and where it ends, unless open.
  fileprivate var ends: [Instant] { [from, until].compactMap(\.self) }
}
