/// Zero bytes in a log: a block that was never written before the machine went down, or the room that
/// a program sets aside for what it is going to write.
extension DocumentFramer {
  /// Reads over a run of zero bytes; what stands behind them, on the same line even, is read.
  ///
  /// At the end of a log they may still be written to: they are left for next time, like a line
  /// that is not finished. What begins with zeros and goes on with bytes of no text is an image of a
  /// disk, or the like.
  mutating func zeroBytes() throws(SourceError) -> FramedItem {
    leftLines = true
    let start = place
    var zeros: Int64 = 0
    while true {
      let count = window.bytes.prefix { $0 == 0 }.count
      zeros += Int64(count)
      window.consume(count)
      guard window.count == 0, try window.fill() else { break }
    }
    if window.count == 0, lineDocuments > 0 { return .unfinishedLine(start) }
    if lineDocuments == 0 {
      while window.count < LogText.lookAhead { guard try window.fill() else { break } }
      if LogText.isBinary(window.bytes.prefix(LogText.lookAhead)) {
        return .unreadable(start, .binary, content: nil)
      }
    }
    // Known by their number: there is nothing else to them.
    return .unreadable(start, .zeroBytes, content: zeros)
  }
}
