import Testing

@testable import Quantities

/// Zone names from a command line, and what becomes of them.
@Suite struct TimeZoneLoadTests {
  @Test(arguments: [
    "", "/", "/etc/passwd", "../../../etc/passwd", "Europe/../../passwd", "Europe//Berlin",
    "Europe/", "/Europe/Berlin", ".", "Europe/.", "Europe/.hidden", "Europe\\Berlin",
    "Europe/Berlin\0", "Europe/Berlin ", "Ünited/Kingdom", "CET;rm",
  ])
  func `a name that could lead elsewhere is refused before any file is opened`(_ name: String) {
    #expect(throws: TimeZoneError.badName(name)) { try TimeZoneRules.load(name: name) }
  }

  @Test func `without a database the advice is to install one`() {
    let error = #expect(throws: TimeZoneError.self) {
      try TimeZoneRules.load(name: "Europe/Berlin", directories: ["/nonexistent/zoneinfo"])
    }
    #expect(error == .noDatabase(directories: ["/nonexistent/zoneinfo"]))
    #expect(error?.description.contains("Install the package tzdata") == true)
  }

  // A wrong name, a wrong case, a directory, and tables that are no zones.
  @Test(
    .enabled(if: TimeZoneDatabase.isInstalled, "the time zone database is not installed"),
    arguments: ["Europe/Bielefeld", "Europe", "zone.tab", "tzdata.zi"])
  func `a name the database does not have is unknown`(_ name: String) {
    let directories = TimeZoneRules.systemDirectories
    #expect(throws: TimeZoneError.unknownZone(name, directories: directories)) {
      try TimeZoneRules.load(name: name)
    }
  }

  @Test(.enabled(if: TimeZoneDatabase.isInstalled, "the time zone database is not installed"))
  func `directories are tried in order`() throws {
    let directories = ["/nonexistent/zoneinfo"] + TimeZoneRules.systemDirectories
    let berlin = try TimeZoneRules.load(name: "Europe/Berlin", directories: directories)
    #expect(berlin.name == "Europe/Berlin")
  }
}

/// Compiled zones made here, whole and broken.
@Suite struct TZifTests {
  /// A zone of one hour that became two in 2001 (second 10^9), and one again in 2033 (2 × 10^9).
  private static let sample = TZifFile(
    times: [1_000_000_000, 2_000_000_000], types: [1, 0], offsets: [3600, 7200],
    footer: "AAA-1")

  private func offsets(_ zone: TimeZoneRules, _ seconds: [Int64]) -> [Int] {
    seconds.map { zone.offsetSeconds(at: Instant(seconds: $0)) }
  }

  private func reason(_ file: TZifFile, version: Int = 2) -> String? {
    let error = #expect(throws: TimeZoneError.self) {
      try TimeZoneRules(name: "Test", tzif: file.bytes(version: version))
    }
    guard case .damaged("Test", let reason) = error else { return nil }
    return reason
  }

  @Test(arguments: 1...5)
  func `every version is read`(_ version: Int) throws {
    let zone = try TimeZoneRules(name: "Test", tzif: Self.sample.bytes(version: version))
    let probes: [Int64] = [
      .min / 2_000_000, 999_999_999, 1_000_000_000, 1_999_999_999, 2_000_000_000,
    ]
    #expect(offsets(zone, probes) == [3600, 3600, 7200, 7200, 3600])
  }

  @Test func `from version 2 on the 32-bit block is skipped whatever is in it`() throws {
    var file = Self.sample
    file.times = [-5_000_000_000, 5_000_000_000]
    let zone = try TimeZoneRules(name: "Test", tzif: file.bytes(version: 2))
    #expect(offsets(zone, [-5_000_000_001, -5_000_000_000, 5_000_000_000]) == [3600, 7200, 3600])
  }

  @Test func `a file cut anywhere is damaged`() {
    for version in 1...2 {
      let whole = Self.sample.bytes(version: version)
      for length in 4..<whole.count {
        let error = #expect(throws: TimeZoneError.self) {
          try TimeZoneRules(name: "Test", tzif: Array(whole[..<length]))
        }
        guard case .damaged = error else {
          Issue.record("\(length) bytes of version \(version): \(String(describing: error))")
          return
        }
      }
    }
  }

  @Test func `whatever a byte is changed to, reading ends in rules or an error`() {
    let whole = Self.sample.bytes(version: 2)
    var read = 0
    for index in whole.indices {
      for byte in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        var bytes = whole
        bytes[index] = byte
        guard let zone = try? TimeZoneRules(name: "Test", tzif: bytes) else { continue }
        read += 1
        _ = zone.start(of: Day(number: 20_000))
      }
    }
    // Most of the first block is skipped unread, so many changes do no harm.
    #expect(read > 0)
  }

  @Test(arguments: ["", "TZi", "PZif", "not a time zone"])
  func `what is no TZif file is not taken for one`(_ text: String) {
    #expect(throws: TimeZoneError.notTimeZoneData("Test")) {
      try TimeZoneRules(name: "Test", tzif: Array(text.utf8))
    }
  }

  @Test func `a file that breaks a rule is damaged, and says which`() {
    var file = Self.sample
    file.times = [2_000_000_000, 1_000_000_000]
    #expect(reason(file) == "changes out of order")
    file.times = [1_000_000_000, 1_000_000_000]
    #expect(reason(file) == "changes out of order")
    file = Self.sample
    file.types = [1, 2]
    #expect(reason(file) == "unknown local time type")
    file = Self.sample
    file.offsets = [3600, 93_600]
    #expect(reason(file) == "an offset of more than a day")
    file = Self.sample
    file.offsets = []
    #expect(reason(file) == "no local time types")
    file = Self.sample
    file.footer = "AAA"
    #expect(reason(file) == "unreadable yearly rule")
    file = Self.sample
    file.leapCount = 1
    #expect(reason(file, version: 1) == "its times count leap seconds")
  }

  @Test func `without a rule the last offset stays`() throws {
    var file = Self.sample
    file.times.removeLast()
    file.types.removeLast()
    file.footer = ""
    let zone = try TimeZoneRules(name: "Test", tzif: file.bytes(version: 2))
    #expect(offsets(zone, [1_000_000_000, 4_000_000_000]) == [7200, 7200])
  }

  @Test func `a rule takes over after the last change, and holds for all time without one`() throws
  {
    var file = Self.sample
    file.footer = "AAA-3"
    let changed = try TimeZoneRules(name: "Test", tzif: file.bytes(version: 2))
    #expect(offsets(changed, [0, 1_999_999_999, 2_000_000_000]) == [3600, 7200, 10_800])
    file.times = []
    file.types = []
    let always = try TimeZoneRules(name: "Test", tzif: file.bytes(version: 2))
    #expect(offsets(always, [-4_000_000_000, 0, 4_000_000_000]) == [10_800, 10_800, 10_800])
  }
}
