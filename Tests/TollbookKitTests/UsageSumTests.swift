import Foundation
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
