import TestSupport
import Testing

/// Holds the sources to the rules that a formatter cannot see.
struct HouseRuleTests {
  @Test func `no source is over 400 lines and no test over 500`() throws {
    for (folder, limit) in [("Sources", 400), ("Tests", 500)] {
      let files = Repository.files(below: folder, endings: [".swift", ".c", ".h"])
      #expect(!files.isEmpty)
      for file in files {
        let lines = try Repository.text(file).split(
          separator: "\n", omittingEmptySubsequences: false)
        // The text after the last newline is no line of its own.
        let count = lines.last?.isEmpty == true ? lines.count - 1 : lines.count
        #expect(count <= limit, "\(file) has \(count) lines; split it")
      }
    }
  }

  /// Ways to ask the machine what only the command line may know.
  static let clocksAndEnvironments = [
    "Date()", "Date.now", "ContinuousClock", "SuspendingClock", "clock_gettime", "gettimeofday",
    "ProcessInfo", "getenv", "environ", "environment",
  ]

  @Test(arguments: Floor.table.filter { $0.target != "TollbookCLI" })
  func `below the command line there is no clock and no environment`(_ floor: Floor) throws {
    for file in Repository.files(below: "Sources/\(floor.target)", endings: [".swift", ".c", ".h"])
    {
      let code = SwiftCode(of: try Repository.text(file))
      for word in Self.clocksAndEnvironments where code.mentions(word) {
        // An option declares which variable stands in for it; the command line reads it.
        if floor.target == "Arguments", word == "environment" { continue }
        Issue.record("\(file) uses \(word); make it a parameter")
      }
    }
  }
}
