import Arguments
import Dispatch
import TollbookKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `tollbook import --follow`: imports what is there, then what is new, until it is interrupted.
struct FollowedImport {
  private let invocation: Invocation
  private let tollbook: Tollbook
  private let options: ImportOptions
  private let interval: Int

  init(
    _ invocation: Invocation, _ tollbook: Tollbook, _ options: ImportOptions, _ interval: Int
  ) throws {
    let parsed = invocation.parsed
    guard !parsed.flag("dry-run"), !parsed.operands.contains("-") else {
      throw TollbookError(
        .usage, "--follow goes with neither --dry-run nor standard input",
        next: "Name the files or folders to follow.")
    }
    self.invocation = invocation
    self.tollbook = tollbook
    self.options = options
    self.interval = interval
  }

  /// The seconds of `--interval`.
  static func interval(_ parsed: Parsed) throws -> Int {
    try parsed.value("interval").map {
      try Numbers.whole(
        $0, option: "--interval", minimum: 1, what: "a number of seconds", example: 5)
    } ?? 2
  }

  /// Follows until interrupted; then says what came in all.
  func run() throws -> ExitCode {
    let end = DispatchSemaphore(value: 0)
    // The signals' own action would end the process between two words of a message.
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { end.signal() }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }

    var total: ImportSummary?
    let surroundings = invocation.surroundings
    func wait() -> Instant? {
      let isInterrupted = end.wait(timeout: .now() + .seconds(interval)) == .success
      return isInterrupted ? nil : surroundings.currentTime()
    }
    try tollbook.follow(
      invocation.parsed.operands, options: options,
      hashUsers: invocation.parsed.flag("hash-users"), wait: wait,
      busy: { surroundings.say("\(surroundings.currentTime()): \($0.message); trying again\n") }
    ) { summary in
      if total == nil || summary.hasNews { surroundings.say(Self.line(summary, at: surroundings)) }
      total = total.map { $0.adding(news: summary) } ?? summary
    }
    if let total { try invocation.write(total.report) }
    return .done
  }

  private static func line(_ summary: ImportSummary, at surroundings: Surroundings) -> String {
    var line =
      "\(surroundings.currentTime()): \(Phrase.counted(summary.requests, "request")) added"
    if summary.completed > 0 { line += ", \(Phrase.number(summary.completed)) completed" }
    let places = summary.placesSetAsideNow
    if places > 0 { line += ", \(Phrase.counted(places, "place")) set aside" }
    return line + "\n"
  }
}
