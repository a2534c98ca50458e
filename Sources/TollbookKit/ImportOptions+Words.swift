import Importing
import Quantities
import Usage

extension ImportOptions {
  /// The options in words that are the same for the same options; secrets are not among them.
  var description: String {
    var parts: [String] = []
    if let format { parts.append("input-format=\(format.rawValue)") }
    if let provider { parts.append("provider=\(provider.name)") }
    if let model { parts.append("model=\(Self.escaped(model))") }
    if let time { parts.append("at=\(time)") }
    if let serviceTier { parts.append("service-tier=\(serviceTier.rawValue)") }
    for (name, value) in labels.sorted(by: { $0.key < $1.key }) {
      parts.append("label:\(Self.escaped(name))=\(Self.escaped(value))")
    }
    if !userField.isEmpty {
      parts.append("user-field=\(Self.escaped(userField.joined(separator: ".")))")
    }
    if userHashKey != nil { parts.append("hash-users") }
    if inputExcludesCache { parts.append("input-excludes-cache") }
    if let columns {
      parts.append("map=\(Self.escaped(columns.description))")
      parts.append("map-zone=\(columns.zoneName)")
    }
    return parts.joined(separator: "\n")
  }

  /// The options that words stand for, and whether users were kept as hashes; what is not
  /// understood, as from a later version, is passed over.
  static func parse(_ words: String) -> (options: ImportOptions, hashUsers: Bool) {
    var options = ImportOptions()
    var hashUsers = false
    var map: String?
    var zone = TimeZoneRules.utc
    for line in words.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? unescaped(parts[1]) : ""
      switch parts[0] {
      case "input-format": options.format = InputFormat(rawValue: value)
      case "provider": options.provider = Provider(value)
      case "model": options.model = value
      case "at": options.time = Instant(iso8601: value)
      case "service-tier": options.serviceTier = ServiceTier(rawValue: value)
      case "user-field": options.userField = value.split(separator: ".").map(String.init)
      case "hash-users": hashUsers = true
      case "input-excludes-cache": options.inputExcludesCache = true
      case "map": map = unescaped(parts[1])
      case "map-zone": zone = (try? TimeZones.named(value)) ?? .utc
      case let name where name.hasPrefix("label:"):
        options.labels[unescaped(name.dropFirst("label:".count))] = value
      default: break
      }
    }
    options.columns = map.flatMap { text in
      try? ColumnMap(text, zone: zone) { try? TimeZones.named($0) }
    }
    return (options, hashUsers)
  }

  /// A text on one line.
  private static func escaped(_ text: String) -> String {
    text.contains { $0 == "\\" || $0.isNewline }
      ? text.unicodeScalars.map { scalar in
        switch scalar {
        case "\\": "\\\\"
        case "\n": "\\n"
        default: String(scalar)
        }
      }.joined() : text
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        result.unicodeScalars.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A digest by which a file is known to have been read in the same way before.
  ///
  /// It changes with the rules of reading, so that an upgrade reads files again.
  var digest: String { SHA256.hexDigest(of: Array("reading 2\n\(description)".utf8)) }
}
