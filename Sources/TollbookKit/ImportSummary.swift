import Importing
import Ledger
import Quantities
import Reports

/// What an import did: the counts that add up to everything that was read.
public struct ImportSummary: Sendable {
  /// Files that were read.
  public internal(set) var files = 0
  /// Files that have not changed since they were read before.
  public internal(set) var unchangedFiles = 0
  /// Requests that the ledger did not have.
  public internal(set) var requests = 0
  /// Requests that it had from another file, or that stood in a log more than once.
  public internal(set) var duplicates = 0
  /// Requests that it had from the same files: these have grown, or are the same as before.
  public internal(set) var readBefore = 0
  /// Requests that were known in part (a cut stream, an unknown model) and are complete now.
  public internal(set) var completed = 0
  /// Requests that were left out, because they are of a time of which everything was forgotten.
  public internal(set) var tooOld = 0
  /// Before when that is; nil where nothing was left out.
  public internal(set) var forgottenBefore: Instant?
  /// What the logs held, request by request and place by place.
  package internal(set) var counts = ImportCounts()
  /// The first places that could not be read, as `file:line: reason`.
  public internal(set) var quarantinedPlaces: [String] = []
  /// Tables that were read before with another map, or other options.
  var tablesReadOtherwise: [String] = []
  /// Whether somebody said the time of those that state none.
  var isTimeGiven = false
  /// Responses that stand in the ledger beside sums of a vendor's statistics for the same time.
  public internal(set) var countedTwice: [String] = []
  /// What can be done about places that were set aside, each advice once.
  public internal(set) var remedies: [String] = []
  /// Files found in a folder that are no logs.
  public internal(set) var otherFiles: [String] = []
  /// Files and folders that the system would not let us read, with its reason.
  public internal(set) var unreadableFiles: [(path: String, reason: String)] = []

  /// Whether anything at all was understood, now or before.
  public var foundAnything: Bool { counts.foundAnything }

  /// Whether everything was understood.
  public var isClean: Bool {
    counts.quarantined == 0 && counts.unrecognized == 0 && unreadableFiles.isEmpty
  }

  /// Places that this import itself set aside, without those of files it passed over.
  public internal(set) var placesSetAsideNow = 0

  /// Whether the ledger knows anything that it did not know before.
  public var hasNews: Bool { requests + completed + placesSetAsideNow > 0 }

  /// How many places are shown in a summary.
  static let shownPlaces = 5

  /// Shows places of a file that could not be read, as long as there is room for them.
  mutating func show(_ places: [(line: Int64, explanation: String)], of path: String) {
    let room = max(0, ImportSummary.shownPlaces - quarantinedPlaces.count)
    quarantinedPlaces += places.prefix(room).map { "\(path):\($0.line): \($0.explanation)" }
  }

  /// Counts what an earlier reading found as if it had been read again.
  mutating func pass(_ known: SourceFileCounts) {
    readBefore += Int(known.requests)
    duplicates += Int(known.duplicates)
    counts += ImportCounts(known)
  }

  /// Adds another import to this one.
  static func += (sum: inout ImportSummary, more: ImportSummary) {
    sum.files += more.files
    sum.unchangedFiles += more.unchangedFiles
    sum.requests += more.requests
    sum.duplicates += more.duplicates
    sum.readBefore += more.readBefore
    sum.completed += more.completed
    sum.tooOld += more.tooOld
    sum.forgottenBefore = more.forgottenBefore ?? sum.forgottenBefore
    sum.placesSetAsideNow += more.placesSetAsideNow
    sum.counts += more.counts
    let room = max(0, shownPlaces - sum.quarantinedPlaces.count)
    sum.quarantinedPlaces += more.quarantinedPlaces.prefix(room)
    for remedy in more.remedies where !sum.remedies.contains(remedy) { sum.remedies.append(remedy) }
    sum.tablesReadOtherwise += more.tablesReadOtherwise
    sum.isTimeGiven = sum.isTimeGiven || more.isTimeGiven
    sum.countedTwice = more.countedTwice.isEmpty ? sum.countedTwice : more.countedTwice
    sum.otherFiles += more.otherFiles
    sum.unreadableFiles += more.unreadableFiles
  }

