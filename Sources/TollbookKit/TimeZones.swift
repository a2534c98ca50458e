import Quantities

/// Finds time zones in the system's database.
public enum TimeZones {
  /// Where systems keep their time zone files.
  private static let directories = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

  /// A time zone by its name in the IANA database.
  public static func named(_ name: String) throws(TollbookError) -> TimeZoneRules {
    if name == "UTC" { return .utc }
    do throws(TimeZoneError) {
      return try TimeZoneRules.load(name: name, directories: directories)
    } catch {
      let lines = error.description.split(separator: "\n", maxSplits: 1).map(String.init)
      throw TollbookError(
        .usage, "--tz \(name): \(lines[0])",
        next: lines.dropFirst().first ?? "Use a name such as Europe/Berlin.")
    }
  }
}
