import JSONText
import Usage

/// What is known of responses that differ from an earlier one in their id, time, user and counts alone.
///
/// A log repeats the answers of a few models in a few forms. What a response is, its seller, model and
/// tier and whether it is complete, follows from its form and from those of its texts that are looked
/// at; where both are those of an earlier response, so is all that. Of such a response only what
/// differs is read, by the functions that read it in any other. Whatever is not the same to the byte
/// is read in the usual way, so a pattern can only save time, never change a record.
struct ResponsePatterns {
  /// What the records of all responses of a pattern have in common.
  struct Common {
    let flags: RecordFlags
    /// The position of the series in the batch.
    let series: Int32
  }

  private var forms = FormTable<FormPatterns>()
  /// Forms whose responses have no patterns.
  private var without = FormTable<Bool>()
  private let userField: [String]

  /// Flags that follow from a form and its texts; a record with others depends on more.
  private static let followingFlags: RecordFlags = [.providerAssumed, .sellerOrTierGiven]

  /// No patterns yet, of responses whose users stand in a field.
  init(userField: [String]) { self.userField = userField }

  /// The patterns of a form; nil where there are none.
  subscript(form: Int) -> FormPatterns? { forms[form] }

  /// Remembers the pattern of a response of which a record was made, if it has one.
  mutating func learn(_ document: JSONView, form: Int, _ row: UsageBatch.Row) {
    guard without[form] == nil, row.flags.isSubset(of: ResponsePatterns.followingFlags),
      row.searchQueries == 0, row.requests == 1, row.latencyMilliseconds == nil
    else { return }
    if forms[form] == nil {
      guard let layout = ResponseLayout(document, userField: userField) else {
        without[form] = true
        return
      }
      forms[form] = FormPatterns(layout)
    }
    forms[form]?.add(document, Common(flags: row.flags, series: row.series))
  }

  /// Forgets all: series have other positions in another batch.
  mutating func removeAll() {
    forms = FormTable()
    without = FormTable()
  }
}
