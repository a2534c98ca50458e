import Usage

/// What models are called where several sellers of one comparison may have the same name for one.
struct ModelLabels {
  private let ambiguous: Set<String>

  /// The labels among these models.
  init(_ keys: some Sequence<ModelKey>) {
    var sellers: [String: Set<Provider>] = [:]
    for key in keys { sellers[key.model, default: []].insert(key.provider) }
    ambiguous = Set(sellers.filter { $0.value.count > 1 }.keys)
  }

  /// The name alone, or as it is typed with its seller: `google-vertex:gemini-2.5-flash`.
  func label(of model: String, at provider: Provider) -> String {
    ambiguous.contains(model) ? "\(provider):\(model)" : model
  }
}
