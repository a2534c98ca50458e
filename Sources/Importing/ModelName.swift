/// A model's name, out of whatever a log writes in its place.
///
/// That may be the path of a resource, the address that was called, or a name with the end of such
/// an address (`gemini-2.5-flash:generateContent?key=…`), which may hold an API key. What is kept
/// is the model. Nothing else is changed: no lower case, and no suffix but the methods of Google's
/// APIs, since names have colons (`llama3:8b`, `anthropic.claude-3-haiku-20240307-v1:0`,
/// `ft:gpt-4o:org::id`) and signs (`claude-sonnet-4@20250514`) of their own.
enum ModelName {
  /// The model without the resource path that APIs put before it; nil for nothing.
  ///
  /// `models/X`, `publishers/google/models/X`, `projects/…/models/X`, the address of any of them,
  /// Azure's `…/deployments/X/…`, Bedrock's `…/model/X/…` and the `google/X` of OpenAI-compatible
  /// endpoints all name X.
  static func ofResource(_ text: String) -> String? {
    guard let name = withoutSigns(text) else { return nil }
    guard name.utf8.contains(UInt8(ascii: "/")) else { return shortEnough(name) }
    let parts = name.split(separator: "/")
    if let place = placeOfModel(parts, isAddress: name.hasPrefix("/") || name.contains("://")) {
      return withoutMethod(String(parts[place])).flatMap(shortEnough)
    }
    if parts.count == 2, parts[0] == "google" { return shortEnough(String(parts[1])) }
    return shortEnough(name)
  }

  /// The model that was called at an address, which may be a path alone; nil where the address is
  /// not one at which a model answers.
  static func called(at address: String) -> String? {
    guard let path = withoutQuery(address) else { return nil }
    let parts = path.split(separator: "/")
    guard let place = placeOfModel(parts, isAddress: true) else { return nil }
    let name = String(parts[place])
    let model = withoutMethod(name)
    // `/v1/models/X` alone asks what X is.
    guard parts[place - 1] != "models" || model != name else { return nil }
    return model
  }

  /// No name is longer: somebody wrote something else in its place, such as a prompt.
  private static let longest = 200

  /// A name without what addresses have behind it; nil for nothing, and for what is none.
  static func plain(_ text: String) -> String? { withoutSigns(text).flatMap(shortEnough) }

  private static func shortEnough(_ name: String) -> String? {
    name.utf8.count <= longest ? name : nil
  }

  private static func withoutSigns(_ text: String) -> String? {
    guard text.utf8.contains(where: isSign) else {
      return text.isEmpty ? nil : KeptText.withoutKeys(text)
    }
    return withoutQuery(text).flatMap(withoutMethod).map(KeptText.withoutKeys)
  }

  /// The signs that a name may have which is not one by itself.
  private static func isSign(_ byte: UInt8) -> Bool { "/:?#&%".utf8.contains(byte) }

  private static func placeOfModel(_ parts: [Substring], isAddress: Bool) -> Int? {
    let markers: Set<Substring> =
      isAddress ? ["models", "deployments", "model"] : ["models", "deployments"]
    guard let marker = parts.dropLast().lastIndex(where: markers.contains) else { return nil }
    return marker + 1
  }

  /// A text up to its query, whose signs may be written as `%3F`; without the user of an address.
  private static func withoutQuery(_ text: String) -> String? {
    let decoded = PlainAddress.text(decoded(text))
    let name = decoded.prefix { !"?#&".contains($0) }
    return name.isEmpty ? nil : String(name)
  }

  private static func withoutMethod(_ name: String) -> String? {
    guard let colon = name.lastIndex(of: ":"),
      methods.contains(name[name.index(after: colon)...].lowercased())
    else { return name }
    return colon == name.startIndex ? nil : String(name[..<colon])
  }

  /// What can be asked of a model at Google's APIs, in lower case
  /// (https://ai.google.dev/api/all-methods,
  /// https://cloud.google.com/vertex-ai/docs/reference/rest).
  private static let methods: Set<String> = [
    "generatecontent", "streamgeneratecontent", "bidigeneratecontent", "batchgeneratecontent",
    "asyncbatchembedcontent", "counttokens", "computetokens", "embedcontent",
    "batchembedcontents", "embedtext", "batchembedtext", "generateanswer", "generatetext",
    "generatemessage", "countmessagetokens", "counttexttokens", "predict", "predictlongrunning",
    "fetchpredictoperation", "rawpredict", "streamrawpredict", "directpredict",
    "directrawpredict", "streamingpredict", "serverstreamingpredict", "streamdirectpredict",
    "streamdirectrawpredict", "explain",
  ]

  /// A text with its `%3A` and the like as what they stand for, also where they were written twice.
  private static func decoded(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<3 where bytes.contains(UInt8(ascii: "%")) {
      var next: [UInt8] = []
      var place = 0
      while place < bytes.count {
        if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
          let byte = UInt8(String(decoding: bytes[place + 1...place + 2], as: UTF8.self), radix: 16)
        {
          next.append(byte)
          place += 3
        } else {
          next.append(bytes[place])
          place += 1
        }
      }
      bytes = next
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
