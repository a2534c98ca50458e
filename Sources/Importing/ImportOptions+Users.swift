import Quantities
import Usage

/// Users as the ledger keeps them.
extension ImportOptions {
  /// A user as the ledger keeps it.
  func kept(_ user: String) -> String {
    let user = KeptText.text(user)
    guard let (key0, key1) = userHashKey else { return user }
    var hash = SipHash(key0: key0, key1: key1)
    hash.update(Array(user.utf8))
    let (high, low) = hash.finalize128()
    return UserHash.text(high, low)
  }

  /// Which of two readings' users stands, as the ledger decides it by what it keeps of them.
  func keptFirst(_ one: String?, _ other: String?) -> String? {
    guard let one, let other, one != other, !one.isEmpty, !other.isEmpty else {
      return ReadingFacts.user(one, other)
    }
    return ReadingFacts.user(kept(one), kept(other)) == kept(one) ? one : other
  }
}
