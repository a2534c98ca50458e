import Quantities
import Usage

/// Holding the past of a book still.
///
/// Figures that were reported last year have to come out the same next year, so what a base file
/// says of a past price is written down in a list once and compared ever after. A statement that
/// turns out to be wrong is withdrawn, not edited; the right one is stated beside it with
/// `corrects`.
extension PriceBook {
  /// What a list of frozen statements and the book disagree about.
  ///
  /// - Parameter list: The list, as `freezing` writes it.
  /// - Returns: Lines whose statement is gone from the book, then statements that are not frozen.
  /// - Throws: Every line that is not one of such a list, with file, line and remedy.
  public func check(
    frozen list: PriceBookSource
  ) throws(PriceBookError) -> [PriceBookFinding] {
    let frozen = try PriceBook.frozen(in: list)
    let locator = BookLocator(files: files)
    let past = baseFiles.flatMap(\.past)
    let ids = Set(frozen.map(\.statement.id))
    let known = Set(baseFiles.flatMap(\.everything).map(\.id))
    let gone = frozen.filter { !known.contains($0.statement.id) }.compactMap {
      line, statement -> PriceBookFinding? in
      guard let provider = Provider(statement.words[0]) else { return nil }
      return PriceBookFinding(
        file: list.name, line: line, path: statement.words.prefix(3).joined(separator: " "),
        provider: provider, model: statement.words[1],
        kind: .frozenAndGone(statement.id, statement.event))
    }
    return gone
      + past.filter { !ids.contains($0.frozen.id) }.map { statement, frozen in
        let location = locator.location(of: statement.place)
        return PriceBookFinding(
          file: files[statement.place.file].name, line: location.line, path: location.path,
          provider: statement.provider, model: statement.model,
          kind: .notFrozen(frozen.id, frozen.event))
      }
  }

  /// The list with a line more for everything that has begun or ended and is not in it yet.
  ///
  /// Nothing is removed or moved: a list only grows, at its end.
  ///
  /// - Parameter list: The list so far; empty for a new one.
  /// - Returns: The text of the longer list.
  /// - Throws: Every line that is not one of such a list, with file, line and remedy.
  public func freezing(_ list: PriceBookSource) throws(PriceBookError) -> String {
    var ids = Set(try PriceBook.frozen(in: list).map(\.statement.id))
    var text = String(decoding: list.bytes, as: UTF8.self)
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    for (_, frozen) in baseFiles.flatMap(\.past) where ids.insert(frozen.id).inserted {
      text += frozen.line + "\n"
    }
    return text
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The lines of a list with their numbers; empty lines and those that begin with # are remarks.
  private static func frozen(
    in list: PriceBookSource
  ) throws(PriceBookError) -> [(line: Int, statement: FrozenStatement)] {
    let problems = ProblemList(files: [list])
    var statements: [(line: Int, statement: FrozenStatement)] = []
    var firstLines: [String: Int] = [:]
    var byteOffset = 0
    var line = 0
    for bytes in list.bytes.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd) {
      defer { byteOffset += bytes.count + 1 }
      // Between the two bytes of one end there is no line.
      let before = list.bytes.prefix(byteOffset).last
      if before == 0x0D, list.bytes.dropFirst(byteOffset).first == 0x0A { continue }
      line += 1
      if bytes.isEmpty || bytes.first == UInt8(ascii: "#") { continue }
      guard let statement = FrozenStatement(line: String(decoding: bytes, as: UTF8.self)) else {
        problems.add(.badFrozenLine, inFile: 0, byteOffset: byteOffset)
        continue
      }
      if let first = firstLines.updateValue(line, forKey: statement.id) {
        problems.add(.frozenTwice(firstLine: first), inFile: 0, byteOffset: byteOffset)
      }
      statements.append((line, statement))
    }
    if let error = problems.error { throw error }
    return statements
  }

  /// The base files by themselves: what an overlay says freezes nothing.
  private var baseFiles: [BookFile] {
    contents.prefix(baseFileCount).compactMap(\.content)
  }
}

extension BookFile {
  /// Both lines of every statement, whatever its status.
  fileprivate var everything: [FrozenStatement] {
    models.flatMap(\.statements).flatMap { statement in
      FrozenStatement.Event.allCases.map { FrozenStatement($0, of: statement) }
    }
  }

  /// What had begun and ended by the day up to which the file knows anything, in its order.
  ///
  /// An announcement that was withdrawn before its day never began.
  fileprivate var past: [(statement: PriceStatement, frozen: FrozenStatement)] {
    guard let asOf else { return [] }
    typealias Past = (PriceStatement, FrozenStatement)
    return models.flatMap(\.statements).flatMap { statement -> [Past] in
      let last = [asOf, statement.withdrawnOn?.adding(days: -1)].compactMap(\.self).min() ?? asOf
      let (from, until) = (statement.origin.period.from, statement.origin.period.until)
      guard statement.status != .announced, from.map({ zone.day(of: $0) <= last }) ?? true else {
        return []
      }
      let begun = (statement, FrozenStatement(.begun, of: statement))
      guard let until, zone.day(of: until) <= last else { return [begun] }
      return [begun, (statement, FrozenStatement(.ended, of: statement))]
    }
  }
}
