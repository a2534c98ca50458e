import Testing

@testable import Arguments

struct TextLayoutTests {
  @Test func `a word moves to the next line at the first column it does not fit`() {
    #expect(TextLayout(width: 7).paragraph("one two three") == ["one two", "three"])
    #expect(TextLayout(width: 6).paragraph("one two three") == ["one", "two", "three"])
  }

  @Test func `a word longer than the line stays whole`() {
    #expect(TextLayout(width: 4).paragraph("a/long/path is ok") == ["a/long/path", "is", "ok"])
  }

  @Test func `white space in a declaration does not matter`() {
    #expect(TextLayout(width: 80).paragraph("  one\n  two  ") == ["one two"])
  }

  @Test func `a term of 24 columns shares its line and one of 25 does not`() {
    let fits = String(repeating: "a", count: 24)
    let sticksOut = String(repeating: "b", count: 25)
    let rows = [fits, sticksOut].map { Prose.Row(term: $0, meaning: "meaning") }
    // Two columns of margin, 24 of term, two of gap.
    let margin = String(repeating: " ", count: 2 + 24 + 2)
    #expect(
      TextLayout(width: 80).list(rows) == [
        "  \(fits)  meaning", "  \(sticksOut)", margin + "meaning",
      ])
  }

  @Test func `a term without a meaning stands alone`() {
    #expect(TextLayout(width: 80).list([.init(term: "a", meaning: "")]) == ["  a"])
  }

  @Test func `neighbouring rows form one list and text ends it`() {
    #expect(
      Prose.blocks(["before", "0\tdone", "1\tfound\tmore", "after", "2\tlast"]) == [
        .text("before"),
        .list([.init(term: "0", meaning: "done"), .init(term: "1", meaning: "found\tmore")]),
        .text("after"),
        .list([.init(term: "2", meaning: "last")]),
      ])
  }
}
