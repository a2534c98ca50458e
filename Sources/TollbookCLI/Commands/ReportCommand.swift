import Arguments
import TollbookKit

/// `tollbook report`: prepared reports.
enum ReportCommand {
  static let declaration = Command(
    "report",
    summary: "prepared reports: an overview, and questions written in SQL",
    discussion: [
      "The overview has cost, forecast and retirements on one page. The others are SQL over the "
        + "ledger, kept in reports/ with an example of each; --list names them."
    ],
    operands: [Operand("NAME", help: "Which report.", minimum: 0)],
    options: [
      .flag("list", help: "Name the reports."),
      .flag("sql", help: "Print the SQL of a report instead of running it."),
      .value("mau", placeholder: "N", help: "Monthly active users, for the overview's forecast."),
      .list("compare", placeholder: "MODEL", help: "Models that the overview compares with."),
    ] + Invocation.pricingOptions,
    examples: [
      (
        line: "tollbook report overview --format html --output report.html",
        purpose: "A page to send around."
      ),
      (line: "tollbook report data-quality", purpose: "What the logs leave open."),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let parsed = invocation.parsed
    guard !parsed.flag("list"), let name = parsed.operands.first else {
      try invocation.write(SQLReports.list)
      return .done
    }
    if parsed.flag("sql"), let definition = SQLReports.definition(name) {
      try invocation.surroundings.print(definition.sql)
      return .done
    }
    let tollbook = try invocation.tollbook()
    guard name == "overview" else {
      try invocation.write(try tollbook.report(named: name))
      return .done
    }
    let mau = try parsed.value("mau").map { text throws(TollbookError) in
      try Numbers.whole(
        text, option: "--mau", minimum: 0, what: "a number of monthly active users",
        example: 8000)
    }
    let candidates = parsed.values("compare").map { word in
      let (provider, model) = tollbook.book.sellerAndModel(word)
      return ComparisonCandidate(model: model, provider: provider)
    }
    try invocation.write(
      try tollbook.overview(users: mau.map { .constant($0) } ?? .observed, candidates: candidates))
    return .done
  }
}
