import TollbookKit

/// One line on a terminal that says how far an import has come, and is gone when it is done.
///
/// Ten times a second at most, and never where standard error is no terminal. A class, since the
/// import calls it from within.
final class ProgressDisplay {
  private let surroundings: Surroundings
  private let startedAt: Double
  private var shownAt: Double
  private var isShown = false

  /// A display; nil where nobody would see it.
  init?(_ surroundings: Surroundings) {
    guard surroundings.isErrorTerminal else { return nil }
    self.surroundings = surroundings
    startedAt = surroundings.uptime()
    // A short import is over before anything would have to be shown.
    shownAt = startedAt + 0.2
  }

  /// Shows how far an import has come, if it is time.
  func show(_ progress: ImportProgress) {
    let now = surroundings.uptime()
    guard now - shownAt >= 0.1 else { return }
    shownAt = now
    isShown = true
    surroundings.say("\r\u{1B}[K" + ProgressDisplay.line(progress, seconds: now - startedAt))
  }

  /// Takes the line away.
  func clear() {
    if isShown { surroundings.say("\r\u{1B}[K") }
    isShown = false
  }

  /// "1.2 of 6.3 GB · 520 MB/s · 10 s left · 1,900,000 requests · 3 set aside".
  static func line(_ progress: ImportProgress, seconds: Double) -> String {
    var parts = ["\(size(progress.bytes)) of \(size(progress.bytesInAll))"]
    if progress.filesInAll > 1 { parts.append("\(progress.files) of \(progress.filesInAll) files") }
    let rate = seconds > 0 ? Double(progress.bytes) / seconds : 0
    if rate > 0 {
      parts.append("\(size(Int64(rate)))/s")
      let rest = Double(max(0, progress.bytesInAll - progress.bytes)) / rate
      parts.append("\(duration(Int64(rest.rounded(.up)))) left")
    }
    parts.append(Phrase.counted(progress.requests, "request"))
    if progress.quarantined > 0 { parts.append("\(progress.quarantined) set aside") }
    return parts.joined(separator: " · ")
  }

  private static func size(_ bytes: Int64) -> String {
    var unit = 0
    var value = Double(bytes)
    let units = ["B", "kB", "MB", "GB", "TB"]
    while value >= 1000, unit + 1 < units.count {
      value /= 1000
      unit += 1
    }
    let tenths = Int64((value * 10).rounded())
    return unit == 0 || tenths >= 1000
      ? "\(Int64(value.rounded())) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  private static func duration(_ seconds: Int64) -> String {
    seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
