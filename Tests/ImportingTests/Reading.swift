import Quantities
import Testing
import Usage

@testable import Importing

/// What a text yields when it is read as a file.
struct Yield {
  var records: [UsageRecord] = []
  var quarantined: [QuarantinedPlace] = []
  var counts = ImportCounts()
  var covered: [RequestKey] = []
  var next: SourcePlace?

  var tokens: MeteredTokens { records.reduce(into: MeteredTokens()) { $0 += $1.tokens } }
}

/// The day on which test files were written.
let testFileTime = Instant(seconds: 1_795_996_800)  // 2026-11-30T00:00:00Z

/// Reads a text as a file; `largestRead` moves the boundaries of what arrives at once.
func read(
  _ text: String, path: String = "log.jsonl", options: ImportOptions = ImportOptions(),
  largestRead: Int = .max
) -> Yield {
  read(bytes: Array(text.utf8), path: path, options: options, largestRead: largestRead)
}

/// Reads bytes as a file.
func read(
  bytes: [UInt8], path: String = "log.jsonl", options: ImportOptions = ImportOptions(),
  largestRead: Int = .max, from start: SourcePlace? = nil
) -> Yield {
  var yield = Yield()
  let facts = SourceFacts(path: path, modifiedAt: testFileTime)
  do {
    let outcome = try LogReader(facts: facts, options: options).read(
      MemorySource(bytes, largestRead: largestRead), from: start
    ) { batch in
      yield.records += batch.usage.records
      yield.quarantined += batch.quarantined
      yield.covered += batch.coveredSpans
    }
    yield.counts = outcome.counts
    yield.next = outcome.next
  } catch {
    Issue.record(error)
  }
  return yield
}
