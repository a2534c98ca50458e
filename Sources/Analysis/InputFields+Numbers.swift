import JSONText
import Usage

/// Fields that are numbers or words of a vocabulary. Numbers may stand in quotes or not: they are read
/// from their text either way, so no decimal passes through binary.
extension InputFields {
  /// Checks what the file says that it is.
  func checkSchema() {
    guard let schema = field("schema") else { return addMissing("schema") }
    guard schema.string.map(file.format.schemas.contains) != true else { return }
    let found = schema.string ?? schema.numberText ?? "something else"
    add(.field(.otherSchema(found: found)), at: "schema")
  }

  /// A decimal number in a range.
  ///
  /// Zero and what is below one, where they make no sense, are mistakes with words of their own.
  func number(
    _ name: String, _ range: NumberRange, otherwise: DecimalFactor? = nil
  ) -> DecimalFactor? {
    guard let value = field(name) else {
      if otherwise == nil { addMissing(name) }
      return otherwise
    }
    guard let text = value.numberText ?? value.string else {
      add(.field(.wrongKind(expected: "a decimal number")), at: name)
      return nil
    }
    guard let number = DecimalFactor(text), range.contains(number) else {
      add(mistake(in: name, text, range), at: name)
      return nil
    }
    return number
  }

  private func mistake(
    in name: String, _ text: String, _ range: NumberRange
  ) -> InputFileProblem.Kind {
    guard let number = DecimalFactor(text), number >= .zero, number < .one else {
      return .field(.badNumber(text, range))
    }
    switch range.least {
    case .aboveZero where number == .zero: return .field(.mustBeAboveZero(name))
    case .one: return .scenario(.belowOne(number.description))
    case .zero, .aboveZero: return .field(.badNumber(text, range))
    }
  }

  /// A share of something, 0 to 1.
  func share(_ name: String, otherwise: DecimalFactor? = nil) -> DecimalFactor? {
    number(name, NumberRange(upTo: "1"), otherwise: otherwise)
  }

  /// A whole number in a range.
  func count(
    _ name: String, _ range: ClosedRange<Int64>, otherwise: Int64? = nil
  ) -> Int64? {
    whole(name, in: range, otherwise: otherwise) { .badCount($0, range) }
  }

  /// The tokens of a request.
  func tokens(_ name: String, otherwise: Int64? = nil) -> Int64? {
    whole(name, in: 0...InputFields.mostTokens, otherwise: otherwise) {
      .badTokens($0, most: InputFields.mostTokens)
    }
  }

  private func whole(
    _ name: String, in range: ClosedRange<Int64>, otherwise: Int64?,
    _ mistake: (String) -> FieldMistake
  ) -> Int64? {
    guard let value = field(name) else {
      if otherwise == nil { addMissing(name) }
      return otherwise
    }
    let written = value.numberText ?? value.string
    guard let written, let count = Int64(written), written.utf8.first != UInt8(ascii: "+"),
      range.contains(count)
    else {
      add(.field(mistake(written ?? "this")), at: name)
      return nil
    }
    return count
  }

  /// One of the words of a vocabulary; what it is for people.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ expected: String, of type: Word.Type = Word.self
  ) -> Word? {
    guard let text = text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue)
      add(.field(.unknownWord(text, expected: expected, known: known)), at: name)
      return nil
    }
    return word
  }

  /// Who sells a model.
  func provider(_ name: String = "provider") -> Provider? {
    guard has(name) else { return .googleGeminiAPI }
    guard let text = text(name) else { return nil }
    guard let provider = Provider(text) else {
      add(.field(.badProvider(text)), at: name)
      return nil
    }
    return provider
  }
}
