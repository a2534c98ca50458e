/// The names by which a request is reported: feature, app version, platform, anything else.
///
/// Labels are keys of the rollup, so a label should have few values. A value that differs from
/// request to request (a session, a trace) is exact too, but makes the rollup as large as the
/// records. The user of a request is not a label: it is kept beside the record.
public struct Labels: Hashable, Sendable {
  /// The label that names the part of the product that sent the request.
  public static let feature = "feature"
  /// The label that names the version of the app that sent the request.
  public static let appVersion = "app_version"
  /// The label that names the platform of the app.
  public static let platform = "platform"

  /// The labels in order of name, each name once.
  public private(set) var pairs: [Pair]

  /// One label.
  public struct Pair: Hashable, Sendable {
    /// What is labelled: "feature".
    public let name: String
    /// What it says: "chat".
    public let value: String
  }

  /// No labels.
  public init() { pairs = [] }

  /// Labels from a dictionary.
  public init(_ values: [String: String]) {
    pairs = values.map { Pair(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
  }

  /// The value of a label; setting nil removes it.
  public subscript(name: String) -> String? {
    get { pairs.first { $0.name == name }?.value }
    set {
      pairs.removeAll { $0.name == name }
      guard let newValue else { return }
      let place = pairs.firstIndex { $0.name > name } ?? pairs.endIndex
      pairs.insert(Pair(name: name, value: newValue), at: place)
    }
  }

  /// Whether there are none.
  public var isEmpty: Bool { pairs.isEmpty }
}
