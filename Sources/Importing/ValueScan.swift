/// Finds where a JSON value that spans lines ends, counting brackets outside strings.
///
/// It does not judge the grammar: the parser does, once the end is known. It can be continued when
/// more bytes have come, so a value is passed over once however it arrives.
struct ValueScan {
  /// What the scan has come to.
  enum Outcome: Equatable {
    /// The value ends before this index.
    case ends(at: Int)
    /// A line ends inside a string, which no JSON text allows: the value was cut or is broken.
    case brokenByLineEnd(at: Int)
    /// A line ends inside the value; the scan can go on.
    case lineEnds(at: Int)
    /// The bytes end inside the value.
    case needsMore
  }

  /// The next byte to look at.
  private(set) var position: Int
  private var depth = 0
  private var isInString = false

  init(from position: Int = 0) { self.position = position }

  mutating func resume(in bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
    // In locals, which the compiler can keep in registers.
    var (position, depth, isInString) = (self.position, self.depth, self.isInString)
    defer { (self.position, self.depth, self.isInString) = (position, depth, isInString) }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if isInString {
        switch byte {
        case UInt8(ascii: "\""): isInString = false
        case UInt8(ascii: "\\"):
          guard position < bytes.count else {
            // The escaped character has not come yet: the backslash is read again with it.
            position -= 1
            return .needsMore
          }
          position += 1
        case 0x0A: return .brokenByLineEnd(at: position)
        default: break
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return .ends(at: position) }
      case 0x0A: return .lineEnds(at: position)
      default: break
      }
    }
    return .needsMore
  }
}
