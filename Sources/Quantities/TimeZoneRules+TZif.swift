/// Reading compiled time zone files: TZif versions 1 to 4, RFC 9636.
extension TimeZoneRules {
  /// Reads the contents of a TZif file.
  ///
  /// - Parameters:
  ///   - name: The zone's name, for `name` and for errors.
  ///   - bytes: The whole file.
  /// - Throws: `TimeZoneError.notTimeZoneData` if the bytes are not a TZif file,
  ///   `.damaged` if they break its rules.
  public init(name: String, tzif bytes: [UInt8]) throws(TimeZoneError) {
    guard bytes.starts(with: TZifReader.magic) else { throw .notTimeZoneData(name) }
    var reader = TZifReader(name: name, rest: bytes[...])
    var header = try reader.readHeader()
    var timeSize = 4
    if header.version >= 2 {
      // The first block repeats in 32 bits what the second says in 64.
      try reader.skip(header.blockSize(timeSize: timeSize))
      header = try reader.readHeader()
      timeSize = 8
    }
    let (firstOffset, changes) = try reader.readBlock(header, timeSize: timeSize)
    self.init(
      name: name, firstOffset: firstOffset, changes: changes,
      rule: header.version >= 2 ? try reader.readFooter() : nil)
  }
}

/// The counts at the head of a block, in the order of the file.
private struct TZifHeader {
  let version: Int
  let isUTCCount: Int
  let isStandardCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let nameBytes: Int

  func blockSize(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + nameBytes + leapCount * (timeSize + 4)
      + isStandardCount + isUTCCount
  }
}

/// Takes the parts of a TZif file off its front; a part that is not all there throws.
private struct TZifReader {
  static let magic = "TZif".utf8

  let name: String
  private var rest: ArraySlice<UInt8>

  init(name: String, rest: ArraySlice<UInt8>) {
    self.name = name
    self.rest = rest
  }

  mutating func readHeader() throws(TimeZoneError) -> TZifHeader {
    guard rest.starts(with: Self.magic) else { throw damaged("no header") }
    try skip(4)
    // The version is 0 or an ASCII digit. A later version may only add what may be ignored.
    let version = try readInteger(size: 1)
    try skip(15)
    let header = TZifHeader(
      version: version == 0 ? 1 : Int(version) - 0x30,
      isUTCCount: try readCount(), isStandardCount: try readCount(), leapCount: try readCount(),
      timeCount: try readCount(), typeCount: try readCount(), nameBytes: try readCount())
    guard header.version >= 1 else { throw damaged("unknown version") }
    return header
  }

  mutating func readBlock(
    _ header: TZifHeader, timeSize: Int
  ) throws(TimeZoneError) -> (firstOffset: Int, changes: [OffsetChange]) {
    guard header.typeCount >= 1 else { throw damaged("no local time types") }
    // The zones under `right/` count leap seconds, POSIX time does not: their times are not ours.
    guard header.leapCount == 0 else { throw damaged("its times count leap seconds") }
    guard header.blockSize(timeSize: timeSize) <= rest.count else { throw damaged("cut short") }
    let times = try readIntegers(count: header.timeCount, size: timeSize)
    let types = try readIntegers(count: header.timeCount, size: 1)
    var offsets: [Int] = []
    for _ in 0..<header.typeCount {
      offsets.append(Int(try readInteger(size: 4)))
      // Whether it is daylight time, and its abbreviation: of no interest here.
      try skip(2)
    }
    try skip(header.nameBytes + header.isStandardCount + header.isUTCCount)

    guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw damaged("changes out of order")
    }
    // RFC 9636 allows 25 hours behind and 26 ahead, and `start(of:)` relies on it.
    guard offsets.allSatisfy({ (-89_999...93_599).contains($0) }) else {
      throw damaged("an offset of more than a day")
    }
    var changes: [OffsetChange] = []
    for (time, type) in zip(times, types) {
      guard offsets.indices.contains(Int(type)) else { throw damaged("unknown local time type") }
      changes.append(OffsetChange(at: time, offset: offsets[Int(type)]))
    }
    // Before its first change a zone has the first of its types.
    return (offsets[0], changes)
  }

  /// The `TZ` string between two line feeds; empty if nothing is known of the future.
  mutating func readFooter() throws(TimeZoneError) -> YearlyRule? {
    let lineFeed = UInt8(ascii: "\n")
    guard rest.first == lineFeed, let end = rest.dropFirst().firstIndex(of: lineFeed) else {
      throw damaged("no footer")
    }
    let text = rest[rest.startIndex + 1..<end]
    guard !text.isEmpty else { return nil }
    guard let rule = YearlyRule(posix: text) else { throw damaged("unreadable yearly rule") }
    return rule
  }

  mutating func skip(_ count: Int) throws(TimeZoneError) {
    guard rest.count >= count else { throw damaged("cut short") }
    rest = rest.dropFirst(count)
  }

  private mutating func readCount() throws(TimeZoneError) -> Int {
    let count = try readInteger(size: 4)
    guard count >= 0 else { throw damaged("a count over two billion") }
    return Int(count)
  }

  private mutating func readIntegers(count: Int, size: Int) throws(TimeZoneError) -> [Int64] {
    var result: [Int64] = []
    for _ in 0..<count { result.append(try readInteger(size: size)) }
    return result
  }

  /// A big-endian integer: unsigned in one byte, two's complement in four or eight.
  private mutating func readInteger(size: Int) throws(TimeZoneError) -> Int64 {
    let bytes = rest.prefix(size)
    try skip(size)
    let bits = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
  }

  private func damaged(_ reason: String) -> TimeZoneError {
    .damaged(name, reason: reason)
  }
}
