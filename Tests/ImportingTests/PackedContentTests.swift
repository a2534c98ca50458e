import TestSupport
import Testing

@testable import Importing

/// What is compressed or packed in a way that is not opened here is named, with the way to read it.
@Suite struct PackedContentTests {
  /// A field of protobuf with a length before it.
  private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    let length =
      bytes.count < 128
      ? [UInt8(bytes.count)] : [UInt8(bytes.count & 0x7F) | 0x80, UInt8(bytes.count >> 7)]
    return [number << 3 | 2] + length + bytes
  }

  /// Spans of a resource whose first attribute has this key.
  static func otlp(_ key: String, spanBytes: Int = 300) -> [UInt8] {
    let attribute = field(1, Array(key.utf8)) + field(2, field(1, Array("my-app".utf8)))
    let span = field(1, Array(repeating: 7, count: spanBytes))
    return field(1, field(1, field(1, attribute)) + field(2, field(2, span)))
  }

  /// Written with the tools themselves: `printf x | zstd`, `bzip2`, `xz`, `lz4`, and `zip - -`.
  static let files: [(name: String, bytes: [UInt8])] = [
    ("packed_zstd", [0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x58, 0x09, 0, 0, 0x78]),
    ("packed_bzip2", Array("BZh91AY&SY".utf8) + [0x77, 0x9B, 0x0F, 0xA9, 0, 0]),
    ("packed_xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4]),
    ("packed_lz4", [0x04, 0x22, 0x4D, 0x18, 0x64, 0x40, 0xA7, 1]),
    ("packed_zip", [0x50, 0x4B, 3, 4, 0x2D, 0, 0, 0]),
    ("packed_parquet", Array("PAR1".utf8) + [0x15, 4, 0x15, 0]),
    ("packed_avro", Array("Obj\u{1}".utf8) + [4, 0x14]),
    ("packed_otlp_protobuf", otlp("service.name")),
    ("packed_otlp_protobuf", otlp("telemetry.sdk.language", spanBytes: 20)),
    ("packed_otlp_protobuf", [0, 0, 1, 0x60] + otlp("host.name")),
  ]

  @Test(arguments: files.indices)
  func `a packed file is one fault that says how to read it`(_ index: Int) throws {
    let (code, bytes) = Self.files[index]
    // More bytes, with line ends among them, make no more faults.
    let yield = read(bytes: bytes + (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    #expect(yield.quarantined.map(\.code) == [code])
    #expect(yield.counts.quarantined == 1)
    #expect(yield.records.isEmpty)
    let place = try #require(yield.quarantined.first)
    #expect(place.remedy?.isEmpty == false)
    #expect(place.isNoLog == (code == "packed_zip"))
  }

  @Test(arguments: [
    "BZh,model,tokens\n1,gpt-5,7\n", "PAR1,model\n", "\n\n\n\n\n\n\n\n{}\n",
    "\n{\n\"a.b\": 1}\n", "\n~\nz\ny\nx.abcdefghijklmnop",
  ])
  func `a text that begins alike is a text`(_ text: String) {
    #expect(PackedContent(start: Array(text.utf8)) == nil)
  }

  @Test func `protobuf of another kind is no telemetry`() {
    #expect(PackedContent(start: Self.otlp("Not a key")) == nil)
    #expect(PackedContent(start: Self.otlp("plain")) == nil)
    #expect(PackedContent(start: Array(Self.otlp("service.name").prefix(9))) == nil)
    #expect(PackedContent(start: []) == nil)
  }

  @Test func `each kind is found again by the name under which it is kept`() {
    for kind in PackedContent.allCases { #expect(PackedContent(code: kind.code) == kind) }
    #expect(PackedContent(code: "binary") == nil)
  }
}
