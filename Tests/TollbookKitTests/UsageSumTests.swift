import Foundation
import Importing
import Synchronization
import TestSupport
import Testing

@testable import TollbookKit

/// Sums of a vendor's statistics beside the responses they sum: said whichever is read first.
struct UsageSumTests {
  private static let page = """
    {"object":"page","data":[{"object":"bucket","start_time":1793491200,"end_time":1793577600,\
    "results":[{"object":"organization.usage.completions.result","input_tokens":100,\
    "output_tokens":50,"num_model_requests":7,"model":"gpt-5"}]}],"has_more":false}
    """
  /// At noon of the bucket's day.
  private static let response = """
    {"id":"chatcmpl-1","object":"chat.completion","created":1793534400,"model":"gpt-5",\
    "choices":[{"index":0,"finish_reason":"stop","message":{"content":"a"}}],\
    "usage":{"prompt_tokens":20,"completion_tokens":7,"total_tokens":27}}
    """

  @Test(arguments: [[page, response], [response, page]])
  func `both of one day are named, in either order`(_ texts: [String]) throws {
    let folder = try temporaryDirectory()
    let said = Mutex<[String]>([])
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")),
      talk: { words in said.withLock { $0.append(words) } })
    var summaries: [ImportSummary] = []
    for (number, text) in texts.enumerated() {
      let path = "\(folder)/\(number).json"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      summaries.append(try tollbook.importLogs([path]))
    }
    #expect(summaries[0].countedTwice == [])
    #expect(
      summaries[1].countedTwice == [
        "openai: 1 response from 2026-11-01T00:00:00Z to before 2026-11-02T00:00:00Z stands beside "
          + "sums of the same time, and is counted twice; take either back with "
          + "`tollbook forget --file PATH`"
      ])
    // Whoever asks for a figure is told, too, once.
    #expect(said.withLock { $0 } == [])
    _ = try tollbook.usageReport(UsageQuestion())
    _ = try tollbook.costReport(UsageQuestion())
    #expect(said.withLock { $0 } == summaries[1].countedTwice)
    let later = "\(folder)/later.json"
    try Self.response.replacing("1793534400", with: "1793620800")
      .replacing("chatcmpl-1", with: "chatcmpl-2")
      .write(toFile: later, atomically: false, encoding: .utf8)
    _ = try tollbook.forget(.file(path: "\(folder)/\(texts[0] == Self.page ? 1 : 0).json"))
    #expect(try Self.isSilent(tollbook.ledgerPath))
    #expect(try tollbook.importLogs([later]).countedTwice == [])
    #expect(try Self.isSilent(tollbook.ledgerPath))
  }

  /// A page of one day's bucket, or of its first hours, grouped by model or by project, too.
  private static func page(
    hours: Int = 24, project: String? = nil, model: String = "gpt-5"
  ) -> String {
    let project = project.map { ",\"project_id\":\"\($0)\"" } ?? ""
    return page.replacing("1793577600", with: "\(1_793_491_200 + hours * 3600)")
      .replacing("\"gpt-5\"", with: "\"\(model)\"\(project)")
  }

  /// What imports of pages, one after the other, say is counted twice in the end.
  private func countedTwice(_ pages: [String]) throws -> [String] {
    let folder = try temporaryDirectory()
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")), talk: { _ in })
    var said: [String] = []
    for (number, page) in pages.enumerated() {
      let path = "\(folder)/\(number).json"
      try page.write(toFile: path, atomically: false, encoding: .utf8)
      said = try tollbook.importLogs([path]).countedTwice
    }
    return said
  }

  @Test(arguments: [false, true])
  func `usage told in two ways is named, whichever was told first`(_ reverse: Bool) throws {
    let day = Self.page()
    let hour = Self.page(hours: 1)
    let project = Self.page(project: "proj_a")
    func twice(_ pages: [String]) throws -> [String] {
      try countedTwice(reverse ? pages.reversed() : pages)
    }
    let start = "openai: usage from 2026-11-01T00:00:00Z to before 2026-11-0"
    let advice =
      ", and what both tell is counted twice; take either back with `tollbook forget --file PATH`"
    #expect(
      try twice([day, hour]) == [
        "\(start)1T01:00:00Z is told in sums of 1d by model and of 1h by model\(advice)"
      ])
    #expect(
      try twice([day, project]) == [
        "\(start)2T00:00:00Z is told in sums of 1d by model and of 1d by model,project_id\(advice)"
      ])
    // The same way, another project, another model, a bucket fetched again: nothing is told twice.
    #expect(try twice([project, Self.page(project: "proj_b")]) == [])
    #expect(try twice([day, Self.page(hours: 1, model: "gpt-5-mini")]) == [])
    #expect(try twice([day, day.replacing("100", with: "120")]) == [])
  }

  @Test(arguments: ["99999999999999d by model", "-1d", "0h", "d", "", "9 by x", "1d"])
  func `a label of that name that somebody gave is no harm`(_ label: String) throws {
    let folder = try temporaryDirectory()
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")), talk: { _ in })
    var options = ImportOptions()
    options.labels = ["usage_page": label]
    for (number, text) in [Self.response, Self.page].enumerated() {
      let path = "\(folder)/\(number).json"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      #expect(try tollbook.importLogs([path], options: options).requests == [1, 7][number])
    }
  }

  @Test func `Anthropic's report in two widths is named, too`() throws {
    func page(_ end: String) -> String {
      """
      {"data":[{"starting_at":"2026-11-01T00:00:00Z","ending_at":"\(end)","results":[\
      {"uncached_input_tokens":100,"output_tokens":50,"model":"claude-sonnet-4-5"}]}],\
      "has_more":false,"next_page":null}
      """
    }
    #expect(
      try countedTwice([page("2026-11-02T00:00:00Z"), page("2026-11-01T00:01:00Z")]) == [
        "anthropic: usage from 2026-11-01T00:00:00Z to before 2026-11-01T00:01:00Z is told in sums "
          + "of 1d by model and of 1m by model, and what both tell is counted twice; take either "
          + "back with `tollbook forget --file PATH`"
      ])
  }

  /// Whether nobody who asks for a figure is told anything.
  private static func isSilent(_ path: String) throws -> Bool {
    let said = Mutex<[String]>([])
    let tollbook = Tollbook(
      ledgerPath: path, book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")),
      talk: { words in said.withLock { $0.append(words) } })
    _ = try tollbook.usageReport(UsageQuestion())
    return said.withLock { $0.isEmpty }
  }
}
