import Foundation
import TestSupport
import Testing

@testable import TollbookKit

/// Reading the same requests again: with more to say about them, with other counts, or more of them.
struct ReadAgainTests {
  let folder: String
  let tollbook: Tollbook

  init() throws {
    folder = try temporaryDirectory()
    tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-11-30T00:00:00Z")))
  }

  private func write(_ text: String, to name: String) throws -> String {
    let path = folder + "/" + name
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  private func line(_ id: String, prompt: Int) -> String {
    """
    {"time":"2026-11-03T09:00:00Z","request_id":"\(id)","model":"gemini-2.5-flash",\
    "usageMetadata":{"promptTokenCount":\(prompt),"totalTokenCount":\(prompt)}}\n
    """
  }

  private func total() throws -> UsageGroup { try tollbook.usage(UsageQuestion()).total }

  /// 1,000 × 0.30 + 200 × 2.50 = 800 millionths of a dollar.
  @Test func `a model that is said later gives a price to what is there`() throws {
    let path = try write(
      """
      {"candidates":[{"finishReason":"STOP"}],"responseId":"no-time-in-this-id",\
      "usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":200}}
      """, to: "nameless.json")
    _ = try tollbook.importLogs([path])
    #expect(try total().unpricedRequests == 1)
    var options = ImportOptions()
    options.model = "gemini-2.5-flash"
    options.time = Instant(iso8601: "2026-11-03T00:00:00Z")
    options.labels = ["feature": "chat"]
    let summary = try tollbook.importLogs([path], options: options)
    #expect(summary.requests == 0)
    #expect(summary.completed == 1)
    let usage = try tollbook.usage(UsageQuestion(by: [.label("feature"), .day]))
    #expect(usage.total.requests == 1)
    #expect(usage.total.cost.decimal == "0.0008")
    #expect(usage.groups.map(\.values) == [["chat", "2026-11-03"]])
    #expect(try tollbook.faults() == [])
  }

  @Test func `a user that is named later is known from then on`() throws {
    let path = try write(line("a", prompt: 10), to: "a.jsonl")
    _ = try tollbook.importLogs([path])
    var options = ImportOptions()
    options.userField = ["request_id"]
    #expect(try tollbook.importLogs([path], options: options).completed == 1)
    #expect(try tollbook.usage(UsageQuestion(by: [.user])).groups.map(\.values) == [["a"]])
    #expect(try tollbook.faults() == [])
  }

  /// Whatever the order, and whether in one file or two: the larger total stands.
  @Test(arguments: [[1000, 7000], [7000, 1000]])
  func `two counts of one request give the same total in every order`(_ prompts: [Int]) throws {
    for (number, prompt) in prompts.enumerated() {
      _ = try tollbook.importLogs([try write(line("r", prompt: prompt), to: "\(number).jsonl")])
    }
    #expect(try total().tokens.total == 7000)
    let other = Tollbook(
      ledgerPath: folder + "/other.db", book: tollbook.book, now: tollbook.now)
    let both = try write(
      prompts.map { line("r", prompt: $0) }.joined(), to: "both.jsonl")
    let summary = try other.importLogs([both])
    #expect(summary.requests == 1)
    #expect(summary.duplicates == 1)
    #expect(try other.usage(UsageQuestion()).total.tokens.total == 7000)
    #expect(try tollbook.faults() == [])
  }

  /// Of the larger reading come the counts, and nothing else.
  ///
  /// What it leaves open it would have from whichever reading came first: time, user and labels go by
  /// their own value.
  @Test(arguments: [[0, 1], [1, 0]], ["ok", "incomplete"])
  func `the counts of the fuller reading stand, at the earliest time, in every order`(
    _ order: [Int], _ status: String
  ) throws {
    func reading(_ time: String, _ output: Int, _ status: String, _ user: String) -> String {
      #"{"time":"\#(time)","request_id":"r","provider":"google-gemini-api","#
        + #""model":"gemini-3.8-flash","usageMetadata":{"promptTokenCount":100,"#
        + #""candidatesTokenCount":\#(output),"totalTokenCount":\#(100 + output)},"#
        + #""status":"\#(status)","user":"\#(user)","feature":"of \#(user)"}"# + "\n"
    }
    let readings = [
      reading("2026-12-31T23:59:00Z", 10, status, "u1"),
      reading("2027-01-01T00:01:00Z", 1000, "ok", "u2"),
    ]
    let both = try write(order.map { readings[$0] }.joined(), to: "both.jsonl")
    _ = try tollbook.importLogs([both])
    let other = Tollbook(
      ledgerPath: folder + "/other.db", book: tollbook.book, now: tollbook.now)
    for index in order {
      _ = try other.importLogs([try write(readings[index], to: "\(index).jsonl")])
    }
    for tollbook in [tollbook, other] {
      let usage = try tollbook.usage(UsageQuestion(by: [.user, .label("feature"), .day]))
      #expect(usage.groups.map(\.values) == [["u1", "of u1", "2026-12-31"]])
      #expect(usage.total.tokens.output.value == 1000)
      #expect(try tollbook.faults() == [])
    }
  }

  /// Of 1,000 prompt tokens one reading says that 800 were read from a cache.
  @Test(arguments: [[0, 1], [1, 0]])
  func `of equal totals the reading that tells more apart stands`(_ order: [Int]) throws {
    func reading(_ cached: String) -> String {
      #"{"time":"2026-11-03T09:00:00Z","request_id":"r","provider":"google-gemini-api","#
        + #""model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":1000,\#(cached)"#
        + #""candidatesTokenCount":100,"totalTokenCount":1100}}"# + "\n"
    }
    let readings = [reading(""), reading(#""cachedContentTokenCount":800,"#)]
    _ = try tollbook.importLogs([
      try write(order.map { readings[$0] }.joined(), to: "both.jsonl")
    ])
    let other = Tollbook(
      ledgerPath: folder + "/other.db", book: tollbook.book, now: tollbook.now)
    for index in order {
      _ = try other.importLogs([try write(readings[index], to: "\(index).jsonl")])
    }
    for tollbook in [tollbook, other] {
      let tokens = try tollbook.usage(UsageQuestion()).total.tokens
      #expect(tokens.cached == 800)
      #expect(tokens.total == 1100)
      #expect(try tollbook.faults() == [])
    }
  }

  /// Chunks without an id: their key is made of what there is of them.
  @Test func `a stream without an id that is read while it grows counts once`() throws {
    let first = #"data: {"candidates":[{"index":0}],"usageMetadata":{"promptTokenCount":9}}"#
    let last = """
      data: {"candidates":[{"finishReason":"STOP"}],\
      "usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":8}}
      """
    let path = try write(first + "\n\n", to: "stream.txt")
    _ = try tollbook.importLogs([path])
    #expect(try total().tokens.total == 9)
    _ = try write(first + "\n\n" + last + "\n\n", to: "stream.txt")
    _ = try tollbook.importLogs([path])
    #expect(try total().requests == 1)
    #expect(try total().tokens.total == 17)
    #expect(try tollbook.faults() == [])
  }

  @Test func `a link that leads nowhere is named, not passed over`() throws {
    _ = try write(line("a", prompt: 10), to: "a.jsonl")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/gone.jsonl", withDestinationPath: folder + "/nowhere")
    let summary = try tollbook.importLogs([folder])
    #expect(summary.requests == 1)
    #expect(summary.unreadableFiles.map(\.path) == [folder + "/gone.jsonl"])
  }

  /// The advice of a set-aside record is shown, and following it works: 700 + 900 tokens.
  @Test func `cached tokens beyond the prompt come with the option that reads them`() throws {
    let path = try write(
      """
      {"time":"2026-11-03T09:00:00Z","request_id":"a","model":"gemini-2.5-flash",\
      "usageMetadata":{"promptTokenCount":700,"cachedContentTokenCount":900}}\n
      """, to: "a.jsonl")
    let failure = try #require(try tollbook.importLogs([path]).failure([path]))
    #expect(failure.message == path + ":1: cached tokens (900) exceed prompt tokens (700)")
    #expect(failure.nextStep.contains("import it with --input-excludes-cache"))
    var options = ImportOptions()
    options.inputExcludesCache = true
    #expect(try tollbook.importLogs([path], options: options).requests == 1)
    #expect(try total().tokens.prompt == 1600)
  }
}
