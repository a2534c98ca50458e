import Foundation
import Testing

@testable import Quantities

/// The machine's time zone database, as tests find it.
enum TimeZoneDatabase {
  static let isInstalled = TimeZoneRules.systemDirectories.contains {
    FileManager.default.fileExists(atPath: $0 + "/Europe/Berlin")
  }
}

/// Python's `zoneinfo`, an independent reader of the same database.
enum Zoneinfo {
  static let isAvailable = TimeZoneDatabase.isInstalled && (try? run("import zoneinfo")) != nil

  struct Failure: Error {}

  /// Runs a Python script and returns what it prints.
  static func run(_ script: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure() }
    return String(decoding: data, as: UTF8.self)
  }

  /// For each line `zone second second …` of a file, prints the offsets at those seconds.
  static let offsetScript = """
    import sys, zoneinfo, datetime
    for line in open(sys.argv[1]):
        name, *seconds = line.split()
        zone = zoneinfo.ZoneInfo(name)
        epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
        print(*(int((epoch + datetime.timedelta(seconds=int(s))).astimezone(zone)
                    .utcoffset().total_seconds()) for s in seconds))
    """

  /// Asks Python for the offsets of each zone at each of its probes.
  static func offsets(_ probes: [(zone: String, seconds: [Int64])]) throws -> [[Int]] {
    let lines = probes.map { "\($0.zone) \($0.seconds.map { String($0) }.joined(separator: " "))" }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollbook-zones-\(UUID().uuidString)")
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try run(offsetScript, file.path).split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Int($0) }
    }
  }
}

/// Every zone there is, held to Python's reading of it.
@Suite(.enabled(if: Zoneinfo.isAvailable, "python3 with zoneinfo and tzdata is needed"))
struct ZoneinfoTests {
  // Zones that change at midnight, by half an hour, for Ramadan, in winter, across the date line.
  static let difficult = [
    "Asia/Tokyo", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu",
    "America/Sao_Paulo", "Africa/Cairo", "Asia/Gaza", "Pacific/Apia", "America/St_Johns",
    "Europe/Dublin", "Africa/Casablanca", "America/Nuuk", "Pacific/Chatham", "Asia/Tehran",
  ]

  private static let year1900: Int64 = -2_208_988_800
  private static let year1990: Int64 = 631_152_000
  private static let year2040: Int64 = 2_208_988_800
  private static let year2100: Int64 = 4_102_444_800

  private func compare(_ probes: [(zone: String, seconds: [Int64])]) throws {
    let expected = try Zoneinfo.offsets(probes)
    try #require(expected.count == probes.count)
    for (probe, offsets) in zip(probes, expected) {
      let zone = try TimeZoneRules.load(name: probe.zone)
      try #require(offsets.count == probe.seconds.count)
      for (second, offset) in zip(probe.seconds, offsets) {
        let instant = Instant(seconds: second)
        let ours = zone.offsetSeconds(at: instant)
        guard ours == offset else {
          Issue.record("\(probe.zone) at \(instant): \(ours), zoneinfo says \(offset)")
          break
        }
      }
    }
  }

  @Test func `every zone has zoneinfo's offset on both sides of every change and in between`()
    throws
  {
    let script = "import zoneinfo; print(*sorted(zoneinfo.available_timezones()), sep='\\n')"
    let names = try Zoneinfo.run(script).split(separator: "\n").map(String.init)
    try #require(names.count > 300)
    let probes = try names.map { name in
      let edges = try TimeZoneRules.load(name: name).changes
        .filter { $0.at > Self.year1900 }
        .flatMap { [$0.at - 1, $0.at] }
      return (
        zone: name, seconds: edges + stride(from: Self.year1900, to: Self.year2100, by: 17_280_000)
      )
    }
    try compare(probes)
  }

  @Test func `difficult zones have zoneinfo's offset every day and at every change of 50 years`()
    throws
  {
    let probes = try Self.difficult.map { name in
      let zone = try TimeZoneRules.load(name: name)
      var seconds = Array(stride(from: Self.year1990, to: Self.year2040, by: 86_400))
      // Where two days in a row differ, the second of the change, found by bisection.
      for day in seconds where offset(zone, day) != offset(zone, day + 86_400) {
        var before = day
        var after = day + 86_400
        while after - before > 1 {
          let middle = (before + after) / 2
          if offset(zone, middle) == offset(zone, day) { before = middle } else { after = middle }
        }
        seconds += [before, after]
      }
      return (zone: name, seconds: seconds)
    }
    try compare(probes)
  }

  @Test func `a day's start is the first instant of its date in every zone, around every change`()
    throws
  {
    for name in Self.difficult + ["America/Havana", "America/Asuncion", "Asia/Amman"] {
      let zone = try TimeZoneRules.load(name: name)
      for change in zone.changes where change.at > Self.year1900 {
        let middle = zone.day(of: Instant(seconds: change.at))
        for day in middle.adding(days: -1)...middle.adding(days: 1) {
          let start = zone.start(of: day)
          let found = zone.day(of: start)
          let before = zone.day(of: start.adding(microseconds: -1))
          #expect(before < day && found >= day, "\(name) \(day)")
          // Only a day that was skipped starts with another date.
          #expect(found == day || zone.start(of: found) == start, "\(name) \(day)")
        }
      }
    }
  }

  private func offset(_ zone: TimeZoneRules, _ seconds: Int64) -> Int {
    zone.offsetSeconds(at: Instant(seconds: seconds))
  }
}
