/// What reading found, in numbers that add up to everything that was read.
package struct ImportCounts: Hashable, Sendable {
  /// Billed requests that were read, before the ledger compares them with what it has.
  package var requests = 0
  /// Requests of which only a sum was read; part of `requests`.
  package var requestsInSums = 0
  /// Sums that do not say of how many requests they are; no part of `requests`.
  package var sums = 0
  /// Whole responses that stood in the same source more than once.
  package var repeated = 0
  /// Requests whose stream was cut; part of `requests`.
  package var incomplete = 0
  /// Responses that state no usage: blocked, failed, or not measured.
  package var withoutUsage = 0
  /// Error answers of the API.
  package var errorBodies = 0
  /// Places that could not be read.
  package var quarantined = 0
  /// JSON that is none of the known kinds of usage.
  package var unrecognized = 0
  /// Documents that are known to carry no usage: token counts before sending, audit entries.
  package var notUsage = 0
  /// Documents of metrics: they sum what traces and logs say of each request, and are not counted.
  package var metrics = 0
  /// Last lines that somebody was still writing; they are left for the next import.
  package var unfinishedLines = 0
  /// Requests whose time was filled in: from `--at`, a file name or a modification time.
  package var timesFilledIn = 0
  /// Requests whose time is the second in their response id.
  package var timesFromID = 0
  /// Requests whose model was filled in from `--model` or a file name.
  package var modelsFilledIn = 0
  /// Requests that name no model at all.
  package var modelsUnknown = 0
  /// Requests without an id, whose key was derived from their content.
  package var keysDerived = 0
  /// Requests for which nothing said which provider sold them.
  package var providersAssumed = 0
  /// Requests taken for batch because of the shape of their row.
  package var batchFromShape = 0
  /// Requests whose thoughts were counted inside their candidates.
  package var thoughtsInsideCandidates = 0
  /// Requests whose total differs from the sum of their parts.
  package var residuals = 0
  /// The sum of those differences, in tokens.
  package var residualTokens: Int64 = 0
  /// Requests whose details by modality contradict their counts.
  package var detailsDisagree = 0

  package init() {}

  /// Whether anything at all was understood.
  package var foundAnything: Bool {
    requests + sums + repeated + withoutUsage + errorBodies + notUsage + metrics > 0
  }

  package static func += (sum: inout ImportCounts, more: ImportCounts) {
    sum.requests += more.requests
    sum.requestsInSums += more.requestsInSums
    sum.sums += more.sums
    sum.repeated += more.repeated
    sum.incomplete += more.incomplete
    sum.withoutUsage += more.withoutUsage
    sum.errorBodies += more.errorBodies
    sum.quarantined += more.quarantined
    sum.unrecognized += more.unrecognized
    sum.notUsage += more.notUsage
    sum.metrics += more.metrics
    sum.unfinishedLines += more.unfinishedLines
    sum.timesFilledIn += more.timesFilledIn
    sum.timesFromID += more.timesFromID
    sum.modelsFilledIn += more.modelsFilledIn
    sum.modelsUnknown += more.modelsUnknown
    sum.keysDerived += more.keysDerived
    sum.providersAssumed += more.providersAssumed
    sum.batchFromShape += more.batchFromShape
    sum.thoughtsInsideCandidates += more.thoughtsInsideCandidates
    sum.residuals += more.residuals
    sum.residualTokens += more.residualTokens
    sum.detailsDisagree += more.detailsDisagree
  }
}

/// A place that was set aside, and why; never its text.
package struct QuarantinedPlace: Hashable, Sendable {
  /// Where it begins.
  package var place: SourcePlace
  /// A stable name of the reason.
  package var code: String
  /// The reason in words.
  package var explanation: String
  /// What the place is known by, wherever it is read again; nil where nothing but its file tells.
  package var content: Int64?

  /// The code of a response that states more cached tokens than prompt tokens.
  static let cachedExceedsPrompt = "cached_exceeds_prompt"
  /// The code of a response that states more tokens written to a cache than its prompt has.
  static let cacheWritesExceedPrompt = "cache_writes_exceed_prompt"

  /// The code of a row whose time counts from a beginning that nobody named.
  static let timeNeedsBase = "time_needs_base"
  /// A running total without the one before it.
  static let runningTotal = "running_total"
  /// The code of a row whose time counts from a beginning in a unit that nobody named.
  static let timeNeedsUnit = "time_needs_unit"
  /// The code of a table of which nobody said what its columns mean.
  static let unmappedTable = "unmapped_table"
  /// The code of a table that lacks a column of the map.
  static let missingColumn = "missing_column"
  /// The code of a table of which two columns have the name of one of the map.
  static let ambiguousColumn = "ambiguous_column"

  /// What to do about it, as a sentence; nil where there is nothing to do but look.
  package var remedy: String? {
    guard let shownColumns else { return QuarantinedPlace.remedy(code) }
    switch code {
    case QuarantinedPlace.unmappedTable:
      return "Say which column is which: --map 'time=…,model=…,input=…,output=…'; it has "
        + "\(shownColumns)."
    case QuarantinedPlace.missingColumn: return "The table has the columns \(shownColumns)."
    case QuarantinedPlace.ambiguousColumn:
      return "Name it by its number, as #2; the table has the columns \(shownColumns)."
    default: return QuarantinedPlace.remedy(code)
    }
  }

  /// What to do about places with a reason.
  package static func remedy(_ code: String) -> String? {
    switch code {
    case cachedExceedsPrompt, cacheWritesExceedPrompt:
      "If this export already leaves cached tokens out of its prompt count, import it with "
        + "--input-excludes-cache."
    case timeNeedsBase:
      "Say when it began: time_base:=2026-11-30T12:00:00Z in the map, or --at."
    case timeNeedsUnit:
      "Say what it counts: time_unit:=s in the map, or ms, us, ns, min, h, d."
    case unmappedTable:
      "Say which column is which: --map 'time=…,model=…,input=…,output=…'."
    default: PackedContent(code: code)?.remedy
    }
  }

  /// The columns of a table, for the person who sees this now; never kept in the ledger, since the
  /// first line of what is no table may be anything.
  package var shownColumns: String?

  /// Whether it says that the whole source is no log: in a folder there may be anything.
  package var isNoLog: Bool {
    [
      "not_json", "binary", "zero_bytes", QuarantinedPlace.unmappedTable,
      QuarantinedPlace.missingColumn, QuarantinedPlace.ambiguousColumn,
    ]
    .contains(code) || PackedContent(code: code)?.isAnything == true
  }

  package init(
    place: SourcePlace, code: String, explanation: String, content: Int64? = nil
  ) {
    self.place = place
    self.code = code
    self.explanation = explanation
    self.content = content
  }
}
