import Quantities

/// What is kept of the texts that somebody wrote where a user, a model or a label belongs: no address's
/// query or user, and of an API key that it was one, and whether two of them are the same.
///
/// Gateways log their headers as properties, and one customer's key is as good a name for him as any.
/// A key becomes `key-` and sixteen digits of a hash, from which it cannot be had back, since keys are
/// random and long. What is a key is a question of what a text looks like, so one of a kind that
/// nobody has seen stays as it is.
enum KeptText {
  /// How keys of the vendors that matter here begin, and how long they are at least.
  private static let beginnings: [(text: String, length: Int)] = [
    ("sk-", 20), ("AIza", 30), ("AQ.", 30), ("ya29.", 20), ("eyJ", 30), ("xai-", 20), ("gsk_", 20),
    ("hf_", 20), ("r8_", 20), ("nvapi-", 20), ("pplx-", 20), ("csk-", 20), ("ABSK", 30),
    ("AKIA", 20), ("ASIA", 20), ("ghp_", 20), ("gho_", 20), ("github_pat_", 20), ("glpat-", 20),
    ("xoxb-", 20), ("xoxp-", 20), ("pk-lf-", 20), ("sk_live_", 20), ("sk_test_", 20),
    ("rk_live_", 20), ("GOCSPX-", 20),
  ]
  /// Labels of which nothing is kept: too short a secret could be guessed from its hash.
  private static let secretLabels: Set<String> = [
    "authorization", "proxy_authorization", "cookie", "set_cookie", "password", "passwd", "secret",
    "client_secret", "access_token", "refresh_token", "auth_token", "bearer_token", "private_key",
  ]
  /// How names of labels end of which the value is a key, whatever it looks like.
  private static let keyLabels = ["api_key", "apikey", "subscription_key", "secret_key"]

  /// A text without what is not to be kept.
  static func text(_ text: String) -> String { withoutKeys(PlainAddress.text(text)) }

  /// The value of a label as it is kept; nil for one of which nothing is.
  static func value(_ value: String, ofLabel name: String) -> String? {
    let name = String(name.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
    if secretLabels.contains(name) { return nil }
    let kept = text(value)
    return kept == value && keyLabels.contains(where: name.hasSuffix) ? hash(value) : kept
  }

  /// A text in which every key is masked.
  static func withoutKeys(_ text: String) -> String {
    guard mayHoldKey(text) else { return text }
    var masked = ""
    var word = ""
    var isToken = false
    for character in text {
      guard isSeparator(character) else {
        word.append(character)
        continue
      }
      masked += mask(word, isToken: isToken)
      if !word.isEmpty { isToken = word.lowercased() == "bearer" }
      masked.append(character)
      word = ""
    }
    return masked + mask(word, isToken: isToken)
  }

  /// Whether a word of a text begins as keys do, or as what stands before them; hardly any does.
  private static func mayHoldKey(_ text: String) -> Bool {
    guard text.utf8.count > shortestToken else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var isBeginning = true
      for place in bytes.indices {
        if isBeginning, bytes.count - place > shortestToken, isBeginningOfKey(bytes[place...]) {
          return true
        }
        isBeginning = !isOfKey(bytes[place])
      }
      return false
    }
  }

  private static func isBeginningOfKey(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if bytes.first.map({ $0 | 0x20 }) == UInt8(ascii: "b"),
      bytes.prefix(6).elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 })
    {
      return true
    }
    return beginnings.contains { bytes.starts(with: $0.text.utf8) }
  }

  /// What follows `Bearer` is a token if it has as many bytes.
  private static let shortestToken = 8

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || "\"'`,;:=<>()[]{}|".contains(character)
  }

  /// A word, of which all may be a token, or a part a key: `team/sk-…`.
  private static func mask(_ word: String, isToken: Bool) -> String {
    if isToken, word.utf8.count >= shortestToken { return hash(word) }
    var masked = ""
    var part = ""
    for character in word {
      guard character.utf8.allSatisfy(isOfKey) else {
        masked += looksLikeKey(part) ? hash(part) : part
        masked.append(character)
        part = ""
        continue
      }
      part.append(character)
    }
    return masked + (looksLikeKey(part) ? hash(part) : part)
  }

  /// Whether a part of a word begins as a key does, is as long, and as random as to have a digit.
  private static func looksLikeKey(_ part: String) -> Bool {
    let length = part.utf8.count
    guard length >= 20, part.utf8.contains(where: { 0x30...0x39 ~= $0 }) else { return false }
    return beginnings.contains { part.hasPrefix($0.text) && length >= $0.length }
  }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: 0x30...0x39 ~= byte || "-_.".utf8.contains(byte)
    }
  }

  /// What stands for a key; of a short one, which could be guessed from its hash, that it was one.
  private static func hash(_ word: String) -> String {
    guard word.utf8.count >= 16 else { return "key-short" }
    var hash = SipHash(key0: 0x6B65_792D, key1: 0x6D61_736B)
    hash.update(Array(word.utf8))
    let digits = String(hash.finalize128().0, radix: 16)
    return "key-" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
