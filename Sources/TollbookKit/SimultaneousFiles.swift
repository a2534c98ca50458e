import Importing
import Ledger
import Quantities

/// Which of the files that were found are read together, because they tell of one time: the logs
/// that several servers wrote, each its own.
///
/// A file that ends before the next begins is read by itself, as are those that are short, that are no
/// logs of lines, or whose requests are not known by their time.
struct SimultaneousFiles {
  /// The files that are read when it is the turn of one: of the first of them.
  private var groups: [Int: [Int]] = [:]
  /// The files whose turn has come with that of another.
  private var others: Set<Int> = []

  /// So many are read together: each is open meanwhile.
  private static let most = 32

  /// A file that could be read together with others.
  private struct Candidate {
    let index: Int
    let first: Instant
    /// When its last piece begins: what overlaps by less than that is not worth while.
    let last: Instant
  }

  /// Looks at the beginnings and ends of files.
  ///
  /// - Parameters:
  ///   - sources: The files.
  ///   - recognition: What the ledger knows of them.
  ///   - options: What is known about logs.
  /// - Throws: `SQLiteError` where the ledger cannot be read.
  init(
    _ sources: [DiscoveredSource], _ recognition: SourceRecognition, _ options: ImportOptions
  ) throws {
    let smallest = PiecePlan.pieceSize * Int64(PiecePlan.fewestPieces)
    let large = sources.indices.filter { sources[$0].size >= smallest }
    guard large.count > 1 else { return }
    let reader = PieceReader(options: options)
    var heads: Set<ContentPrint> = []
    var candidates: [Candidate] = []
    for index in large {
      guard let (input, plan) = try recognition.newPieces(of: sources[index], options),
        // Of two that begin alike one may be the other: that is seen once the first has been read.
        heads.insert(ContentPrint.head(of: input, size: sources[index].size)).inserted
      else { continue }
      let file = PiecedFile(input, plan, facts: sources[index].facts)
      guard let first = reader.firstTime(inPiece: 0, of: file),
        let last = reader.firstTime(inPiece: plan.count - 1, of: file)
      else { continue }
      candidates.append(Candidate(index: index, first: first, last: last))
    }
    gather(candidates)
  }

  private mutating func gather(_ candidates: [Candidate]) {
    var group: [Int] = []
    var end: Instant?
    for file in candidates.sorted(by: { ($0.first, $0.index) < ($1.first, $1.index) }) {
      if group.count == SimultaneousFiles.most || end.map({ file.first >= $0 }) ?? false {
        close(&group)
        end = nil
      }
      group.append(file.index)
      end = max(end ?? file.last, file.last)
    }
    close(&group)
  }

  private mutating func close(_ group: inout [Int]) {
    defer { group.removeAll() }
    guard group.count > 1, let first = group.min() else { return }
    groups[first] = group.sorted()
    others.formUnion(group)
    others.remove(first)
  }

  /// The files to read when it is the turn of one: itself, several, or none if it has been read.
  func turn(of index: Int) -> [Int] {
    groups[index] ?? (others.contains(index) ? [] : [index])
  }

  /// The order of the pieces of files, by time.
  static func order(of parts: [ReadAhead.Part], _ options: ImportOptions) -> PieceOrder {
    let reader = PieceReader(options: options)
    return PieceOrder(
      times: parts.map { part in
        let file = PiecedFile(part.source, part.plan, facts: part.facts)
        return (0..<part.plan.count).map { reader.firstTime(inPiece: $0, of: file) }
      })
  }
}

extension SourceRecognition {
  /// A file that the ledger does not know, opened to be read in pieces; nil for any other.
  func newPieces(
    of source: DiscoveredSource, _ options: ImportOptions
  ) throws -> (input: FileSource, plan: PiecePlan)? {
    guard !source.isStandardInput, try unchanged(source) == nil,
      let input = try? FileSource(path: source.path),
      let plan = PiecePlan(input, from: nil, size: source.size, options: options),
      case .whole(nil, _) = try recognize(source, input)
    else { return nil }
    return (input, plan)
  }
}
