import Quantities
import SQLite
import Usage

extension Ledger {
  /// Reads every request of a period once: its sums by rule and user, and how long requests took.
  ///
  /// Whatever a comparison wants of single requests comes from this one pass: a million requests were
  /// read seven times, and a rule in SQL was asked again for each reading.
  ///
  /// - Parameters:
  ///   - period: Half-open; a quarter of an hour belongs to it that begins in it.
  ///   - cuts: Instants across which nothing is summed, such as changes of price. In any order.
  ///   - thresholds: The context thresholds that must be kept apart.
  ///   - rules: The first that a request follows is its own.
  ///   - timed: When requests' times are counted, which have to be a part of the period; nil for never.
  /// - Returns: The sums, whose rows are made as they are asked for.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func requestSums(
    in period: Period, cutAt cuts: some Sequence<Instant> = [], thresholds: ContextThresholds,
    rules: [RecordRule] = [], timed: Period? = nil
  ) throws -> RequestSums {
    let series = try knownSeries()
    guard let extent = try extent() else { return RequestSums(series: series) }
    let names = try userNames()
    let starts = self.starts(of: cuts, in: period, since: extent.first)
    var sums = RequestSums(series: series, starts: starts, names: names)
    let finder = RuleFinder(rules, series: series, users: names)
    let stretches = StretchFinder(starts)
    let noTimes = Period(from: extent.end, until: extent.end)
    let timed = timed ?? noTimes
    try eachRecord(in: period) { row, slot in
      let record = row.record
      sums.add(
        row, rule: finder.rule(of: row), stretch: stretches.number(of: slot),
        contextOver: thresholds.exceeded(by: record))
      // A record that stands for several requests, or for a part of one, has no time of one.
      if record.requests == 1, let time = record.latencyMilliseconds,
        timed.contains(record.occurredAt)
      {
        sums.count(milliseconds: time, series: row.series)
      }
    }
    sums.settle()
    return sums
  }
}

/// Which rule a record follows: series and users are looked up, sizes compared.
private struct RuleFinder {
  private struct Rule {
    let series: Set<Int64>?
    let users: Set<Int64>?
    let prompt: ClosedRange<Int64>?
    let output: ClosedRange<Int64>?

    /// The size of one request is lost in a sum of several.
    var looksAtSize: Bool { prompt != nil || output != nil }
  }

  private let rules: [Rule]

  init(_ rules: [RecordRule], series: [Int64: UsageSeries], users: [Int64: String]) {
    self.rules = rules.map { rule in
      let matching = series.filter { rule.series($0.value) }
      return Rule(
        series: matching.count < series.count ? Set(matching.keys) : nil,
        users: rule.users.map { takes in Set(users.filter { takes($0.value) }.keys) },
        prompt: rule.prompt, output: rule.output)
    }
  }

  /// The place of the first rule that a record follows; the number of rules where it follows none.
  func rule(of row: KnownRecords.Row) -> Int {
    let tokens = row.record.tokens
    return rules.firstIndex { rule in
      if let series = rule.series, !series.contains(row.series) { return false }
      if let users = rule.users, !users.contains(row.user) { return false }
      guard rule.looksAtSize else { return true }
      if row.isSum { return false }
      if let prompt = rule.prompt, !prompt.contains(tokens.prompt.value) { return false }
      return rule.output?.contains(tokens.output.value) ?? true
    } ?? rules.count
  }
}

extension KnownRecords.Row {
  /// Whether it holds the tokens of several prompts.
  var isSum: Bool { record.requests > 1 || record.flags.contains(.promptIsSum) }
}
