import Testing

@testable import Importing

/// What a place that is set aside is known by.
@Suite struct PlaceContentTests {
  private func hash(_ text: String, pieces: Int) -> Int64 {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var content = PlaceContent()
      var start = 0
      while start < bytes.count {
        let end = min(start + pieces, bytes.count)
        content.add(bytes[start..<end])
        start = end
      }
      return content.hash
    }
  }

  @Test(arguments: 1...12)
  func `a text is known by the same in any pieces, without the space at its end`(_ pieces: Int) {
    let text = "a  line that \t is   no JSON {  "
    let whole = hash("a  line that \t is   no JSON {", pieces: 1000)
    #expect(hash(text, pieces: pieces) == whole)
    // Space within it counts.
    #expect(hash("a line that \t is   no JSON {", pieces: pieces) != whole)
    #expect(hash("   ", pieces: pieces) == hash("", pieces: 1))
  }
}
