import Quantities

/// Reads a file of users by month: a header `month,mau`, then lines such as `2027-01,8000`.
public enum MAUPath {
  /// What is wrong with a file, where, and what to do about it.
  public struct Problem: Error, Hashable, Sendable {
    /// The file, as it was named.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// What is wrong, after the field that it is in; without a full stop.
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
      let place = Place(file: file, line: index + 1)
      if hasHeader {
        let (month, users) = try number(fields, place)
        guard numbers.updateValue(users, forKey: month) == nil else {
          throw place.problem(
            "month: \(month) has been given already", "Leave one of the two lines out.")
        }
      } else {
        // Without it nobody could tell a file of another kind from one with a mistake.
        guard fields == ["month", "mau"] else {
          throw place.problem(
            "the header \(header) is missing", "Write \(header) on the first line.")
        }
        hasHeader = true
      }
    }
    guard !numbers.isEmpty else {
      throw Place(file: file, line: 1).problem(
        "no month is given", "Write \(header) on the first line, then lines such as 2027-01,8000.")
    }
    return .path(numbers)
  }

  private struct Place {
    let file: String
    let line: Int

    func problem(_ message: String, _ remedy: String) -> Problem {
      Problem(file: file, line: line, message: message, remedy: remedy)
    }
  }

  private static func number(
    _ fields: [String], _ place: Place
  ) throws(Problem) -> (month: Month, users: Int) {
    guard fields.count == 2 else {
      let count = fields.count == 1 ? "1 field" : "\(fields.count) fields"
      throw place.problem(
        "a month and a number belong here, not \(count)",
        "Write it like 2027-01,8000, without separators inside the number.")
    }
    guard let month = Month(fields[0]) else {
      throw place.problem("month: \"\(fields[0])\" is not a month", "Write it like 2027-01.")
    }
    guard let users = Int(fields[1]), users >= 0 else {
      throw place.problem(
        "mau: \"\(fields[1])\" is not a number of users", "Give a whole number of 0 or more.")
    }
    return (month, users)
  }

  private static func trimmed(_ field: Substring) -> String {
    var field = field
    while field.first?.isWhitespace == true || field.first == "\u{FEFF}" { field.removeFirst() }
    while field.last?.isWhitespace == true { field.removeLast() }
    return String(field)
  }
}
