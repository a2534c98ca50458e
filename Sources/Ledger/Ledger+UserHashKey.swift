import Usage

/// The secret under which a ledger hashes the names of users.
extension Ledger {
  /// The secret of this ledger, made on first use.
  ///
  /// It stays in the ledger: the same user has the same hash in every import, and another one in
  /// every other ledger. Whoever has the ledger can test a name against a hash; nobody else can.
  package func userHashKey() throws -> (UInt64, UInt64) {
    if let text = try setting("user_hash_key") {
      let halves = text.split(separator: "-").compactMap { UInt64($0, radix: 16) }
      if halves.count == 2 { return (halves[0], halves[1]) }
    }
    var generator = SystemRandomNumberGenerator()
    let key = (generator.next(), generator.next())
    try setSetting(
      "user_hash_key", String(key.0, radix: 16) + "-" + String(key.1, radix: 16))
    return key
  }

  /// How many users are kept by their name, and not by a hash.
  package func usersByName() throws -> Int {
    let statement = try connection.prepare("SELECT name FROM users")
    var count = 0
    while try statement.step() {
      if !UserHash.isHash(statement.text(0)) { count += 1 }
    }
    return count
  }
}
