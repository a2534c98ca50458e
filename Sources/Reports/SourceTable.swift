import Pricing

/// What a report's statements were taken from.
enum SourceTable {
  /// Each source once, in the order in which it is first cited.
  static func report(_ references: [BookReference]) -> Report {
    var seen: Set<BookReference> = []
    return Report(
      title: "Sources",
      columns: [
        Column("source", "source", .label), Column("name", "what it is", .prose),
        Column("address", "address", .prose), Column("read", "read on", .label, isShown: false),
      ],
      rows: references.filter { seen.insert($0).inserted }.map { reference in
        [
          .text(reference.id), .text(reference.name), .text(reference.address),
          .text(reference.read),
        ]
      }, notes: references.isEmpty ? ["no source is named"] : [])
  }
}
