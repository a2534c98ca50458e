import Quantities
import Testing

@testable import Importing

/// Dates and models in the names of files.
@Suite struct FileNameTests {
  @Test(
    arguments: [
      ("log-2026-11-03.jsonl", "2026-11-03T00:00:00Z"), ("20261103.json", "2026-11-03T00:00:00Z"),
      ("log20261103.json", "2026-11-03T00:00:00Z"),
      ("2026-11-03T09:12:44Z.json", "2026-11-03T09:12:44Z"),
      ("2026-11-03T091244Z.json", "2026-11-03T09:12:44Z"),
      ("2026-11-03_09-12-44.json", "2026-11-03T09:12:44Z"),
      ("2026-11-03 09:12.json", "2026-11-03T09:12:00Z"),
      ("20261103_0912.json", "2026-11-03T09:12:00Z"),
      ("2026-02-28-2026-03-01.json", "2026-02-28T00:00:00Z"),
      ("20260228-20260301.json", "2026-02-28T00:00:00Z"),
      ("2026-02-30 then 2026-03-01.json", "2026-03-01T00:00:00Z"),
      ("2026-11-03-42.json", "2026-11-03T00:00:00Z"),
      ("2026-11-03_1234567.json", "2026-11-03T00:00:00Z"),
      ("2026-11-03_99-99.json", "2026-11-03T00:00:00Z"),
      ("2026-11-03_0912445.json", "2026-11-03T00:00:00Z"), ("report.json", nil),
      ("2026-13-01.json", nil), ("120261103.json", nil), ("202611031.json", nil),
      ("2026-11-031.json", nil), ("1999-11-03.json", nil), ("", nil), ("/", nil),
    ] as [(String, String?)])
  func `the first date in a file's name is its time, in UTC`(_ name: String, _ time: String?) {
    let expected = time.flatMap { Instant(iso8601: $0) }
    #expect((time == nil) == (expected == nil))
    #expect(FileNameFacts.time(in: name) == expected)
    if !name.isEmpty, name != "/" {
      #expect(FileNameFacts.time(in: "2020-01-01/" + name) == expected)
    }
  }

  static let known: Set<String> = ["gemini-2.5-flash", "gemini-2.5-flash-lite", "gemini-2.5-pro"]

  @Test(
    arguments: [
      ("gemini-2.5-flash.jsonl", "gemini-2.5-flash"), ("gemini-2.5-pro.json.gz", "gemini-2.5-pro"),
      ("gemini-2.5-flash-lite.json", "gemini-2.5-flash-lite"),
      ("2026-11-03_gemini-2.5-pro.jsonl", "gemini-2.5-pro"),
      ("logs/gemini-2.5-pro/chat.json", "gemini-2.5-pro"),
      ("gemini-2.5-pro/gemini-2.5-flash_1.json", "gemini-2.5-flash"),
      ("gemini-2.5-pro/x/gemini-2.5-flash/1.json", "gemini-2.5-flash"),
      ("gemini-2.5-flash-2026-11-03.json", nil), ("my-gemini-2.5-flash.json", nil),
      ("gemini-2.5.json", nil), ("chat.json", nil), ("", nil),
    ] as [(String, String?)])
  func `a model is taken from a whole word of a name, never from a part`(
    _ path: String, _ model: String?
  ) {
    #expect(FileNameFacts.model(in: path, known: FileNameTests.known) == model)
  }

  @Test func `without known models no name is a model`() {
    #expect(FileNameFacts.model(in: "gemini-2.5-flash.json", known: []) == nil)
  }
}
