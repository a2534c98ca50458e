import Importing
import Ledger
import Quantities
import Reports

/// What was set aside: by kind, place by place, and read again.
extension Tollbook {
  /// The kinds of reasons, with counts; the report's schema is `tollbook.quarantine/1`.
  package func quarantine() throws -> Report {
    let kinds = try withLedger(.readOnly) { try $0.setAsideKinds() }
    var remedies: [String] = []
    for remedy in kinds.compactMap({ QuarantinedPlace.remedy($0.code) })
    where !remedies.contains(remedy) {
      remedies.append(remedy)
    }
    return Report(
      schema: "tollbook.quarantine/1", title: "Set aside",
      columns: [
        Column("code", "kind", .label), Column("places", "places"), Column("files", "files"),
        Column("explanation", "reason", .label), Column("first", "first place", .label),
      ],
      rows: kinds.map { kind in
        [
          .text(kind.code), .count(kind.places), .count(kind.files), .text(kind.explanation),
          .text("\(kind.path):\(kind.line)"),
        ]
      },
      notes: kinds.isEmpty
        ? ["Nothing is set aside: everything that was read was understood."]
        : remedies + ["`tollbook quarantine list` names every place."])
  }

  /// Every place that is set aside; the report's schema is `tollbook.quarantine-places/1`.
  ///
  /// - Parameters:
  ///   - code: Only those of this kind; nil for every kind.
  ///   - path: Only those of this file; nil for every file.
  ///   - limit: At most so many.
  /// - Returns: The report.
  /// - Throws: `TollbookError` where there is no ledger, or it cannot be read.
  package func quarantinePlaces(code: String?, path: String?, limit: Int) throws -> Report {
    let places = try withLedger(.readOnly) { ledger in
      try ledger.setAsidePlaces(
        of: path.map(SourceDiscovery.canonicalPath), code: code, limit: limit + 1)
    }
    return Report(
      schema: "tollbook.quarantine-places/1", title: "Places set aside",
      columns: [
        Column("path", "file", .label), Column("line", "line"), Column("byte_offset", "byte"),
        Column("code", "kind", .label), Column("explanation", "reason", .label),
      ],
      rows: places.prefix(limit).map { place in
        [
          .text(place.path), .count(place.line), .count(place.byteOffset), .text(place.code),
          .text(place.explanation),
        ]
      },
      notes: places.count > limit ? ["… and more; --limit N shows more of them."] : [])
  }

  /// Reads every file with something set aside again, each under the options of its last reading.
  ///
  /// For after an upgrade that understands more. A file that is gone stays as it is.
  ///
  /// - Returns: One summary for all of it, and the files that are not there any more.
  /// - Throws: `TollbookError` where there is no ledger, or it cannot be written.
  public func retryQuarantine() throws -> (summary: ImportSummary, missing: [String]) {
    let files = try withLedger(.readOnly) { try $0.filesWithPlacesSetAside() }
    var summary = ImportSummary()
    var missing: [String] = []
    for (words, group) in Dictionary(grouping: files, by: \.options).sorted(by: { $0.key < $1.key })
    {
      let there = group.map(\.path).filter { Files.identity($0) != nil }
      missing += group.map(\.path).filter { Files.identity($0) == nil }
      guard !there.isEmpty else { continue }
      try withLedger(.readWrite) { ledger in
        for path in there { try ledger.readAgain(path) }
      }
      let (options, hashUsers) = ImportOptions.parse(words)
      summary += try importLogs(there, options: options, hashUsers: hashUsers)
    }
    return (summary, missing.sorted())
  }
}
