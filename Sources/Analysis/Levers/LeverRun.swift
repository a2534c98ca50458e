import Pricing
import Quantities
import Usage

/// Levers on some usage: rows in, rows out.
///
/// Each lever acts on what the one before has left, in the order of ``LeverName``; levers of one name
/// in the order in which they are given. Nothing here knows a price, but for whether there is one.
struct LeverRun {
  let book: PriceBook
  /// When prices have to be there.
  let instant: Instant
  /// Which reading is taken where the documentation has several.
  let bound: TokenBound
  let evidence: LeverEvidence
  /// What each kind of selected usage adds up to, before the lever at hand.
  private(set) var totals: [LeverGroup: ScaledRow] = [:]
  /// What the lever at hand worked out for each kind before it looked at single rows.
  var historyFactors: [LeverGroup: HistoryLimit.Factors] = [:]
  /// The requests before all levers for each one that is left, of those that can share an answer.
  var requestsBefore: [CacheTopic: Exact] = [:]
  private(set) var storage: [CacheStorage] = []
  private(set) var notes: [LeverNote.Kind: PreciseCount] = [:]
  private var noteOrder: [LeverNote.Kind] = []
  /// The requests that the lever at hand has changed.
  private(set) var moved = PreciseCount.zero
  private var hasMoved = false
  private var refusal: LeverRefusal?
  /// Where the lever stands that has taken the last request; nil where some are left.
  private(set) var emptiedAt: FilePlace?
  /// What was moved, to be moved on single rows of the same usage.
  private var stages: [Stage] = []
  /// Whether notes have been taken already.
  private var isReplaying = false

  /// A lever and what it knew of all the usage when it was moved.
  private struct Stage {
    let lever: Lever
    let totals: [LeverGroup: ScaledRow]
    let historyFactors: [LeverGroup: HistoryLimit.Factors]
    let requestsBefore: [CacheTopic: Exact]
  }

  init(book: PriceBook, instant: Instant, bound: TokenBound, evidence: LeverEvidence) {
    self.book = book
    self.instant = instant
    self.bound = bound
    self.evidence = evidence
  }

  /// Moves all levers.
  ///
  /// - Parameters:
  ///   - levers: In any order.
  ///   - rows: The usage.
  ///   - skipsIdle: Whether a lever that finds nothing to move is passed over; else it is refused.
  /// - Returns: The changed usage.
  /// - Throws: Why a lever cannot be moved.
  mutating func apply(
    _ levers: [Lever], to rows: [ScaledRow], skipsIdle: Bool = false
  ) throws(LeverRefusal) -> [ScaledRow] {
    var rows = rows
    for lever in levers.inOrder {
      do throws(LeverRefusal) {
        rows = try apply(lever, to: rows)
        if emptiedAt == nil, rows.allSatisfy(\.isEmpty) { emptiedAt = lever.place }
      } catch {
        guard skipsIdle, error.isIdle else {
          throw lever.place.map { .inFile($0, error) } ?? error
        }
      }
    }
    return rows
  }

  private mutating func apply(
    _ lever: Lever, to rows: [ScaledRow]
  ) throws(LeverRefusal) -> [ScaledRow] {
    guard !lever.formula.rule.changesNothing else { throw .changesNothing(lever.name) }
    let selected = rows.filter { lever.moves($0) }
    guard !selected.isEmpty else {
      let isThere = rows.contains { lever.selection.contains($0.series) }
      throw isThere && lever.selection != .everything
        ? .onlyOnDevice(lever.name, lever.selection)
        : .nothingSelected(lever.name, lever.selection)
    }
    totals = [:]
    for row in selected {
      let kind = LeverGroup(row.series)
      if totals[kind]?.add(row) == nil { totals[kind] = row }
    }
    moved = .zero
    hasMoved = false
    let firstNote = noteOrder.count
    let rule = lever.formula.rule
    lever.formula.prepare(selected, &self)
    var changed: [ScaledRow] = []
    changed.reserveCapacity(rows.count)
    for row in rows {
      if lever.moves(row) {
        changed += rule.changed(row, &self)
      } else {
        changed.append(row)
      }
    }
    if let refusal { throw refusal }
    guard hasMoved else {
      if noteOrder.count > firstNote { throw .impossible(lever.name, noteOrder[firstNote]) }
      throw .nothingToMove(lever.name)
    }
    guard !changed.contains(where: \.isTooLarge) else { throw .outOfRange }
    stages.append(
      Stage(
        lever: lever, totals: totals, historyFactors: historyFactors,
        requestsBefore: requestsBefore))
    return changed
  }

