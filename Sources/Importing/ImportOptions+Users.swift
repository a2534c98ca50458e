import Quantities
import Usage

/// Users as the ledger keeps them.
extension ImportOptions {
  /// A user as the ledger keeps it.
  func kept(_ user: String) -> String {
    let user = PlainAddress.text(user)
    guard let (key0, key1) = userHashKey else { return user }
    var hash = SipHash(key0: key0, key1: key1)
    hash.update(Array(user.utf8))
    let (high, low) = hash.finalize128()
    return UserHash.text(high, low)
  }

  /// Which of two readings' users stands, as the ledger decides it where it has but their hashes.
  func keptFirst(_ one: String?, _ other: String?) -> String? {
    let first = ReadingFacts.user(one, other)
    guard userHashKey != nil, let one, let other, !one.isEmpty, !other.isEmpty else { return first }
    return kept(other) < kept(one) ? other : one
  }
}
