import Foundation
import Quantities
import SQLite
import TestSupport
import Testing
import Usage

@testable import TollbookKit

/// The same requests give the same ledger: in any order, split into any files, any number of times.
struct SameLedgerTests {
  private static let requests = 40
  private static let told = "2026-11-15"

  /// A kind of log, and a seed by which a failure can be repeated.
  struct Case: CustomTestStringConvertible {
    let log: InventedRequest.Log
    let seed: UInt64
    var testDescription: String { "\(log), seed \(seed)" }

    static let all = InventedRequest.Log.allCases.flatMap { log in
      (1...4).map { Case(log: log, seed: $0) }
    }
  }

  /// A ledger and the logs that go into it.
  private struct World {
    let folder: String
    let tollbook: Tollbook
    var options = ImportOptions()

    init(_ log: InventedRequest.Log) throws {
      folder = try temporaryDirectory()
      tollbook = Tollbook(
        ledgerPath: folder + "/ledger.db", book: try .bundled(),
        now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")))
      if !log.statesTimes { options.time = Instant(iso8601: told + "T12:00:00Z") }
    }

    /// Writes files into a folder of logs, some of them compressed.
    func write(_ files: [[String]], in name: String, _ random: inout SeededRandom) throws {
      let place = "\(folder)/logs/\(name)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      for (number, pieces) in files.enumerated() {
        let text = Array(pieces.joined().utf8)
        let isPacked = random.next() % 3 == 0
        let path = "\(place)/\(number)" + (isPacked ? ".jsonl.gz" : ".jsonl")
        try Data(isPacked ? gzipped(text) : text).write(to: URL(fileURLWithPath: path))
      }
    }

    func importAll() throws -> ImportSummary {
      try tollbook.importLogs([folder + "/logs"], options: options)
    }

    /// Every record as anyone may ask for it, without the place where it was read first.
    func records() throws -> [String] {
      let statement = try Connection(path: folder + "/ledger.db", mode: .readOnly).prepare(
        """
        SELECT json_array(
          time, provider, model, requested_model, service_tier, user, labels, requests,
          input_tokens, cached_tokens, cache_write_tokens, tool_use_tokens, output_tokens,
          thinking_tokens, search_queries, latency_ms, is_incomplete
        ) AS record
        FROM usage
        ORDER BY record
        """)
      var records: [String] = []
      while try statement.step() { records.append(statement.text(0)) }
      return records
    }

    /// Requests and tokens of each day and model, as the rollup has them.
    func sums() throws -> [String: DaySum] {
      let groups = try tollbook.usage(UsageQuestion(by: [.day, .model])).groups
      let rows = groups.map { group in
        (
          group.values.map { $0 ?? "–" }.joined(separator: " "),
          DaySum(requests: Int(group.requests), tokens: group.tokens)
        )
      }
      return Dictionary(uniqueKeysWithValues: rows)
    }
  }

  struct DaySum: Equatable {
    var requests = 0
    var tokens = MeteredTokens()
  }

  /// What the requests come to, added up here.
  private func expectedSums(_ requests: [InventedRequest], _ log: InventedRequest.Log)
    -> [String: DaySum]
  {
    requests.reduce(into: [:]) { sums, request in
      let key = "\(log.statesTimes ? request.date : SameLedgerTests.told) \(log.model)"
      sums[key, default: DaySum()].requests += 1
      sums[key, default: DaySum()].tokens += request.tokens
    }
  }

  /// The pieces in any order, in up to six files; each file holds a piece once, two files both may.
  private func arranged(_ pieces: [String], _ random: inout SeededRandom) -> [[String]] {
    var files = [[String]](repeating: [], count: Int(random.next() % 6) + 1)
    for piece in pieces.shuffled(using: &random) {
      let first = Int(random.next() & 0xFFFF)
      let copies = random.next() % 4 == 0 ? min(2, files.count) : 1
      for copy in 0..<copies { files[(first + copy) % files.count].append(piece) }
    }
    return files.filter { !$0.isEmpty }
  }

  @Test(arguments: Case.all)
  func `any order, any split and any repetition gives the same ledger`(_ testCase: Case) throws {
    let (log, seed) = (testCase.log, testCase.seed)
    var random = SeededRandom(seed: seed)
    let requests = InventedRequest.some(Self.requests, seed: seed)
    let pieces = requests.flatMap { $0.pieces(log) }
    let expected = expectedSums(requests, log)

    let plain = try World(log)
    try plain.write([pieces], in: "all", &random)
    #expect(try plain.importAll().requests == Self.requests)
    #expect(try plain.sums() == expected)
    let records = try plain.records()
    #expect(records.count == Self.requests)

    let world = try World(log)
    // The first half in one import, everything in the next, then copies under other names.
    try world.write(
      arranged(Array(pieces.shuffled(using: &random).prefix(pieces.count / 2)), &random),
      in: "half", &random)
    _ = try world.importAll()
    #expect(try world.tollbook.faults() == [])
    try world.write(arranged(pieces, &random), in: "whole", &random)
    _ = try world.importAll()
    #expect(try world.sums() == expected)
    #expect(try world.records() == records)

    try FileManager.default.moveItem(
      atPath: world.folder + "/logs/half", toPath: world.folder + "/logs/renamed")
    try FileManager.default.copyItem(
      atPath: world.folder + "/logs/whole", toPath: world.folder + "/logs/copied")
    try world.write([pieces.reversed()], in: "backwards", &random)
    #expect(try world.importAll().requests == 0)
    #expect(try world.sums() == expected)
    #expect(try world.records() == records)
    #expect(try world.tollbook.faults() == [])
  }

  /// Without an id a response is known by its text, and by how often it came before in the file: the
  /// file that has it most often says how many there are.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `responses without an id count as often as one file has them`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let requests = InventedRequest.some(12, seed: seed)
    var most = [Int](repeating: 0, count: requests.count)
    let world = try World(.geminiWithoutID)
    for name in 1...5 {
      var pieces: [String] = []
      for request in requests {
        let times = Int(random.next() % 4)
        most[request.number] = max(most[request.number], times)
        pieces += Array(repeating: request.pieces(.geminiWithoutID)[0], count: times)
      }
      try world.write([pieces.shuffled(using: &random)], in: "\(name)", &random)
      // Sometimes file by file, sometimes several at once.
      if random.next() % 2 == 0 { _ = try world.importAll() }
    }
    _ = try world.importAll()
    let told = requests.flatMap { Array(repeating: $0, count: most[$0.number]) }
    #expect(try world.sums() == expectedSums(told, .geminiWithoutID))
    #expect(try world.importAll().requests == 0)
    #expect(try world.tollbook.faults() == [])
  }
}
