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
  /// What spreadsheets write is taken as well: fields in quotes, a header in capitals, a byte order
  /// mark, any line ends.
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
      let place = Place(file: file, line: index + 1)
      guard let fields = MAUPathLine.fields(raw) else {
        throw place.problem("a quote is not closed", "Write it like 2027-01,8000; quotes may go.")
      }
      if fields == [""] { continue }
      if hasHeader {
        let (month, users) = try number(fields, place)
        guard numbers.updateValue(users, forKey: month) == nil else {
          throw place.problem(
            "month: \(month) has been given already", "Leave one of the two lines out.")
        }
      } else {
        try checkHeader(fields, place)
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

  /// Without it nobody could tell a file of another kind from one with a mistake.
  private static func checkHeader(_ fields: [String], _ place: Place) throws(Problem) {
    guard fields.map({ $0.lowercased() }) != ["month", "mau"] else { return }
    let found = fields.joined(separator: ",")
    // A file of another kind may hold anything: only what a header could be is repeated.
    let isShort =
      found.utf8.count <= 40
      && found.utf8.allSatisfy { (UInt8(ascii: " ")...UInt8(ascii: "~")).contains($0) }
    throw place.problem(
      "the header \(header) is missing" + (isShort ? ": the line is \(found)" : ""),
      "Write \(header) on the first line, with a comma between, and no other column.")
  }

  private static func number(
    _ fields: [String], _ place: Place
  ) throws(Problem) -> (month: Month, users: Int) {
    guard fields.count == 2 else {
      throw place.problem(
        "a month and a number belong here, not \(Phrase.counted(fields.count, "field"))",
        "Write it like 2027-01,8000, without separators inside the number.")
    }
    // Year 0 is a month that was not filled in, and would be the number of every later one.
    guard let month = Month(fields[0]), month.year > 0 else {
      throw place.problem("month: \"\(fields[0])\" is not a month", "Write it like 2027-01.")
    }
    guard let users = Int(fields[1]), (0...MAUPlan.mostUsers).contains(users) else {
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      let isLarge = !fields[1].isEmpty && fields[1].utf8.allSatisfy(digits.contains)
      throw place.problem(
        "mau: "
          + (isLarge
            ? "\(fields[1]) users are too many" : "\"\(fields[1])\" is not a number of users"),
        "Give a whole number from 0 to \(Phrase.number(MAUPlan.mostUsers)), without separators.")
    }
    return (month, users)
  }
}

/// Cuts a line of a file of users into its fields.
private enum MAUPathLine {
  /// The fields, without quotes and without spaces around them; nil where a quote is not closed.
  static func fields(_ line: Substring) -> [String]? {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var rest = line.drop { $0 == "\u{FEFF}" }
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        field.append("\"")
      case "\"" where isQuoted: isQuoted = false
      case "\"" where field.allSatisfy(\.isWhitespace): isQuoted = true
      case "," where !isQuoted:
        fields.append(trimmed(field))
        field = ""
      default: field.append(character)
      }
    }
    return isQuoted ? nil : fields + [trimmed(field)]
  }

  private static func trimmed(_ field: String) -> String {
    var field = Substring(field)
    while field.first?.isWhitespace == true { field.removeFirst() }
    while field.last?.isWhitespace == true { field.removeLast() }
    return String(field)
  }
}
