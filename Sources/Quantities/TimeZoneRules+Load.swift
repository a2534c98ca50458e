#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finding a zone in the system's time zone database.
extension TimeZoneRules {
  /// Where Linux and macOS keep the compiled time zone database.
  package static let systemDirectories = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

  /// Reads the zone's file from the first directory that has it.
  ///
  /// `UTC` needs no file. The name can come from a command line or a report's settings, so it is
  /// checked before it becomes part of a path: it never leads out of the directories.
  ///
  /// - Parameters:
  ///   - name: The name in the database, spelled exactly: `Europe/Berlin`.
  ///   - directories: Where to look, in order.
  /// - Returns: The zone's rules.
  /// - Throws: `TimeZoneError`, whose description says what to do.
  package static func load(
    name: String, directories: [String] = systemDirectories
  ) throws(TimeZoneError) -> TimeZoneRules {
    guard isZoneName(name) else { throw .badName(name) }
    guard name != utc.name else { return utc }
    for directory in directories {
      guard let bytes = readFile("\(directory)/\(name)") else { continue }
      do throws(TimeZoneError) {
        return try TimeZoneRules(name: name, tzif: bytes)
      } catch .notTimeZoneData {
        // The directory also holds plain tables, such as `zone.tab`, which are no zones.
        continue
      }
    }
    guard directories.contains(where: { access($0, R_OK | X_OK) == 0 }) else {
      throw .noDatabase(directories: directories)
    }
    throw .unknownZone(name, directories: directories)
  }

  /// Whether every part between slashes is made of the database's characters, and is no `.` or `..`.
  private static func isZoneName(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      guard let first = $0.first, first != UInt8(ascii: ".") else { return false }
      return $0.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "+"), UInt8(ascii: "."):
          true
        default: false
        }
      }
    }
  }

  /// The file's contents; nil if there is no such file or it cannot be read.
  ///
  /// The largest zone takes 4 KB. Reading stops at 64 KB, so that a wrong file costs little.
  private static func readFile(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
    return ferror(file) == 0 ? bytes : nil
  }
}
