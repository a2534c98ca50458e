/// What is no text and may hold a log all the same, told by its first bytes.
///
/// Such a file is not read, and must not be taken for a picture either: it is set aside with the way
/// to read it. The bytes are those of the formats' own definitions: RFC 8878 (zstd), the xz file
/// format 1.2, LZ4 frames 1.6, APPNOTE 4.3.7 (zip), Apache Parquet and Avro, and OTLP's
/// `ExportTraceServiceRequest`, which the others of its kind begin alike.
package enum PackedContent: String, CaseIterable, Hashable, Sendable {
  case zstd, bzip2, xz, lz4, zip, parquet, avro
  case otlpProtobuf = "otlp_protobuf"

  /// What a file is that begins so; nil if it is none of these.
  package init?(start: [UInt8]) {
    // A text may begin with the letters of bzip2 or Parquet, but has no such bytes.
    let isText = !start.contains { $0 < 9 || $0 > 0x7F }
    let known = PackedContent.allCases.first { kind in
      guard let magic = kind.magic else { return PackedContent.isOTLP(start) }
      return !isText && start.starts(with: magic)
    }
    guard let known else { return nil }
    self = known
  }

  /// The bytes that begin every such file; nil where there are none.
  private var magic: [UInt8]? {
    switch self {
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .bzip2: Array("BZh".utf8)
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]
    case .lz4: [0x04, 0x22, 0x4D, 0x18]
    case .zip: [0x50, 0x4B, 3, 4]
    case .parquet: Array("PAR1".utf8)
    case .avro: Array("Obj\u{1}".utf8)
    case .otlpProtobuf: nil
    }
  }

  /// The name under which the quarantine keeps it.
  package var code: String { "packed_" + rawValue }

  /// What is kept under a name; nil for any other reason.
  package init?(code: String) {
    guard let known = PackedContent.allCases.first(where: { $0.code == code }) else { return nil }
    self = known
  }

  /// One phrase for people, lower case.
  package var explanation: String {
    switch self {
    case .zstd, .bzip2, .xz, .lz4: "this is compressed with \(rawValue)"
    case .zip: "this is a zip archive"
    case .parquet, .avro: "this is a table in \(rawValue == "avro" ? "Avro" : "Parquet") format"
    case .otlpProtobuf: "this is OpenTelemetry in protobuf, not in JSON"
    }
  }

  /// What to do about it, as a sentence.
  package var remedy: String {
    switch self {
    case .zstd, .bzip2, .xz, .lz4:
      "Unpack it on the way in: \(rawValue) -dc FILE | tollbook import -"
    case .zip: "Unpack it on the way in: unzip -p FILE | tollbook import -"
    case .parquet, .avro:
      "Write it out as JSON lines or CSV, which most engines do by COPY or EXPORT."
    case .otlpProtobuf:
      "Write it as JSON: the collector's file exporter does so with `format: json`, and SDKs with "
        + "OTEL_EXPORTER_OTLP_PROTOCOL=http/json."
    }
  }

  /// Whether it may be anything: in a folder it is passed over, as a picture would be.
  ///
  /// What is compressed by itself, or telemetry, is a log that somebody expects to be read.
  package var isAnything: Bool { self == .zip }

  /// Whether it begins as a resource with attributes, perhaps behind the length that the collector
  /// writes before each message.
  private static func isOTLP(_ start: [UInt8]) -> Bool {
    beginsResource(start[...]) || (start.count > 4 && beginsResource(start[4...]))
  }

  /// Whether there are four fields of number 1 in one another: spans, resource, attribute, key.
  ///
  /// Each is shorter than the one around it; text that begins with line feeds has no such lengths.
  private static func beginsResource(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    var room = Int.max
    for _ in 0..<4 {
      guard rest.popFirst() == 0x0A, let length = varint(&rest), length < room else { return false }
      room = length
    }
    // `service.name`, `telemetry.sdk.name`, `host.name` …
    let key = rest.prefix(room)
    return key.count == room && room > 2 && key.contains(UInt8(ascii: "."))
      && key.allSatisfy { byte in
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
  }

  /// A length of at most four bytes of seven bits.
  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    for shift in 0..<4 {
      guard let byte = bytes.popFirst() else { return nil }
      value |= Int(byte & 0x7F) << (7 * shift)
      if byte < 0x80 { return value }
    }
    return nil
  }
}
