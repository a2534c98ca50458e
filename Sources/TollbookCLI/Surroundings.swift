import TollbookKit

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

/// Everything the program takes from the process it runs in; nothing below reads it.
struct Surroundings {
  let environment: [String: String]
  let now: Instant
  /// Columns of the terminal that shows standard output; nil where it is none.
  let terminalWidth: Int?
  /// Whether standard output is a terminal that wants colour.
  let wantsColor: Bool

  static func ofProcess() -> Surroundings {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let noColor = variable("NO_COLOR").map { !$0.isEmpty } ?? false
    return Surroundings(
      environment: Dictionary(
        uniqueKeysWithValues: ["TOLLBOOK_DB", "TOLLBOOK_PRICES", "XDG_DATA_HOME", "HOME"]
          .compactMap { name in variable(name).map { (name, $0) } }),
      now: clock(), terminalWidth: isTerminal ? columns() : nil,
      wantsColor: isTerminal && !noColor && variable("TERM") != "dumb")
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func clock() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  private static func columns() -> Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else { return 100 }
    return Int(size.ws_col)
  }

  /// Data: to standard output; half a result on a full disk must not look like a whole one.
  func print(_ text: String) throws(TollbookError) {
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, stdout) == bytes.count, fflush(stdout) == 0 else {
      throw TollbookError(
        .inputOutput, "standard output: \(String(cString: strerror(errno)).lowercased())",
        next: "Free some space, or write to another place with --output FILE.")
    }
  }

  /// Whether somebody watches standard error.
  var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Seconds of a clock that never goes back.
  func uptime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The time of day.
  func currentTime() -> Instant { Self.clock() }

  /// Talk: to standard error.
  func say(_ text: String) { fputs(text, stderr) }
}
