import Pricing

/// Where the sources of a book contradict each other: every reading, and the one that is followed.
enum ConflictTable {
  static func report(_ conflicts: [PriceConflict], _ book: PriceBook) -> Report {
    Report(
      title: "Where sources contradict each other",
      columns: [
        Column("about", "about", .prose), Column("reading", "reading", .label),
        Column("is_chosen", "followed", .label), Column("sources", "source", .label),
        Column("note", "note", .label, isShown: false), Column("why", "why", .prose),
      ],
      rows: conflicts.flatMap { conflict in
        conflict.readings.enumerated().map { index, reading -> [Cell] in
          [
            .text(conflict.about), .text(reading.value), .flag(index == conflict.chosen),
            .list(reading.sources), .text(reading.note), .text(conflict.why),
          ]
        }
      })
  }
}
