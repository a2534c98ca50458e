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
      throw TollbookError(
        .usage, "--tz \(name): \(error)",
        next: "Use a name such as Europe/Berlin; the zones are in the system's tzdata package.")
    }
  }
}
