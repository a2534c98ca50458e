import Quantities
import Testing

/// Counts of things within sentences.
struct PhraseTests {
  @Test(arguments: [(0, "0 days"), (1, "1 day"), (2, "2 days"), (1204, "1,204 days")])
  func `one thing is named in the singular, all other counts in the plural`(
    _ count: Int, _ words: String
  ) {
    #expect(Phrase.counted(count, "day") == words)
  }

  @Test func `the verb goes with the count`() {
    #expect(Phrase.counted(1, "user", "is", "are") == "1 user is")
    #expect(Phrase.counted(0, "user", "is", "are") == "0 users are")
    #expect(Phrase.part(1, of: 1204, "request", "names", "name") == "1 of 1,204 requests names")
    #expect(Phrase.part(2, of: 2, "request", "names", "name") == "2 of 2 requests name")
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"),
  ])
  func `words are joined as they are said`(_ words: [String], _ list: String) {
    #expect(Phrase.list(words, "or") == list)
  }
}
