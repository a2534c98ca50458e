import JSONText
import Quantities
import Usage

/// Ids as other programs wrote them down: telemetry, gateways, tables.
extension RequestIdentity {
  /// The id of a response or a request.
  ///
  /// Where it is the provider's own, the key is the one under which the provider's own body is kept,
  /// so that a request is one however often it was noted.
  struct NotedID {
    /// The key of an id whose beginning says whose it is; nil for all others.
    private let named: RequestKey?
    private let gemini: (key: RequestKey, time: Instant)?
    private let other: RequestKey

    /// An id; `kind` is what it is if nothing says that it is a known provider's.
    init(_ id: JSONView, otherwise kind: Kind) {
      named = RequestIdentity.named(id)
      let response = id.kind == .string ? RequestIdentity.geminiResponse(id) : nil
      gemini = response.flatMap { response in response.time.map { (response.key, $0) } }
      other = RequestIdentity.key(kind, id)
    }

    /// Gives its key to a snapshot whose seller is known, as far as it ever will be.
    func identify(_ snapshot: inout ResponseSnapshot) {
      let isGoogle =
        snapshot.provider == .googleGeminiAPI || snapshot.provider == .googleVertex
      if named == nil, isGoogle, let gemini {
        snapshot.key = gemini.key
        snapshot.timeOfID = gemini.time
      } else {
        snapshot.key = named ?? other
      }
    }
  }

  /// The key of an id whose beginning says whose it is; nil for all others.
  static func named(_ id: JSONView) -> RequestKey? {
    guard id.kind == .string else { return nil }
    let kinds: [(beginning: String, kind: Kind)] = [
      ("chatcmpl-", .openAIStyle), ("resp_", .openAIResponse), ("msg_", .anthropicMessage),
      ("run_", .openAIStyle),
    ]
    for (beginning, kind) in kinds where id.raw.starts(with: beginning.utf8) {
      return key(kind, id)
    }
    return nil
  }

  /// The key of a span: its trace and itself, in whatever letters their hexadecimal is written.
  static func span(trace: JSONView?, span: JSONView) -> RequestKey {
    func lowered(_ id: JSONView?) -> [UInt8] {
      let text = id.map { Array($0.raw) } ?? []
      let digits = text.starts(with: "0x".utf8) ? text.dropFirst(2) : text[...]
      // A hexadecimal id is the same in capitals; one in base64 is not.
      let isHexadecimal = digits.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
      }
      return isHexadecimal ? digits.map { $0 | 0x20 } : Array(digits)
    }
    return key(.span, bytes: lowered(trace) + [UInt8(ascii: "/")] + lowered(span))
  }
}
