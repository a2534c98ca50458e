import Analysis
import Pricing
import Quantities

/// `tollbook whatif`: what each lever would save.
extension Report {
  /// Levers by what they save, as `tollbook.whatif/1`.
  ///
  /// - Parameters:
  ///   - whatIf: The levers and their effects.
  ///   - scope: The period they were tried on, the book.
  /// - Returns: One row a lever that moves something; sections `together` and `unsaid`.
  package static func whatIf(_ whatIf: WhatIf, scope: ReportScope) -> Report {
    var sections: [Section] = []
    if let together = whatIf.together {
      sections.append(
        Section(key: "together", report: WhatIfTogether.report(together, of: whatIf)))
    }
    if !whatIf.unsaid.isEmpty {
      sections.append(Section(key: "unsaid", report: WhatIfUnsaid.report(whatIf.unsaid)))
    }
    return Report(
      schema: "tollbook.whatif/1", title: "What each lever saves in a month, alone",
      columns: WhatIfTable.columns(whatIf),
      rows: whatIf.lines.map { WhatIfTable.cells($0, whatIf) },
      scope: scope, notes: WhatIfNotes.lines(whatIf),
      extras: [
        JSONMember("today_usd", .string(whatIf.today.decimal)),
        JSONMember("days", .days(whatIf.days)),
        JSONMember("unpriced_requests", .integer(whatIf.leftOut.requests)),
        JSONMember("unpriced_tokens", .integer(whatIf.leftOut.tokens.value)),
      ], sections: sections)
  }
}

/// The levers as rows.
private enum WhatIfTable {
  static func columns(_ whatIf: WhatIf) -> [Column] {
    let hasRange = whatIf.lines.contains { $0.effect.isRange }
    return [
      Column("lever", "lever", .label), Column("setting", "setting", .prose),
      Column("where", "where", .label, isShown: whatIf.lines.contains { !$0.selection.isEmpty }),
      Column("saved_usd", hasRange ? "saves at least USD" : "saves USD"),
      Column("saved_most_usd", "at most USD", isShown: hasRange),
      Column("saved_share", "of cost"),
      Column("cost_usd", "cost then USD", isShown: false),
      Column("cost_most_usd", "cost then at most USD", isShown: false),
      Column("requests", "requests"),
      Column("is_default", "default setting", isShown: false),
      Column("assumptions", "assumed", .prose, isShown: false),
      Column("notes", "to note", .prose, isShown: false),
    ]
  }

  static func cells(_ line: WhatIf.Line, _ whatIf: WhatIf) -> [Cell] {
    let effect = line.effect
    return [
      .code(line.lever.name.rawValue), .text(line.lever.setting),
      line.selection.isEmpty ? .unknown : .text(line.selection),
      .money(effect.saved.lowerBound), .money(effect.saved.upperBound),
      .share(effect.saved.lowerBound, of: whatIf.today), .money(effect.cost.lowerBound),
      .money(effect.cost.upperBound), .count(effect.requests), .flag(line.isDefault),
      .list(
        line.lever.assumptions(among: whatIf.lines.map(\.lever)).map { $0.replacingCommas }),
      .list(effect.notes.map { $0.kind.description.replacingCommas }),
    ]
  }
}

extension WhatIf.Effect {
  /// Whether the documentation can be read in two ways.
  fileprivate var isRange: Bool { saved.lowerBound != saved.upperBound }
}

extension WhatIf.Line {
  /// The usage that the lever moves; empty for all of it.
  fileprivate var selection: String { lever.selection.description }
}

extension String {
  /// A sentence as one item of a list that is joined with commas.
  fileprivate var replacingCommas: String { String(map { $0 == "," ? ";" : $0 }) }
}

/// All levers at once.
private enum WhatIfTogether {
  static func report(_ effect: WhatIf.Effect, of whatIf: WhatIf) -> Report {
    let isRange = effect.isRange
    func row(_ code: String, _ amounts: ClosedRange<Money>) -> [Cell] {
      [.code(code), .money(amounts.lowerBound), .money(amounts.upperBound)]
    }
    return Report(
      title: "All of them together",
      columns: [
        Column("figure", "a month", .label), Column("usd", isRange ? "at least USD" : "USD"),
        Column("most_usd", "at most USD", isShown: isRange),
      ],
      rows: [
        row("today", whatIf.today...whatIf.today), row("then", effect.cost),
        row("saved", effect.saved),
      ],
      notes: notes(whatIf))
  }

  private static func notes(_ whatIf: WhatIf) -> [String] {
    let joined = whatIf.together?.levers.map(\.name).uniqueInOrder ?? []
    let lines = [
      "each acts on what those before it have left, so they save less together than one by one: "
        + joined.map(\.words).joined(separator: ", ")
    ]
    guard !whatIf.notJoined.isEmpty else { return lines }
    let others = whatIf.notJoined.uniqueInOrder.map(\.words).joined(separator: ", ")
    return lines + ["left out, because it would cost more than it saves: \(others)"]
  }
}

extension [LeverName] {
  /// Each name once, in the order in which levers act.
  fileprivate var uniqueInOrder: [LeverName] { LeverName.allCases.filter(contains) }
}

/// The levers of which nothing can be said.
private enum WhatIfUnsaid {
  static func report(_ unsaid: [WhatIf.Unsaid]) -> Report {
    // Two of one name are told apart by what they were to do.
    let hasTwins = Set(unsaid.map(\.name)).count < unsaid.count
    return Report(
      title: "What cannot be said",
      columns: [
        Column("lever", "lever", .label), Column("setting", "setting", .prose, isShown: hasTwins),
        Column("reason", "why", .prose), Column("remedy", "what would help", .prose),
        Column("acts_together", "acts together", isShown: false),
      ],
      rows: unsaid.map { line in
        [
          .code(line.name.rawValue), .text(line.setting),
          .text(line.actsTogether ? "alone: \(line.reason.reason)" : line.reason.reason),
          .text(
            line.actsTogether
              ? "It acts on what the levers before it make, and is part of all of them together."
              : line.reason.remedy),
          .flag(line.actsTogether),
        ]
      })
  }
}

/// What has to be said under the levers.
private enum WhatIfNotes {
  static func lines(_ whatIf: WhatIf) -> [String] {
    let recorded = Phrase.days(whatIf.days)
    let requests = Phrase.counted(Int(whatIf.usage.requests), "request")
    var lines = [
      "today: \(Phrase.money(whatIf.today)) USD a month, from \(requests) in \(recorded); a month "
        + "is \(WhatIf.monthDays) days of that"
    ]
    lines += whatIf.ended.map { note in
      "\(note.kind) (\(Phrase.counted(Int(note.requests), "request")))"
    }
    let levers = whatIf.lines.map(\.lever)
    for line in whatIf.lines {
      let which = line.lever.told(among: levers).map { ": \($0)" } ?? ""
      let name = line.lever.name.words + which
      lines += line.lever.assumptions(among: levers).map { "\(name): assumed: \($0)" }
      lines += line.effect.notes.map { note in
        "\(name): \(note.kind) (\(Phrase.counted(Int(note.requests), "request")))"
      }
    }
    if !whatIf.leftOut.isEmpty {
      let tokens = Phrase.counted(Int(whatIf.leftOut.tokens.value), "token")
      let requests = Phrase.counted(Int(whatIf.leftOut.requests), "request")
      lines.append("left out of every figure, for want of a price: \(tokens) of \(requests)")
      lines += whatIf.leftOut.reasons.map { "unpriced: \($0)" }
    }
    return lines
  }
}
