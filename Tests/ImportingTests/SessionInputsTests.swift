import Foundation
import TestSupport
import Testing
import Usage

@testable import Importing

/// Every real session log of a coding agent, against totals that were computed independently.
@Suite struct SessionInputsTests {
  typealias Totals = RealInputsTests.Totals

  struct Expectations: Decodable {
    let files: [String: File]
    let groups: [String: Group]
  }

  struct File: Decodable {
    let totals: Totals
    let models: [String: ModelTotals]
    let responsesWithoutUsage: Int
    let errorBodies: Int
    let badLines: Int

    enum CodingKeys: String, CodingKey {
      case totals, models
      case responsesWithoutUsage = "responses_without_usage"
      case errorBodies = "error_bodies"
      case badLines = "bad_lines"
    }
  }

  struct ModelTotals: Decodable, Equatable {
    let requests: Int
    let total: Int64
  }

  struct Group: Decodable {
    let files: [String]
    let totals: Totals
    let models: [String: ModelTotals]
  }

  static let folder = "4-cli-sessions/"

  private func expectations(_ inputs: String) throws -> Expectations {
    try JSONDecoder().decode(
      Expectations.self, from: Data(contentsOf: URL(fileURLWithPath: inputs + "/expected.json")))
  }

  private func bytes(_ name: String, _ inputs: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: inputs + "/" + name)))
  }

  @Test func `every session log gives the independently computed totals`() throws {
    guard let inputs = try requireInputs() else { return }
    let files = try expectations(inputs).files.filter { $0.key.hasPrefix(Self.folder) }
    #expect(files.count == 39)
    for (name, expected) in files.sorted(by: { $0.key < $1.key }) {
      let bytes = try bytes(name, inputs)
      for largestRead in [Int.max, 7] {
        let yield = read(bytes: bytes, path: name, largestRead: largestRead)
        let book = Book([yield])
        #expect(book.totals == expected.totals, "\(name), \(largestRead) bytes at a time")
        #expect(book.models == expected.models, "\(name)")
        #expect(yield.counts.requests == expected.totals.requests, "\(name)")
        #expect(yield.counts.withoutUsage == expected.responsesWithoutUsage, "\(name)")
        #expect(yield.counts.errorBodies == expected.errorBodies, "\(name)")
        #expect(yield.counts.quarantined == expected.badLines, "\(name): \(yield.quarantined)")
      }
    }
  }

  @Test func `overlapping session logs count once, in any order, however often`() throws {
    guard let inputs = try requireInputs() else { return }
    let groups = try expectations(inputs).groups.filter { _, group in
      group.files.allSatisfy { $0.hasPrefix(Self.folder) }
    }
    #expect(groups.count == 5)
    for (name, group) in groups {
      let yields = try group.files.map { read(bytes: try bytes($0, inputs), path: $0) }
      var books: [Book] = []
      for order in permutations(of: yields) {
        let book = Book(order + order)
        #expect(book.totals == group.totals, "\(name)")
        #expect(book.models == group.models, "\(name)")
        books.append(book)
      }
      #expect(Set(books.map(\.times)).count == 1, "\(name): when requests happened")
    }
  }

  @Test func `the logs of all agents in one folder do not disturb each other`() throws {
    guard let inputs = try requireInputs() else { return }
    let all = try expectations(inputs)
    let grouped = Set(all.groups.values.flatMap(\.files))
    let files = all.files.filter { $0.key.hasPrefix(Self.folder) }
    let alone = files.filter { !grouped.contains($0.key) }.values.map(\.totals.total)
    let together = all.groups.values.filter { $0.files[0].hasPrefix(Self.folder) }.map(
      \.totals.total)
    let yields = try files.keys.sorted().map { read(bytes: try bytes($0, inputs), path: $0) }
    #expect(Book(yields).totals.total == (alone + together).reduce(0, +))
  }

  private func permutations<Element>(of list: [Element]) -> [[Element]] {
    guard list.count > 1 else { return [list] }
    return list.indices.flatMap { index in
      var rest = list
      let first = rest.remove(at: index)
      return permutations(of: rest).map { [first] + $0 }
    }
  }
}

/// What a ledger keeps of several readings: each key once, its fuller record, its better time.
struct Book {
  private var records: [RequestKey: UsageRecord] = [:]

  init(_ yields: [Yield]) {
    let covered = Set(yields.flatMap(\.covered))
    for record in yields.flatMap(\.records) {
      let family = RequestKey(high: record.key.high, low: 0)
      let isCovered = covered.contains(record.key) || covered.contains(family)
      if !record.flags.contains(.keyIsSpan) || !isCovered { add(record) }
    }
  }

  private mutating func add(_ record: UsageRecord) {
    guard let known = records[record.key] else {
      records[record.key] = record
      return
    }
    let (isCut, wasCut) = (
      record.flags.contains(.incomplete), known.flags.contains(.incomplete)
    )
    let isFuller = isCut == wasCut ? record.tokens.total > known.tokens.total : wasCut
    let isEqual = isCut == wasCut && record.tokens.total == known.tokens.total
    var kept = isFuller ? record : known
    let (isGuess, wasGuess) = (
      record.flags.contains(.timeFilledIn), known.flags.contains(.timeFilledIn)
    )
    if isGuess == wasGuess {
      if isEqual { kept.occurredAt = min(record.occurredAt, known.occurredAt) }
    } else {
      kept.occurredAt = isGuess ? known.occurredAt : record.occurredAt
      kept.flags.remove(.timeFilledIn)
    }
    records[record.key] = kept
  }

  var totals: SessionInputsTests.Totals {
    let tokens = records.values.reduce(into: MeteredTokens()) { $0 += $1.tokens }
    return SessionInputsTests.Totals(
      requests: records.count, input: tokens.prompt.value, cached: tokens.cached.value,
      cacheWrite: tokens.cacheWrites.value, toolPrompt: tokens.toolUse.value,
      output: tokens.output.value, thinking: tokens.thinking.value, total: tokens.total.value)
  }

  var models: [String: SessionInputsTests.ModelTotals] {
    Dictionary(grouping: records.values) { $0.series.model ?? "(unknown)" }.mapValues { records in
      SessionInputsTests.ModelTotals(
        requests: records.count, total: records.reduce(0) { $0 + $1.tokens.total.value })
    }
  }

  /// When each request happened, as microseconds in order.
  var times: [Int64] { records.values.map(\.occurredAt.microseconds).sorted() }
}
