import JSONText
import Quantities
import Synchronization
import Usage

/// A base file that has been checked before, and is read as far as somebody asks.
///
/// The files inside the program are such: `make test` reads them in full and holds them to every
/// rule, so that a start of the program need not do it again. What is read here and when changes
/// no answer; a test compares both ways of reading over every model that ships.
final class CheckedFile: Sendable {
  /// What the file says of itself, its aliases included, models not.
  let head: BookFile
  /// The names of its models in its order.
  let modelNames: [String]
  /// The prompt lengths at which its prices step.
  let thresholds: Set<TokenCount>
  /// The digest of its normal form, as it was computed when the file was checked.
  let digest: String

  private let document: JSONDocument
  private let files: [PriceBookSource]
  private let places: [String: JSONValue]
  private let models = Mutex<[String: BookModel]>([:])

  /// Reads a file's head; nil where that cannot be, as in a file that was not checked.
  init?(_ index: Int, of files: [PriceBookSource], digest: String) {
    guard let document = try? JSONDocument(parsing: files[index].bytes) else { return nil }
    let problems = ProblemList(files: files)
    var reader = PriceBookReader(file: index, isOverlay: false, problems: problems)
    guard let (fields, head) = reader.head(document.root) else { return nil }
    self.head = head
    aliases = fields.elements("aliases").compactMap(reader.alias)
    guard problems.error == nil else { return nil }
    (modelNames, places, thresholds) = document.withView { CheckedFile.index($0, of: document) }
    self.document = document
    self.files = files
    self.digest = digest
  }

  /// Its aliases.
  let aliases: [ModelAlias]

  var provider: Provider { head.provider }

  func hasModel(_ name: String) -> Bool { places[name] != nil }

  /// A model, read now if it was not before.
  func model(_ name: String) -> BookModel? {
    models.withLock { models in
      if let model = models[name] { return model }
      guard let place = places[name] else { return nil }
      var model = reader.model(place, of: provider)
      model?.statements.sort { $0.period.startsBefore($1.period) }
      models[name] = model
      return model
    }
  }

  /// What its statements cite.
  var references: [String: BookReference] {
    fields.map { reader.references($0) } ?? [:]
  }

  /// The contradictions between its sources.
  var conflicts: [PriceConflict] {
    fields?.elements("conflicts").compactMap { reader.conflict($0, of: provider) } ?? []
  }

  /// All of it.
  var content: BookFile? {
    var reader = reader
    return reader.read()
  }

  private var reader: PriceBookReader {
    PriceBookReader(
      file: head.index, isOverlay: false, problems: ProblemList(files: files), zone: head.zone)
  }

  private var fields: Fields? { reader.fields(document.root, known: []) }

  /// One walk over the file for what has to be known of all its models.
  private static func index(
    _ root: JSONView, of document: JSONDocument
  ) -> (names: [String], places: [String: JSONValue], thresholds: Set<TokenCount>) {
    var names: [String] = []
    var places: [String: JSONValue] = [:]
    var thresholds: Set<TokenCount> = []
    guard let models = root["models"] else { return (names, places, thresholds) }
    for model in models.elements {
      for (key, value) in model.members {
        if key.equals("model"), let name = value.string {
          names.append(name)
          places[name] = document.value(at: model)
        } else if key.equals("prices") {
          for price in value.elements {
            if let count = price["over_prompt_tokens"]?.int64 {
              thresholds.insert(TokenCount(count))
            }
          }
        }
      }
    }
    return (names, places, thresholds)
  }
}
