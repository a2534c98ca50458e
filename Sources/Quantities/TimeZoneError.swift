/// Why there are no rules for a time zone.
public enum TimeZoneError: Error, Hashable, Sendable {
  /// The name cannot be one in the time zone database: empty, absolute, with `..` or odd characters.
  case badName(String)

  /// The database is there, and has no such zone.
  case unknownZone(String, directories: [String])

  /// None of the directories exists: the time zone database is not installed.
  case noDatabase(directories: [String])

  /// The bytes given for this zone are not a TZif file.
  case notTimeZoneData(String)

  /// The file of this zone breaks the rules of its format.
  case damaged(String, reason: String)
}

extension TimeZoneError: CustomStringConvertible {
  /// What is wrong, and on a second line what to do about it.
  public var description: String {
    switch self {
    case .badName(let name):
      "not a time zone name: \"\(name)\"\n\(Self.nameAdvice)"
    case .unknownZone(let name, let directories):
      "no time zone is named \"\(name)\" in \(directories.joined(separator: " or "))\n"
        + Self.nameAdvice
    case .noDatabase(let directories):
      "there is no time zone database in \(directories.joined(separator: " or "))\n"
        + "Install the package tzdata, or use UTC, which needs none."
    case .notTimeZoneData(let name):
      "the file of time zone \"\(name)\" is not compiled time zone data\n\(Self.fileAdvice)"
    case .damaged(let name, let reason):
      "the file of time zone \"\(name)\" cannot be used: \(reason)\n\(Self.fileAdvice)"
    }
  }

  private static let nameAdvice =
    "Use a name from the time zone database, spelled exactly: Europe/Berlin, Asia/Tokyo, UTC."

  private static let fileAdvice = "Reinstall the package tzdata, or use UTC, which needs none."
}
