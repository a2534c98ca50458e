/// The models of a seller by name.
///
/// Of a file that has been checked before, each model is read when it is first asked for: most
/// questions need three of three hundred.
struct ModelTable: Sendable {
  /// The names in the order of the files.
  private(set) var names: [String] = []
  private var read: [String: BookModel] = [:]
  private let unread: CheckedFile?

  /// No models yet.
  init() { unread = nil }

  /// The models of a file that has been checked.
  init(of file: CheckedFile) {
    names = file.modelNames
    unread = file
  }

  var isEmpty: Bool { names.isEmpty }

  /// Every model in the order of the files.
  var all: [BookModel] { names.compactMap { self[$0] } }

  /// Whether there is a model of that name, without reading it.
  func has(_ name: String) -> Bool { read[name] != nil || unread?.hasModel(name) == true }

  subscript(name: String) -> BookModel? {
    get { read[name] ?? unread?.model(name) }
    set {
      if !has(name) { names.append(name) }
      read[name] = newValue
    }
  }

  /// The table with those models only that pass a test; all of them are read for it.
  func filter(_ isIncluded: (BookModel) -> Bool) -> ModelTable {
    var table = ModelTable()
    for model in all where isIncluded(model) { table[model.name] = model }
    return table
  }
}
