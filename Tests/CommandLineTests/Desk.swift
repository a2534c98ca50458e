import Foundation
import TestSupport
import Testing

/// A folder with a ledger of its own, and the program at hand.
struct Desk {
  let folder: String

  init() throws { folder = try temporaryDirectory() }

  /// The ledger's file.
  var ledger: String { folder + "/ledger.db" }

  /// The sample log of the repository.
  static let sample = Repository.path("reports/sample/usage.jsonl")

  typealias Run = (status: Int32, stdout: String, stderr: String)

  /// Runs the program in the folder, on its ledger.
  func run(
    _ arguments: [String], stdin: String? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    try runTollbook(
      arguments: arguments, stdin: stdin,
      environment: ["TOLLBOOK_DB": "ledger.db"].merging(environment) { $1 }, directory: folder)
  }

  /// Runs the program and gives its standard output; anything on standard error fails the test.
  @discardableResult
  func output(
    _ arguments: [String], stdin: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let run = try run(arguments, stdin: stdin)
    #expect(run.status == 0, "\(arguments)", sourceLocation: sourceLocation)
    #expect(run.stderr.isEmpty, "\(run.stderr)", sourceLocation: sourceLocation)
    return run.stdout
  }

  /// The JSON object that a command gives.
  func json(
    _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONObject {
    let text = try output(arguments + ["--format", "json"], sourceLocation: sourceLocation)
    return try JSONObject(text, sourceLocation: sourceLocation)
  }

  /// Writes a file in the folder and gives its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file in the folder and gives its path.
  @discardableResult
  func write(_ bytes: Data, to name: String) throws -> String {
    let path = folder + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Every byte of the ledger, and of what SQLite may have left beside it.
  func ledgerBytes() throws -> Data {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try names.filter { $0.hasPrefix("ledger.db") }.reduce(into: Data()) { bytes, name in
      bytes += try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    }
  }

  /// A usage line of reference record R, which costs exactly 0.001457 USD on gemini-2.5-flash:
  /// ((1000 − 400 + 50) × 0.30 + 400 × 0.03 + (200 + 300) × 2.50) / 10⁶.
  static func referenceLine(_ id: String, user: String? = nil) -> String {
    let member = user.map { #","user":"\#($0)""# } ?? ""
    return """
      {"time":"2026-11-03T09:12:44.120Z","request_id":"\(id)","provider":"google-gemini-api",\
      "model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":1000,\
      "cachedContentTokenCount":400,"candidatesTokenCount":200,"thoughtsTokenCount":300,\
      "toolUsePromptTokenCount":50,"totalTokenCount":1550}\(member)}

      """
  }

  /// A response without time, model or seller, as `generateContent` gives it.
  static let bareResponse = """
    {"candidates":[{"content":{"parts":[{"text":"a secret answer"}],"role":"model"},\
    "finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1000,\
    "cachedContentTokenCount":400,"candidatesTokenCount":200,"thoughtsTokenCount":300,\
    "toolUsePromptTokenCount":50,"totalTokenCount":1550}}

    """
}

/// A JSON object as a test reads it: what is missing fails the test.
struct JSONObject {
  let members: [String: Any]

  init(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    members = try #require(value as? [String: Any], sourceLocation: sourceLocation)
  }

  init(_ members: [String: Any]) { self.members = members }

  /// The rows of a report.
  var rows: [JSONObject] {
    (members["rows"] as? [[String: Any]] ?? []).map { JSONObject($0) }
  }

  /// A whole number.
  func number(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    try #require(members[name] as? Int, "\(name) in \(members)", sourceLocation: sourceLocation)
  }

  /// A text; nil for null.
  func text(_ name: String) -> String? { members[name] as? String }
}
