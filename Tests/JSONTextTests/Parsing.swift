@testable import JSONText

/// Parses a text; nil where it is JSON, else what is wrong with it.
func fault(_ bytes: [UInt8], depthLimit: Int = 512, nodeLimit: Int = .max) -> JSONError? {
  let parser = JSONParser(depthLimit: depthLimit, nodeLimit: nodeLimit)
  return bytes.withUnsafeBufferPointer { text in
    do throws(JSONError) {
      try parser.parse(text)
      return nil
    } catch {
      return error
    }
  }
}

/// Parses a text; nil where it is JSON, else what is wrong with it.
func fault(_ text: String) -> JSONError? { fault(Array(text.utf8)) }

/// Hands the root of a text to a closure; nil where the text is not JSON.
func view<Result>(_ text: String, _ body: (JSONView) -> Result) -> Result? {
  view(Array(text.utf8), body)
}

/// Hands the root of a text to a closure; nil where the text is not JSON.
func view<Result>(_ bytes: [UInt8], _ body: (JSONView) -> Result) -> Result? {
  let parser = JSONParser()
  return bytes.withUnsafeBufferPointer { text in
    do throws(JSONError) {
      return try JSONView.withRoot(of: text, parser: parser, body)
    } catch {
      return nil
    }
  }
}

/// Random numbers that are the same for the same seed, so that a failure can be repeated.
///
/// SplitMix64: a counter, well mixed (Steele, Lea and Flood, 2014).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
