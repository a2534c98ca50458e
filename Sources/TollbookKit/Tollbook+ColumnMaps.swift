import Importing
import Ledger
import Quantities

/// Maps of the columns of tables, which a ledger keeps by name.
///
/// They belong to the ledger and not to a person's configuration: whoever has the ledger can read
/// next month's table as this month's was read.
extension Tollbook {
  /// Reads a map, or the one that the ledger keeps under a name.
  ///
  /// - Parameter text: `FIELD=COLUMN,…`, or a name; a map has an equals sign, and a name has none.
  /// - Returns: The map; times without a zone are in the zone of the reports, unless it says more.
  /// - Throws: `TollbookError` where it is no map, or no map has this name.
  public func columnMap(_ text: String) throws -> ColumnMap {
    if ColumnMap.isMap(text) { return try parse(text) }
    let names = try columnMapNames()
    guard names.contains(text),
      let kept = try withLedger(.readOnly, { try $0.setting(Tollbook.settingPrefix + text) })
    else {
      throw TollbookError(
        .usage, "--map \(text): no map is kept under this name",
        next: names.isEmpty
          ? "Write it out, as --map 'time=TIMESTAMP,model=Model,input=ContextTokens'; "
            + "--map-as \(text) keeps it."
          : "The ledger keeps \(names.joined(separator: ", ")); --map-as keeps another.")
    }
    return try parse(kept)
  }

  /// Keeps a map in the ledger, in the place of an earlier one of that name.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - name: Letters, digits, hyphens, dots and underscores.
  /// - Returns: The text of another map that had the name; nil where there was none.
  /// - Throws: `TollbookError` for a name that cannot be, or where the ledger cannot be written.
  @discardableResult
  public func keepColumnMap(_ map: ColumnMap, as name: String) throws -> String? {
    try Tollbook.checkMapName(name)
    return try withLedger(.readWrite) { ledger in
      let setting = Tollbook.settingPrefix + name
      let earlier = try ledger.setting(setting)
      try ledger.setSetting(setting, map.description)
      return earlier == map.description ? nil : earlier
    }
  }

  /// Refuses a name under which no map can be kept.
  public static func checkMapName(_ name: String) throws(TollbookError) {
    let isName =
      (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
          || "-_.".utf8.contains(byte)
      }
    guard isName else {
      throw TollbookError(
        .usage, "--map-as \(name): this cannot be the name of a map",
        next: "Use letters, digits, hyphens, dots and underscores.")
    }
  }

  /// The names of the maps that the ledger keeps, in order; none where there is no ledger yet.
  public func columnMapNames() throws -> [String] {
    guard Files.identity(ledgerPath) != nil else { return [] }
    return try withLedger(.readOnly) { try $0.settingNames(after: Tollbook.settingPrefix) }
  }

  private static let settingPrefix = "column_map:"

  private func parse(_ text: String) throws(TollbookError) -> ColumnMap {
    do throws(ColumnMapError) {
      return try ColumnMap(text, zone: zone) { try? TimeZones.named($0) }
    } catch {
      throw TollbookError(.usage, "--map: \(error.message)", next: error.nextStep)
    }
  }
}
