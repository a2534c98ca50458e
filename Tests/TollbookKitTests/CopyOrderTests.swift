import Foundation
import TestSupport
import Testing

@testable import TollbookKit

/// What a response leaves open is taken from its file: of several copies it makes no difference
/// which was read first.
struct CopyOrderTests {
  private let folder: String

  init() throws { folder = try temporaryDirectory() }

  /// A copy, where it stands, and when it was written.
  struct Copy: Sendable {
    let path: String
    let month: Int
    var text = CopyOrderTests.response()
  }

  private static func response(_ members: String = "", more: String = "") -> String {
    #"{\#(members)"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":10,"#
      + #""candidatesTokenCount":5,"totalTokenCount":15}\#(more)}"# + "\n"
  }

  private static let id = #""responseId":"no-time-in-this-id","#
  private static let model = #""modelVersion":"gemini-2.5-flash","#

  /// The records of a ledger that reads copies in this order, in one import or in one each.
  private func records(_ copies: [Copy], inOne: Bool, _ name: String) throws -> [String] {
    let tollbook = Tollbook(
      ledgerPath: "\(folder)/\(name).db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-11-30T00:00:00Z")))
    var paths: [String] = []
    for copy in copies {
      let path = "\(folder)/\(name)/\(copy.path)"
      let url = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try copy.text.write(to: url, atomically: false, encoding: .utf8)
      let time = try #require(Instant(iso8601: "2026-0\(copy.month)-01T00:00:00Z"))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(time.microseconds) / 1e6)],
        ofItemAtPath: path)
      paths.append(path)
    }
    if inOne {
      _ = try tollbook.importLogs(paths)
    } else {
      for path in paths { _ = try tollbook.importLogs([path]) }
    }
    #expect(try tollbook.faults() == [])
    return try ledgerRecords("\(folder)/\(name).db")
  }

  private static let anonymous = response(model)
  private static let unnamed = response(id)

  @Test(arguments: [
    // The same bytes, without an id: they are known by their content, and so is the file.
    [
      Copy(path: "a.jsonl", month: 3, text: anonymous),
      Copy(path: "b.jsonl", month: 2, text: anonymous),
      Copy(path: "c.jsonl", month: 4, text: anonymous),
    ],
    [
      Copy(path: "a.jsonl", month: 3, text: response(id + model)),
      Copy(path: "b.jsonl", month: 2, text: response(id + model, more: #","x":1"#)),
    ],
    // A date in a name is as good a guess as a time of a file.
    [
      Copy(path: "2026-02-01.jsonl", month: 3, text: anonymous),
      Copy(path: "b.jsonl", month: 4, text: anonymous),
    ],
    // The larger reading has no time of its own, and gets the earlier of two guesses.
    [
      Copy(
        path: "a.jsonl", month: 3,
        text: response(id + model).replacing(":15", with: ":19").replacing(":5,", with: ":9,")),
      Copy(path: "b.jsonl", month: 2, text: response(id + model)),
    ],
  ])
  func `of guesses at a time the earliest stands`(_ copies: [Copy]) throws {
    let february = try #require(Instant(iso8601: "2026-02-01T00:00:00Z")).microseconds
    for (number, order) in orders(copies).enumerated() {
      for inOne in [true, false] {
        let found = try records(order, inOne: inOne, "\(number)-\(inOne)")
        #expect(found.count == 1)
        #expect(found.allSatisfy { $0.contains(",\(february),") }, "\(order)")
      }
    }
  }

  @Test(arguments: [
    ["gemini-2.5-pro/a.jsonl", "gemini-3.8-flash/b.jsonl"],
    ["gemini-2.5-pro/a.jsonl", "gemini-3.8-flash/b.jsonl", "c.jsonl"],
  ])
  func `of models that folders name, the one whose name comes first stands`(
    _ paths: [String]
  ) throws {
    for (kind, text) in [("id", Self.unnamed), ("none", Self.response())] {
      let copies = paths.map { Copy(path: $0, month: 2, text: text) }
      for (number, order) in orders(copies).enumerated() {
        for inOne in [true, false] {
          let found = try records(order, inOne: inOne, "\(kind)-\(number)-\(inOne)")
          #expect(found.count == 1)
          #expect(found.allSatisfy { $0.contains("gemini-2.5-pro") }, "\(order)")
        }
      }
    }
  }

  @Test func `a model that a reading states stands before a folder's`() throws {
    let copies = [
      Copy(path: "gemini-2.5-pro/a.jsonl", month: 2, text: Self.unnamed),
      Copy(path: "b.jsonl", month: 2, text: Self.response(Self.id + Self.model)),
    ]
    for (number, order) in orders(copies).enumerated() {
      let found = try records(order, inOne: false, "\(number)")
      #expect(found.count == 1)
      #expect(found.allSatisfy { $0.contains("gemini-2.5-flash") })
    }
  }

  private func orders(_ copies: [Copy]) -> [[Copy]] {
    guard copies.count > 1 else { return [copies] }
    return copies.indices.flatMap { first in
      var rest = copies
      let copy = rest.remove(at: first)
      return orders(rest).map { [copy] + $0 }
    }
  }
}