  /// This import with what was new in a later one of the same files.
  ///
  /// What both found stands in the later one alone: a file that is followed is passed over again
  /// and again.
  public func adding(news later: ImportSummary) -> ImportSummary {
    var sum = later
    sum.requests += requests
    sum.completed += completed
    sum.tooOld += tooOld
    sum.forgottenBefore = later.forgottenBefore ?? forgottenBefore
    sum.placesSetAsideNow += placesSetAsideNow
    sum.readBefore = max(0, later.readBefore - requests - completed)
    return sum
  }

  /// Says what can be done about places with these reasons, each advice once.
  mutating func advise(_ codes: [String]) {
    add(codes.compactMap { QuarantinedPlace.remedy($0) })
  }

  private mutating func add(_ advice: [String]) {
    for remedy in advice where !remedies.contains(remedy) { remedies.append(remedy) }
  }

  /// Adds what a file held, and gives the counts that the ledger keeps of it.
  mutating func note(_ source: DiscoveredSource, _ result: FileResult) -> SourceFileCounts {
    let (found, outcome) = (result.counts, result.outcome)
    var kept = SourceFileCounts()
    let isOther =
      !source.isNamed && !found.foundAnything && found.quarantined == 1
      && found.unrecognized == 0
      && result.places.first?.isNoLog == true
    guard !isOther else {
      otherFiles.append(source.path)
      return kept
    }
    files += 1
    placesSetAsideNow += found.quarantined + found.unrecognized
    requests += outcome.added
    completed += outcome.completed
    duplicates += outcome.duplicates + found.repeated
    readBefore += outcome.readBefore
    tooOld += outcome.tooOld
    counts += found
    show(result.places.map { ($0.place.line, $0.explanation) }, of: source.path)
    add(result.places.compactMap(\.remedy))
    // What was read and left out was read all the same, as what is forgotten later was.
    kept.requests = Int64(
      outcome.added + outcome.completed + outcome.readBefore + outcome.tooOld)
    kept.duplicates = Int64(outcome.duplicates + found.repeated)
    kept.incomplete = Int64(found.incomplete)
    kept.withoutUsage = Int64(found.withoutUsage)
    kept.errorBodies = Int64(found.errorBodies)
    kept.quarantined = Int64(found.quarantined)
    kept.unrecognized = Int64(found.unrecognized)
    kept.notUsage = Int64(found.notUsage + found.metrics)
    kept.sums = Int64(found.sums)
    return kept
  }

  /// Why an import of these paths found nothing; nil if it found anything.
  public func failure(_ paths: [String]) -> TollbookError? {
    // What somebody is still writing is read next time, be it the only line so far.
    guard !foundAnything, counts.unfinishedLines == 0 || !isClean else { return nil }
    let name = paths.joined(separator: ", ")
    if let place = quarantinedPlaces.first {
      return TollbookError(
        .inputData, place,
        next: remedies.first
          ?? "No usage was found; `tollbook import --help` says what a log may look like.")
    }
    if let file = unreadableFiles.first {
      return TollbookError(
        .noInput, "\(file.path): \(file.reason)", next: "Check its permissions, or name another.")
    }
    if let file = otherFiles.first {
      return TollbookError(
        .noInput,
        "\(name): no logs among the \(Phrase.counted(otherFiles.count + files, "file")) here",
        next: "Name one of them to see what is wrong with it: tollbook import \(file)")
    }
    return TollbookError(
      .inputData, "\(name): there is nothing in it",
      next: "Name the file or folder that holds the logs; - is standard input.")
  }
}

