import Pricing
import Quantities
import Usage

/// Usage as it would be under some levers: the one place where levers meet forecasts and comparisons.
///
/// Rows in, rows out: whatever reads rollup rows can read these. Where a lever's documentation can be
/// read in two ways the reading that saves less is taken.
package struct LeveredUsage: Sendable {
  /// The changed rows, in the order of those that were given.
  package let rows: [RollupRow]
  /// What the levers leave as it is, and why.
  package let notes: [LeverNote]
  /// Where the lever stands that takes away what was left; the first one where no single one does.
  package let emptiedAt: FilePlace?
  let storage: [CacheStorage]

  /// Moves levers on usage.
  ///
  /// - Parameters:
  ///   - rows: All of the usage at once: levers are refused where they find nothing to move.
  ///   - levers: What is to change.
  ///   - evidence: The answers to their questions (``Lever/questions(of:)``), for the same days.
  ///   - book: The prices; a model that has none is refused.
  ///   - instant: When the prices have to be there.
  ///   - skipsIdle: Whether a lever that finds nothing to move is passed over; else it is refused.
  ///   - byUser: Whether each row is one user's; labels that stand in for users count then too.
  /// - Throws: The first lever that cannot be moved, and why.
  package init(
    _ rows: [RollupRow], levers: [Lever], evidence: LeverEvidence, book: PriceBook,
    at instant: Instant, skipsIdle: Bool = false, byUser: Bool = false
  ) throws(LeverRefusal) {
    var run = LeverRun(book: book, instant: instant, bound: .most, evidence: evidence)
    // All of it summed over time and users first: whether a lever can be moved, and averages, are
    // a matter of the whole. Then row by row, so that millions of them never lie broken in memory.
    _ = try run.apply(levers, to: rows.summedByKind.map { ScaledRow($0) }, skipsIdle: skipsIdle)
    notes = run.allNotes
    storage = run.storage
    emptiedAt = run.emptiedAt ?? levers.inOrder.first?.place
    var whole = WholeRows()
    for place in rows.carryOrder {
      let row = rows[place]
      let isSomebodys = row.user != nil || byUser && row.standIn != nil
      for changed in run.replay(ScaledRow(row)) {
        whole.add(changed, from: place, isSomebodys: isSomebodys)
      }
    }
    self.rows = whole.inOrder
  }

  /// What else is to be said where nobody sees the notes: sizes and times that are not
  /// known.
  package var remarks: [ForecastWarning] {
    notes.filter { $0.kind == .recordedAsSums || $0.kind == .timesInSums }.map { note in
      .lever(
        note.kind == .timesInSums ? .responseCache : .outputCap,
        says: "\(Phrase.counted(note.requests, "request", "is", "are")) \(note.kind)")
    }
  }

  /// Whether the levers have taken all of it away, but for the users who were there.
  package var isNothing: Bool { rows.allSatisfy { $0.requests == 0 && $0.tokens.isEmpty } }

  /// What is paid for a day on which caches are kept, whatever is asked of them; nil where a price
  /// has gone.
  package func storagePerDay(_ book: PriceBook, at instant: Instant) -> Money? {
    storage.costPerDay(book, at: instant)?.money
  }
}

extension [RollupRow] {
  /// Usage summed over time and users: one row for everything that levers and prices treat alike.
  var summedByKind: [RollupRow] {
    var places: [RowKind: Int] = [:]
    var sums: [RollupRow] = []
    for row in self {
      let kind = RowKind(
        series: row.series, contextOver: row.contextOver, meters: row.tokens.mask)
      guard let place = places[kind] else {
        places[kind] = sums.count
        sums.append(row)
        continue
      }
      sums[place].requests += row.requests
      sums[place].tokens += row.tokens
    }
    return sums
  }
}

/// What rows have in common that levers and prices treat alike.
private struct RowKind: Hashable {
  let series: UsageSeries
  let contextOver: TokenCount
  let meters: Int64
}

extension [CacheStorage] {
  /// In picodollars; nil where the book has no price.
  func costPerDay(_ book: PriceBook, at instant: Instant) -> Exact? {
    var sum = Exact.zero
    for cache in self {
      guard let price = book.storagePrice(for: cache.series, at: instant) else { return nil }
      sum += cache.tokenHoursPerDay.exact * Exact(price.picodollars)
    }
    return sum
  }
}

extension [ScaledRow] {
  /// What the rows cost, in picodollars.
  ///
  /// Sums of integers: every count is a whole number of billionths, every price of picodollars.
  func cost(
    _ book: PriceBook, at instant: Instant, lever: LeverName
  ) throws(LeverRefusal) -> Exact {
    var sum: Int128 = 0
    for row in self {
      let series = row.series
      let rates = book.rates(
        provider: series.provider, model: series.model, tier: series.serviceTier,
        contextOver: row.contextOver, at: instant, shutdowns: .movesToSuccessor)
      for meter in row.meters {
        guard let price = rates.price(of: meter) else {
          guard let reason = rates.unpricedReason(for: meter) else { continue }
          throw .unpricedModel(lever, model: series.model ?? "", reason)
        }
        let product = row[meter].billionths.multipliedReportingOverflow(
          by: Int128(price.picodollars))
        let total = sum.addingReportingOverflow(product.partialValue)
        guard !product.overflow, !total.overflow else { throw .outOfRange }
        sum = total.partialValue
      }
    }
    return Exact(sum, over: PreciseCount.scale)
  }
}
