import Quantities

/// Reads a file of users by month: a header `month,mau`, then lines such as `2027-01,8000`.
public enum MAUPath {
  /// What is wrong with a file, where, and what to do about it.
  public struct Problem: Error, Hashable, Sendable {
    /// The file, as it was named.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// What is wrong, without a full stop.
    public let message: String
    /// What to do about it.
    public let remedy: String
  }

  /// The header that a file begins with.
  public static let header = "month,mau"

  /// The plan that a file holds.
  ///
  /// - Parameters:
  ///   - text: The file's text. Empty lines and spaces around a field are left out.
  ///   - file: How the file is called in errors.
  /// - Returns: Numbers by month; a month that is left out has the number of the one before it.
  /// - Throws: The first line that cannot be understood.
  public static func plan(_ text: String, file: String) throws(Problem) -> MAUPlan {
    var numbers: [Month: Int] = [:]
    var hasHeader = false
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let fields = raw.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
      if fields == [""] { continue }
      func problem(_ message: String, _ remedy: String) -> Problem {
        Problem(file: file, line: index + 1, message: message, remedy: remedy)
      }
      guard hasHeader else {
        guard fields == ["month", "mau"] else {
          throw problem("the header \(header) is missing", "Write \(header) on the first line.")
        }
        hasHeader = true
        continue
      }
      guard fields.count == 2 else {
        throw problem(
          "a month and a number belong here, not \(fields.count) fields",
          "Write it like 2027-01,8000, without separators inside the number.")
      }
      guard let month = Month(fields[0]) else {
        throw problem("\"\(fields[0])\" is not a month", "Write it like 2027-01.")
      }
      guard let users = Int(fields[1]), users >= 0 else {
        throw problem(
          "\"\(fields[1])\" is not a number of users", "Give a whole number of 0 or more.")
      }
      guard numbers.updateValue(users, forKey: month) == nil else {
        throw problem("\(month) has been given already", "Leave one of the two lines out.")
      }
    }
    guard !numbers.isEmpty else {
      throw Problem(
        file: file, line: 1, message: "no month is given",
        remedy: "Write \(header) on the first line and then lines such as 2027-01,8000.")
    }
    return .path(numbers)
  }

  private static func trimmed(_ field: Substring) -> String {
    var field = field
    while field.first?.isWhitespace == true || field.first == "\u{FEFF}" { field.removeFirst() }
    while field.last?.isWhitespace == true { field.removeLast() }
    return String(field)
  }
}
