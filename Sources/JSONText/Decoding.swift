/// The text of a JSON string whose grammar has been checked, escapes decoded.
///
/// A surrogate without its partner (the grammar allows it) becomes U+FFFD.
func decodeEscapes(_ raw: some Collection<UInt8>) -> String {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(raw.count)
  var rest = raw[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
      decoded.append(byte)
      continue
    }
    switch escape {
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      decoded.append(contentsOf: String(unicodeEscape(&rest)).utf8)
    default: decoded.append(escape)
    }
  }
  return String(decoding: decoded, as: UTF8.self)
}

/// The character of a \u escape whose "\u" has been read, with the second half of a pair.
private func unicodeEscape<Bytes: Collection<UInt8>>(_ rest: inout Bytes) -> Character
where Bytes.SubSequence == Bytes {
  let first = hexadecimal(rest.prefix(4))
  rest = rest.dropFirst(4)
  guard (0xD800...0xDBFF).contains(first), rest.starts(with: [0x5C, 0x75]) else {
    return Character(Unicode.Scalar(first) ?? "\u{FFFD}")
  }
  let second = hexadecimal(rest.dropFirst(2).prefix(4))
  guard (0xDC00...0xDFFF).contains(second) else { return "\u{FFFD}" }
  rest = rest.dropFirst(6)
  let code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  return Character(Unicode.Scalar(code) ?? "\u{FFFD}")
}

private func hexadecimal(_ digits: some Collection<UInt8>) -> UInt32 {
  digits.reduce(0) { $0 << 4 | (hexDigit($1) ?? 0) }
}

/// The value of an integer's text; nil where it has a fraction, an exponent or does not fit.
func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
  var negative = false
  var value: Int64 = 0
  for (position, byte) in text.enumerated() {
    if position == 0, byte == UInt8(ascii: "-") {
      negative = true
      continue
    }
    let digit = byte &- UInt8(ascii: "0")
    guard digit < 10 else { return nil }
    let (product, overflows) = value.multipliedReportingOverflow(by: 10)
    let (sum, overflowsToo) = product.subtractingReportingOverflow(Int64(digit))
    guard !overflows, !overflowsToo else { return nil }
    value = sum
  }
  // Counted downwards, since the range has one more negative number than positive ones.
  if negative { return value }
  return value == .min ? nil : -value
}
