import JSONText

/// How a request ended, as a log of one's own says it: a word, or an HTTP code.
enum RequestStatus {
  case good, cut, failed

  init(_ value: JSONView?) {
    switch value?.scalarText?.lowercased() {
    case "incomplete", "cut", "cancelled", "canceled": self = .cut
    case "error", "failed", "failure": self = .failed
    case let word?: self = (Int(word) ?? 200) >= 400 ? .failed : .good
    case nil: self = .good
    }
  }
}