  /// Moves the same levers on one row of the usage that they were moved on as a whole.
  mutating func replay(_ row: ScaledRow) -> [ScaledRow] {
    isReplaying = true
    var rows = [row]
    for stage in stages {
      totals = stage.totals
      historyFactors = stage.historyFactors
      requestsBefore = stage.requestsBefore
      let rule = stage.lever.formula.rule
      var changed: [ScaledRow] = []
      for row in rows {
        if stage.lever.moves(row) {
          changed += rule.changed(row, &self)
        } else {
          changed.append(row)
        }
      }
      rows = changed
    }
    return rows
  }

  /// The levers that have changed anything, in the order in which they did.
  var movedLevers: [Lever] { stages.map(\.lever) }

  /// The notes in the order in which they came up.
  var allNotes: [LeverNote] {
    noteOrder.map { LeverNote(kind: $0, requests: notes[$0]?.whole ?? 0) }
  }

  /// Counts requests that the lever at hand changes.
  mutating func move(_ requests: PreciseCount) {
    guard !isReplaying else { return }
    hasMoved = true
    moved += requests
  }

  /// Notes something about requests.
  mutating func note(_ kind: LeverNote.Kind, _ requests: PreciseCount) {
    guard !isReplaying else { return }
    if notes[kind] == nil { noteOrder.append(kind) }
    notes[kind, default: .zero] += requests
  }

  /// Gives up; the first reason counts.
  mutating func refuse(_ reason: LeverRefusal) { refusal = refusal ?? reason }

  /// Keeps a cache somewhere, for so many token-hours a day.
  mutating func store(_ cache: CacheStorage) { storage.append(cache) }

  /// The prices of a row as it is.
  func rates(_ series: UsageSeries, over: TokenCount, tier: ServiceTier? = nil) -> Rates {
    book.rates(
      provider: series.provider, model: series.model, tier: tier ?? series.serviceTier,
      contextOver: over, at: instant, shutdowns: .movesToSuccessor)
  }
}

/// Which of several readings of the documentation is taken.
enum TokenBound: Hashable, Sendable {
  /// The one that leaves the fewest tokens.
  case fewest
  /// The one that leaves the most.
  case most
}

/// Usage of which averages make sense: of one model, served one way, for one feature.
struct LeverGroup: Hashable {
  let provider: Provider
  let model: String?
  let tier: ServiceTier
  let feature: String?

  init(_ series: UsageSeries) {
    provider = series.provider
    model = series.model
    tier = series.serviceTier
    feature = series.labels[Labels.feature]
  }
}

extension Lever {
  /// Whether the lever acts on a row; what runs on a user's device costs nothing and stays.
  fileprivate func moves(_ row: ScaledRow) -> Bool {
    selection.contains(row.series) && row.series.provider != .onDevice
  }
}

extension [Lever] {
  /// The levers in the order in which they act.
  var inOrder: [Lever] {
    enumerated().sorted { one, other in
      (one.element.name.position, one.offset) < (other.element.name.position, other.offset)
    }.map(\.element)
  }
}

extension Lever.Formula {
  /// Looks at all of the usage before single rows are changed.
  func prepare(_ rows: [ScaledRow], _ run: inout LeverRun) {
    switch self {
    case .history(let rule): rule.prepare(rows, &run)
    case .contextCache(let rule): rule.prepare(&run)
    case .outputCap(let rule): rule.prepare(rows, &run)
    case .responseCache(let rule): rule.prepare(rows, &run)
    default: break
    }
  }
}