extension ImportSummary {
  /// The summary as a report, schema `tollbook.import/1`.
  package var report: Report {
    let lines: [(key: String, words: String, count: Int)] = [
      ("files", "files read", files),
      ("unchanged_files", "files unchanged since the last import", unchangedFiles),
      ("requests", "requests added", requests),
      ("duplicates", "duplicates, not added again", duplicates),
      ("read_before", "read from the same files before", readBefore),
      ("completed", "known requests completed", completed),
      ("too_old", "left out: of a time that was forgotten", tooOld),
      ("incomplete", "incomplete (no end was written)", counts.incomplete),
      ("requests_in_sums", "of these in sums of a vendor's statistics", counts.requestsInSums),
      ("sums", "sums that do not say of how many requests", counts.sums),
      ("without_usage", "responses without usage", counts.withoutUsage),
      ("error_bodies", "error answers", counts.errorBodies),
      ("quarantined", "places quarantined", counts.quarantined),
      ("unrecognized", "JSON of no known kind", counts.unrecognized),
      ("not_usage", "documents without usage to count", counts.notUsage),
      ("metrics", "documents of metrics, not counted", counts.metrics),
      ("unfinished_lines", "unfinished last lines, left for next time", counts.unfinishedLines),
      ("times_filled_in", "times filled in", counts.timesFilledIn),
      ("times_from_id", "times taken from response ids", counts.timesFromID),
      ("models_filled_in", "models filled in", counts.modelsFilledIn),
      ("models_unknown", "requests that name no model", counts.modelsUnknown),
      ("keys_derived", "keys derived from content", counts.keysDerived),
      ("providers_assumed", "providers assumed", counts.providersAssumed),
      ("batch_from_shape", "taken as batch from their shape", counts.batchFromShape),
      (
        "thoughts_inside_candidates", "thoughts counted inside candidates",
        counts.thoughtsInsideCandidates
      ),
      ("residuals", "totals that differ from their parts", counts.residuals),
      ("residual_tokens", "tokens by which they differ", Int(counts.residualTokens)),
      ("details_disagree", "details that contradict their counts", counts.detailsDisagree),
    ]
    let always: Set<String> = ["files", "requests", "duplicates"]
    let rows = lines.filter { $0.count != 0 || always.contains($0.key) }
    return Report(
      schema: "tollbook.import/1", title: "Import",
      columns: [Column("count", "count"), Column("what", "what", .label)],
      rows: rows.map { [.count(Int64($0.count)), .text($0.words)] }, notes: notes,
      extras: lines.map { JSONMember($0.key, .integer($0.count)) } + listMembers)
  }

  private var listMembers: [JSONMember] {
    [
      JSONMember("quarantined_places", .array(quarantinedPlaces.map { .string($0) })),
      JSONMember("counted_twice", .array(countedTwice.map { .string($0) })),
      JSONMember("other_files", .array(otherFiles.map { .string($0) })),
      JSONMember(
        "unreadable_files",
        .array(unreadableFiles.map { .string("\($0.path): \($0.reason)") })),
    ]
  }

  private var notes: [String] {
    var notes = quarantinedPlaces.map { "set aside: \($0)" }
    let setAside = counts.quarantined + counts.unrecognized
    if setAside > quarantinedPlaces.count {
      let more = Phrase.counted(setAside - quarantinedPlaces.count, "more place")
      notes.append("… and \(more) set aside")
    }
    notes += remedies
    if let first = otherFiles.first {
      notes.append(
        otherFiles.count == 1
          ? "1 file in the folders is no log: \(first)"
          : "\(Phrase.counted(otherFiles.count, "file")) in the folders are no logs "
            + "(the first: \(first))")
    }
    notes += unreadableFiles.map { "not read: \($0.path): \($0.reason)" }
    if counts.metrics > 0 {
      notes.append(
        "metrics hold usage, but only sums of what traces and logs say request by request, and are "
          + "not counted; export traces or logs to have it")
    }
    if counts.modelsUnknown > 0 {
      notes.append("requests that name no model stay unpriced; say which it was with --model NAME")
    }
    if let forgottenBefore {
      notes.append(
        "what happened before \(forgottenBefore) was forgotten and stays away; "
          + "`tollbook forget --before none` lets the next import bring it back")
    }
    notes += countedTwice
    if counts.sums > 0, countedTwice.isEmpty {
      notes.append(
        "\(Phrase.counted(counts.sums, "sum", "was", "were")) read; if their responses are imported "
          + "as well, they are counted twice")
    }
    if counts.requestsInSums > 0, countedTwice.isEmpty {
      notes.append(
        "\(Phrase.counted(counts.requestsInSums, "request", "was", "were")) read as sums; if their "
          + "responses are imported as well, they are counted twice")
    }
    if let path = tablesReadOtherwise.first {
      notes.append(
        "\(path) was read with another map or other options before: known rows keep their counts; "
          + "`tollbook forget --file \(path)` lets them be read anew")
    }
    if counts.timesFilledIn > 0, !isTimeGiven {
      notes.append(
        "responses that state no time were given that of their file; say it with --at TIME")
    }
    if counts.providersAssumed > 0 {
      notes.append(
        "nothing in \(Phrase.counted(counts.providersAssumed, "response")) says who sold "
          + "\(counts.providersAssumed == 1 ? "it" : "them"); the usual seller of the model was "
          + "assumed, --provider says otherwise")
    }
    return notes
  }
}
