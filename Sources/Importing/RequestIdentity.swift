import JSONText
import Quantities
import Usage

/// Derives the key by which a request is the same request wherever it is read.
///
/// - A Gemini `responseId` (also in batch results, Vertex logs and streams) is the key. Its first
///   four bytes, base64url, are the second of its making, little-endian: not documented, but true
///   of every response seen that also states its `createTime` to the microsecond. Such keys begin
///   with that second, so that a log in order of time is inserted in order of key.
/// - Any other id (an interaction, a request id of one's own, an OpenAI-style id) is hashed under
///   the name of its kind.
/// - Without an id the key is a hash of the document and of how many times the same document came
///   before it in the same source: reading a copy again, or under another name, adds nothing.
enum RequestIdentity {
  /// What an id identifies; two kinds never share a key, and a raw value is never changed.
  enum Kind: UInt64 {
    case geminiResponse = 1
    case interaction = 2
    case openAIStyle = 3
    case requestID = 4
    case content = 5
    /// Anthropic's `msg_…`, wherever it is read: in a body, a stream, a batch result, a session log.
    case anthropicMessage = 6
    /// OpenAI's `resp_…`, wherever it is read.
    case openAIResponse = 7
    /// The request id of AWS, in what boto3 returns and in the log of invocations.
    case bedrockRequest = 8
    /// A sum of a vendor's statistics: its bucket and what it is grouped by.
    case usageBucket = 9
    /// A part of a request that another model answered.
    case part = 10
    /// A message of Claude Code's whose id is not Anthropic's, with its request id.
    case claudeCodeMessage = 20
    /// A line of Claude Code's whose message has no id.
    case claudeCodeLine = 21
    case geminiCLIMessage = 22
    case qwenCodeLine = 23
    /// A thread of Codex, a running total in it, the time of an event.
    case codexThread = 24
    case copilotSession = 25
    /// A running total of Codex in a file that names no thread.
    case codexPiece = 26
    /// A span of a trace, where nothing names the response.
    case span = 30
    /// A request by the id that a gateway gave it, where nothing names the response.
    case gatewayRequest = 31
    /// A request that Claude Code noted in its telemetry: its request id, else session and time.
    case claudeCodeEvent = 32
    // 6 to 19 are for the APIs of vendors, 20 to 29 for session logs of command-line tools, 30 to
    // 39 for telemetry and gateways.
  }

  /// The key of a response id, and the second it begins with.
  static func geminiResponse(_ id: JSONView) -> (key: RequestKey, time: Instant?) {
    let hash = key(.geminiResponse, id)
    guard let second = secondOfID(id.raw) else { return (hash, nil) }
    return (RequestKey(high: second, low: hash.low), Instant(seconds: second))
  }

  /// The key of an id of another kind; a number counts as its digits, so none is too long.
  static func key(_ kind: Kind, _ id: JSONView) -> RequestKey {
    // `a\/b` and `a/b` are one id, whoever wrote it.
    guard id.hasEscapes, let text = id.string else {
      return hashed(kind, UnsafeRawBufferPointer(id.raw))
    }
    return Array(text.utf8).withUnsafeBytes { hashed(kind, $0) }
  }

  /// The key of what a row of somebody's own identifies its request by.
  ///
  /// A vendor's response id is the request's, whatever member it stands in, so that the row and the
  /// vendor's own answer are one request. Next comes what a Gemini response's own id made of it, and
  /// then the row's `request_id`. An `id` that is no vendor's may be the number of a row, and is not
  /// believed; nor is one that is too short to be the only one of its kind, as an app's own `msg_1`.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - response: The key of its Gemini response id, if it has one.
  ///   - time: The time that the row states.
  /// - Returns: The key; nil where nothing identifies the request.
  static func ownRow(
    _ row: DocumentShape, response: RequestKey?, time: Instant?
  ) -> RequestKey? {
    for id in [row.id, row.responseID, row.requestID] {
      if let id, isVendors(id, in: row), let key = named(id) { return key }
    }
    if let response { return response }
    guard let id = row.requestID, id.isIdentity else { return nil }
    if row.usageMetadata != nil, id.kind == .string, let time,
      case (let key, let second?) = geminiResponse(id), isSame(second, time)
    {
      return key
    }
    return key(.requestID, id)
  }

