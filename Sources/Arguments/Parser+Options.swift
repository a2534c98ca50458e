/// Options: their spellings, their values, and the two that end the reading.
///
/// Choices are checked as each value is read, so that the first mistake on the line is the one
/// reported.
extension Parser {
  mutating func readLong(_ argument: String) throws(UsageError) -> ParseResult? {
    let equals = argument.firstIndex(of: "=")
    let spelling = String(argument[..<(equals ?? argument.endIndex)])
    let name = String(spelling.dropFirst(2))
    guard let option = find({ $0.option(long: name) }) else { throw unknownOption(spelling) }
    return try take(option, attached: equals.map { argument[argument.index(after: $0)...] })
  }

  /// A bundle of letters.
  ///
  /// The first that wants a value takes what is left of the bundle.
  mutating func readShort(_ argument: String) throws(UsageError) -> ParseResult? {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = find({ $0.option(short: letter) }) else {
        throw unknownLetter(letter, in: argument)
      }
      if option.isFlag && letters.first != "=" {
        if let result = try take(option, attached: nil) { return result }
        continue
      }
      if letters.isEmpty { return try take(option, attached: nil) }
      return try take(option, attached: letters.first == "=" ? letters.dropFirst() : letters)
    }
    return nil
  }

  /// An option of the command reached, or of the one that is meant where none is named below it,
  /// which is then the one reached.
  private mutating func find(_ option: (Scope) -> Option?) -> Option? {
    if let found = option(scope) { return found }
    guard let meant = scope.defaultChild, let found = option(meant) else { return nil }
    scope = meant
    return found
  }

  mutating func take(
    _ option: Option, attached: Substring?
  ) throws(UsageError) -> ParseResult? {
    guard let placeholder = option.placeholder else {
      if let attached {
        throw error(.valueForFlag(option: option.spelling, value: String(attached)))
      }
      if option == .helpFlag { return helpResult }
      if option == .versionFlag { return .version }
      given[option.long] = []
      return nil
    }
    if !option.repeats, given[option.long] != nil { throw error(.repeatedOption(option.spelling)) }
    let text = if let attached { String(attached) } else { try nextValue(for: option, placeholder) }
    for item in try items(of: text, option) {
      try check(item, against: option.choices, subject: option.spelling)
      given[option.long, default: []].append(item)
    }
    return nil
  }

  /// The next argument, unless it is an option: swallowing `--since` as a value of `--by` would
  /// turn one forgotten word into a puzzle three words later.
  mutating func nextValue(
    for option: Option, _ placeholder: String
  ) throws(UsageError) -> String {
    guard let next = rest.first, !Self.looksLikeOption(next) else {
      let follower = rest.first
      throw error(
        .missingValue(option: option.spelling, placeholder: placeholder, follower: follower))
    }
    return rest.removeFirst()
  }

  func items(of text: String, _ option: Option) throws(UsageError) -> [String] {
    guard option.splitsOnComma else { return [text] }
    let items = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if items.contains("") { throw error(.emptyItem(option: option.spelling, list: text)) }
    return items
  }

  func check(
    _ value: String, against choices: [String], subject: String
  ) throws(UsageError) {
    if choices.isEmpty || choices.contains(value) { return }
    let suggestion = EditDistance.nearest(to: value, among: choices)
    throw error(
      .unknownChoice(subject: subject, value: value, choices: choices, suggestion: suggestion))
  }
}
