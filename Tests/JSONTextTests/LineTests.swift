import Testing

@testable import JSONText

/// On which line and column a byte of a text stands.
struct LineTests {
  /// Each byte with its line and column, counted by hand; line ends themselves are left out.
  @Test(arguments: [
    ("a\nbc\n\nd", [(0, 1, 1), (2, 2, 1), (3, 2, 2), (6, 4, 1)]),
    ("a\rbc\r\rd", [(0, 1, 1), (2, 2, 1), (3, 2, 2), (6, 4, 1)]),
    ("a\r\nbc\r\n\r\nd", [(0, 1, 1), (3, 2, 1), (4, 2, 2), (9, 4, 1)]),
    // A line feed before a carriage return is an end of its own.
    ("a\n\rb", [(3, 3, 1)]), ("a\r\n\nb\r", [(4, 3, 1), (6, 4, 1)]),
  ])
  func `a line ends with a line feed, a carriage return, or both`(
    _ text: String, _ places: [(Int, Int, Int)]
  ) {
    for (offset, line, column) in places {
      let place = JSONError.place(of: offset, in: text.utf8)
      #expect(place.line == line && place.column == column, "\(offset)")
    }
  }
}
