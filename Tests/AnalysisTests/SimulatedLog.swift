import Analysis
import Quantities
import Usage

/// Logs of many users, from a table or from the simulation.
enum SimulatedLog {
  enum Problem: Error { case line(Substring) }

  /// A row of one user.
  static func row(
    _ user: String, _ model: String, on day: Day, input: Int64, cached: Int64, output: Int64
  ) -> RollupRow {
    var row = Fixture.row(
      model, [.textInput: input, .cachedTextInput: cached, .textOutput: output], on: day)
    row.user = user
    return row
  }

  /// The rows of a table `ts,user,model,input,cached,output`.
  static func rows(csv: String) throws -> [RollupRow] {
    try csv.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let fields = line.split(separator: ",").map(String.init)
      guard fields.count == 6, let input = Int64(fields[3]), let cached = Int64(fields[4]),
        let output = Int64(fields[5])
      else { throw Problem.line(line) }
      return row(
        fields[1], fields[2], on: try Fixture.day(String(fields[0].prefix(10))), input: input,
        cached: cached, output: output)
    }
  }

  /// What a log of rows says at the start of a day.
  static func history(_ rows: [RollupRow], asOf: Day, months: Int) throws -> UsageHistory {
    let days = rows.map(\.slot.dayUTC)
    let first = days.min() ?? asOf
    let known = rows.filter { $0.slot.dayUTC < asOf }
    return UsageHistory(
      usage: UserUsage(
        rows: known, days: first..<asOf, zone: .utc, book: try Fixture.simBook()),
      firstDay: first, monthToDate: known.filter { $0.slot.dayUTC >= asOf.month.firstDay })
  }
}
