/// What is known of the forms that documents have, by their numbers, which are small.
struct FormTable<Value> {
  private var values: [Value?] = []

  /// What is known of a form; nil where nothing is.
  subscript(form: Int) -> Value? {
    get { form < values.count ? values[form] : nil }
    set {
      while values.count <= form { values.append(nil) }
      values[form] = newValue
    }
  }
}