  /// Whether an id is long enough to be a vendor's, or stands in an object of OpenAI's own; whose runs
  /// these are only that says.
  private static func isVendors(_ id: JSONView, in row: DocumentShape) -> Bool {
    row.object != nil || id.raw.count >= 20 && !id.raw.starts(with: "run_".utf8)
  }

  /// Whether an id's second is that of the request, as that of one random id in 25,000 is: two days of
  /// 2³² seconds.
  private static func isSame(_ second: Instant, _ time: Instant) -> Bool {
    let day: Int64 = 86_400_000_000
    return abs(second.microseconds - time.microseconds) < day
  }

  /// The key of an identity that is put together.
  static func key(_ kind: Kind, _ text: String) -> RequestKey {
    key(kind, bytes: Array(text.utf8))
  }

  /// The key of a part of a request.
  static func key(partOf whole: RequestKey, number: Int) -> RequestKey {
    key(.part, "\(whole.high) \(whole.low) \(number)")
  }

  /// The key of a document without an id; `occurrence` is 0 for the first of its kind.
  static func key(contentHash: RequestKey, occurrence: Int) -> RequestKey {
    guard occurrence > 0 else { return contentHash }
    return combine(contentHash, RequestKey(high: Int64(occurrence), low: 0))
  }

  /// The key of an identity in bytes.
  static func key(_ kind: Kind, bytes: [UInt8]) -> RequestKey {
    bytes.withUnsafeBytes { hashed(kind, $0) }
  }

  /// The key of numbers that identify something together.
  static func key(_ kind: Kind, numbers: [Int64]) -> RequestKey {
    var hash = SipHash(key0: kind.rawValue, key1: keyWord)
    for number in numbers { hash.update(UInt64(bitPattern: number)) }
    return requestKey(hash)
  }

  /// The beginning of a hash of bytes that come piece by piece.
  static func contentHasher() -> SipHash { SipHash(key0: Kind.content.rawValue, key1: keyWord) }

  /// A hash of a document's bytes.
  static func contentHash(_ text: UnsafeBufferPointer<UInt8>) -> RequestKey {
    hashed(.content, UnsafeRawBufferPointer(text))
  }

  /// One hash of two.
  static func combine(_ first: RequestKey, _ second: RequestKey) -> RequestKey {
    var hash = SipHash(key0: Kind.content.rawValue, key1: keyWord)
    for half in [first.high, first.low, second.high, second.low] {
      hash.update(UInt64(bitPattern: half))
    }
    return requestKey(hash)
  }

  /// "tollbook" in ASCII: a fixed key, since equal ids must give equal keys in every ledger.
  private static let keyWord: UInt64 = 0x6B6F_6F62_6C6C_6F74

  private static func hashed(_ kind: Kind, _ bytes: UnsafeRawBufferPointer) -> RequestKey {
    var hash = SipHash(key0: kind.rawValue, key1: keyWord)
    hash.update(bytes)
    return requestKey(hash)
  }

  /// Hashed keys are negative in their upper half, so they never meet one that begins with a time.
  private static func requestKey(_ hash: SipHash) -> RequestKey {
    let (high, low) = hash.finalize128()
    return RequestKey(high: Int64(bitPattern: high | 1 << 63), low: Int64(bitPattern: low))
  }

  /// From the month of Gemini's first public API to the end of 2037.
  private static let plausibleSeconds: ClosedRange<Int64> = 1_701_388_800...2_145_916_800

  private static func secondOfID(_ id: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard id.count >= 16 else { return nil }
    var bits: UInt64 = 0
    for byte in id.prefix(6) {
      guard let value = base64Value(byte) else { return nil }
      bits = bits << 6 | UInt64(value)
    }
    let bigEndian = UInt32(truncatingIfNeeded: bits >> 4)
    let second = Int64(bigEndian.byteSwapped)
    return plausibleSeconds.contains(second) ? second : nil
  }

  private static func base64Value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"), UInt8(ascii: "+"): 62
    case UInt8(ascii: "_"), UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
