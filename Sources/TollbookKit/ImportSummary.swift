import Importing
import Ledger
import Reports

/// What an import did: the counts that add up to everything that was read.
public struct ImportSummary: Sendable {
  /// Files that were read.
  public internal(set) var files = 0
  /// Files that have not changed since they were read before; their requests count as duplicates.
  public internal(set) var unchangedFiles = 0
  /// Requests that the ledger did not have.
  public internal(set) var requests = 0
  /// Requests that it had already, or that stood in the logs more than once.
  public internal(set) var duplicates = 0
  /// Requests that were known in part (a cut stream, an unknown model) and are complete now.
  public internal(set) var completed = 0
  /// What the logs held, request by request and place by place.
  package internal(set) var counts = ImportCounts()
  /// The first places that could not be read, as `file:line: reason`.
  public internal(set) var quarantinedPlaces: [String] = []
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

  /// How many places are shown in a summary.
  static let shownPlaces = 5

  /// Shows places of a file that could not be read, as long as there is room for them.
  mutating func show(_ places: [(line: Int64, explanation: String)], of path: String) {
    let room = max(0, ImportSummary.shownPlaces - quarantinedPlaces.count)
    quarantinedPlaces += places.prefix(room).map { "\(path):\($0.line): \($0.explanation)" }
  }

  /// Why an import of these paths found nothing; nil if it found anything.
  public func failure(_ paths: [String]) -> TollbookError? {
    guard !foundAnything else { return nil }
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
        .noInput, "\(name): no logs among the \(otherFiles.count + files) files here",
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
      ("completed", "known requests completed", completed),
      ("incomplete", "incomplete (the stream was cut)", counts.incomplete),
      ("without_usage", "responses without usage", counts.withoutUsage),
      ("error_bodies", "error answers", counts.errorBodies),
      ("quarantined", "places quarantined", counts.quarantined),
      ("unrecognized", "JSON of no known kind", counts.unrecognized),
      ("not_usage", "documents that carry no usage", counts.notUsage),
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
      notes.append("… and \(setAside - quarantinedPlaces.count) more places set aside")
    }
    notes += remedies
    if let first = otherFiles.first {
      notes.append("\(otherFiles.count) files in the folders are no logs (the first: \(first))")
    }
    notes += unreadableFiles.map { "not read: \($0.path): \($0.reason)" }
    if counts.modelsUnknown > 0 {
      notes.append("requests that name no model stay unpriced; say which it was with --model NAME")
    }
    if counts.timesFilledIn > 0 {
      notes.append(
        "responses that state no time were given that of their file; say it with --at TIME")
    }
    if counts.providersAssumed > 0 {
      notes.append(
        "nothing in \(counts.providersAssumed) responses says who sold them; "
          + "the usual seller of their model was assumed, --provider says otherwise")
    }
    return notes
  }
}
