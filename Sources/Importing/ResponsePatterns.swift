import JSONText
import Usage

/// What is known of responses that differ from an earlier one in their id, time, user and counts alone.
///
/// A log repeats the answers of a few models in a few forms. What a response is, its seller, model and
/// tier and whether it is complete, follows from its form and from those of its texts that are looked
/// at; where both are those of an earlier response, so is all that. The parser compares them as it
/// does keys and braces; of such a response only what differs is read, by the functions that read it
/// in any other. Whatever is not the same to the byte is read in the usual way, so a pattern can only
/// save time, never change a record. One who reads pieces has one for all, which goes by the numbers that
/// the parser gives.
final class ResponsePatterns {
  /// What is known of all responses of a pattern.
  final class Pattern {
    /// Where they differ.
    let layout: ResponseLayout
    @exclusivity(unchecked) fileprivate(set) var flags: RecordFlags
    /// The position of the series in the batch.
    @exclusivity(unchecked) fileprivate(set) var series: Int32
    @exclusivity(unchecked) fileprivate var batch: Int

    fileprivate init(_ layout: ResponseLayout, flags: RecordFlags, series: Int32, batch: Int) {
      self.layout = layout
      self.flags = flags
      self.series = series
      self.batch = batch
    }
  }

  // One thread uses them: to have that checked at run time, line by line, takes its time.
  @exclusivity(unchecked) private var patterns = FormTable<Pattern>()
  /// How many responses of each form were looked at for a pattern.
  private var attempts = FormTable<Int>()
  private let userField: [String]
  /// Series have other positions in another batch.
  @exclusivity(unchecked) private var batch = 0

  /// Flags that follow from a form and its texts; a record with others depends on more.
  private static let followingFlags: RecordFlags = [
    .providerAssumed, .sellerGiven, .tierGiven,
  ]
  /// After more attempts than these the texts of a form differ from line to line, and to look at them
  /// only takes time.
  private static let mostAttempts = 48

  /// No patterns yet, of responses whose users stand in a field.
  init(userField: [String]) { self.userField = userField }

  /// What is known of a parser's pattern; nil where nothing is in this batch.
  subscript(number: Int) -> Pattern? {
    guard let known = patterns[number], known.batch == batch else { return nil }
    return known
  }

  /// Remembers the pattern of a response of which a record was made, if it has one.
  ///
  /// - Parameters:
  ///   - document: The response, of whose text all nodes are there.
  ///   - text: Its text.
  ///   - parser: The parser that has read it.
  ///   - number: The pattern that the parser found first, if any.
  ///   - row: The record.
  func learn(
    _ document: JSONView, _ text: UnsafeBufferPointer<UInt8>, by parser: JSONParser,
    pattern number: Int?, _ row: UsageBatch.Row
  ) {
    guard row.flags.isSubset(of: ResponsePatterns.followingFlags), row.searchQueries == 0,
      row.requests == 1, row.latencyMilliseconds == nil
    else { return }
    if let number, let known = patterns[number] {
      known.flags = row.flags
      known.series = row.series
      known.batch = batch
      return
    }
    guard let form = parser.form else { return }
    let attempt = (attempts[form] ?? 0) + 1
    guard attempt <= ResponsePatterns.mostAttempts else { return }
    attempts[form] = attempt
    guard let layout = ResponseLayout(document, userField: userField),
      let number = parser.learnPattern(of: text, fixed: layout.deciding, needed: layout.needed)
    else { return }
    patterns[number] = Pattern(layout, flags: row.flags, series: row.series, batch: batch)
  }

  /// Says that what follows is in another batch.
  func beginBatch() { batch += 1 }
}
