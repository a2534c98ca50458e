/// The sixteen bytes of a node as four words, which are shifted at once.
///
/// A node is plain bits: its kind and its flag in the first word, then its start, its end, and the
/// index of the next. What wraps around below zero in one sum comes back in the next.
typealias NodeWords = SIMD4<UInt32>

extension NodeWords {
  /// A node's words.
  init(_ node: JSONNode) {
    // Sound: both are sixteen bytes without references. What lies in the two bytes between the flag
    // and the start is carried along and never looked at.
    self = unsafeBitCast(node, to: NodeWords.self)
  }

  /// What moves a node whose flag is not set.
  @inline(__always)
  init(startBy start: UInt32, endBy end: UInt32, hasEscapes: Bool) {
    // The flag is the node's second byte, on every machine.
    self.init(hasEscapes ? UInt32(littleEndian: 0x100) : 0, start, end, 0)
  }

  /// By what the end is moved.
  @inline(__always)
  var end: UInt32 { self[2] }
}

extension UnsafeMutablePointer<JSONNode> {
  /// Writes a node's words.
  @inline(__always)
  func write(_ words: NodeWords) {
    // Sound: as above; a node's address need not be a multiple of sixteen.
    UnsafeMutableRawPointer(self).storeBytes(of: words, as: NodeWords.self)
  }
}
