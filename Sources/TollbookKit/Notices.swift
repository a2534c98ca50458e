import Synchronization

/// Passes on what a person should know beside a result, each thing once.
///
/// A page of several reports asks the same ledger several times, and would say the same each time.
final class Notices: Sendable {
  private let said = Mutex<Set<String>>([])
  private let pass: @Sendable (String) -> Void

  init(_ pass: @escaping @Sendable (String) -> Void) { self.pass = pass }

  /// Says something, unless it has been said.
  func say(_ words: String) {
    let isNew = said.withLock { $0.insert(words).inserted }
    if isNew { pass(words) }
  }
}
