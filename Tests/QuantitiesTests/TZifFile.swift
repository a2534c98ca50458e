/// A TZif file put together field by field, so that any of them can be wrong.
struct TZifFile {
  var times: [Int64]
  var types: [UInt8]
  var offsets: [Int32]
  var footer: String
  var leapCount: Int32 = 0

  /// The file as RFC 9636 lays it out; from version 2 on with both blocks and a footer.
  func bytes(version: Int) -> [UInt8] {
    let mark = version == 1 ? 0 : UInt8(0x30 + version)
    guard version >= 2 else { return block(mark, as: Int32.self) }
    return block(mark, as: Int32.self) + block(mark, as: Int64.self) + Array("\n\(footer)\n".utf8)
  }

  private func block<Time: FixedWidthInteger>(_ version: UInt8, as size: Time.Type) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    // One UTC indicator, one standard indicator: both of no use here, and both to be skipped.
    for count in [1, 1, leapCount, Int32(times.count), Int32(offsets.count), 4] {
      bytes += bigEndian(count)
    }
    for time in times { bytes += bigEndian(Time(truncatingIfNeeded: time)) }
    bytes += types
    for offset in offsets { bytes += bigEndian(offset) + [0, 0] }
    bytes += Array("AAA\0".utf8)
    for _ in 0..<leapCount { bytes += bigEndian(Time(78_796_800)) + bigEndian(1 as Int32) }
    return bytes + [1, 1]
  }

  private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
