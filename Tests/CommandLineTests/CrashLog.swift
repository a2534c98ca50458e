import TestSupport

/// Logs that an import works on for a while, with commits in between.
///
/// One long log, and more small files than one transaction takes, so that a kill falls before,
/// between and after commits. All of it is invented, and the same for the same seed.
struct CrashLog {
  /// Lines of a year, of some users, models and prompt lengths.
  let lines: [String]
  /// How many more files there are, with a line each.
  static let smallFiles = 210

  init(seed: UInt64, lines count: Int) {
    var random = SeededRandom(seed: seed)
    lines = (0..<count + CrashLog.smallFiles).map { CrashLog.line($0, &random) }
  }

  private static func line(_ number: Int, _ random: inout SeededRandom) -> String {
    let models = ["gemini-2.5-flash", "gemini-2.5-pro", "gemini-3.8-flash"]
    let prompt = random.next() % 400_000
    return """
      {"time":"2026-\(two(random.next() % 12 + 1))-\(two(random.next() % 28 + 1))\
      T\(two(random.next() % 24)):\(two(random.next() % 60)):00Z",\
      "request_id":"r\(number)","provider":"google-gemini-api",\
      "model":"\(models[Int(random.next() % 3)])",\
      "usageMetadata":{"promptTokenCount":\(prompt),"candidatesTokenCount":\(prompt / 7)},\
      "user":"u\(random.next() % 500)"}

      """
  }

  private static func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The long log.
  var long: [String] { Array(lines.dropLast(CrashLog.smallFiles)) }

  /// Writes the folder `logs` of a desk.
  func write(to desk: Desk) throws {
    try desk.write(long.joined(), to: "logs/a.jsonl")
    for (number, line) in lines.suffix(CrashLog.smallFiles).enumerated() {
      try desk.write(line, to: "logs/small/\(number).jsonl")
    }
  }
}
