/// Why a document of a known kind cannot be taken in; holds field names, never content.
enum DocumentFault: Error, Hashable {
  case badField(String, expected: String)
  /// A time that counts from a beginning that nobody named.
  case timeNeedsBase
  /// A time that counts from a beginning, in a unit that nobody named.
  case timeNeedsUnit

  /// The name under which the quarantine keeps it.
  var code: String {
    switch self {
    case .badField: "bad_field"
    case .timeNeedsBase: QuarantinedPlace.timeNeedsBase
    case .timeNeedsUnit: QuarantinedPlace.timeNeedsUnit
    }
  }

  var explanation: String {
    switch self {
    case .badField(let field, let expected): "\(field) is not \(expected)"
    case .timeNeedsBase: "time is a number that does not count from 1970"
    case .timeNeedsUnit: "time is a number without a unit"
    }
  }
}
