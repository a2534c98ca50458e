/// Small pieces of sentences: counts of things, and lists of words.
///
/// Every sentence that counts something takes it from here, so that nobody reads "1 days".
package enum Phrase {
  /// The number with separators: `1,204`.
  package static func number(_ number: some BinaryInteger) -> String {
    DecimalText.grouped(String(number))
  }

  /// `1 request`, `1,204 requests`.
  package static func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(number(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A count with what it does: `1 user is`, `2 users are`.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - noun: One of them.
  ///   - one: The verb for one.
  ///   - more: The verb for none or several.
  /// - Returns: Count, noun and verb.
  package static func counted(
    _ count: some BinaryInteger, _ noun: String, _ one: String, _ more: String
  ) -> String {
    "\(counted(count, noun)) \(count == 1 ? one : more)"
  }

  /// A part of a count with what it does: `1 of 10 requests names`, `2 of 1,204 requests name`.
  ///
  /// - Parameters:
  ///   - part: How many of them.
  ///   - all: How many there are.
  ///   - noun: One of them.
  ///   - one: The verb for one.
  ///   - more: The verb for none or several.
  /// - Returns: Part, count, noun and verb.
  package static func part(
    _ part: some BinaryInteger, of all: some BinaryInteger, _ noun: String, _ one: String,
    _ more: String
  ) -> String {
    "\(number(part)) of \(counted(all, noun)) \(part == 1 ? one : more)"
  }

  /// `a`, `a or b`, `a, b or c`.
  package static func list(_ words: [String], _ joint: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(joint) " + last
  }
}
