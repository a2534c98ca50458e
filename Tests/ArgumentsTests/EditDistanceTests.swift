import Testing

@testable import Arguments

struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("cost", "cost", 0), ("cost", "costs", 1), ("cost", "cot", 1),
    ("cost", "cast", 1), ("cost", "csot", 1), ("sicne", "since", 1), ("imoprt", "import", 1),
    ("fromt", "format", 2), ("kitten", "sitting", 3),
  ])
  func `insertion, deletion, replacement and a swap of neighbours count one each`(
    first: String, second: String, distance: Int
  ) {
    #expect(EditDistance.between(first, second) == distance)
    #expect(EditDistance.between(second, first) == distance)
  }

  @Test func `the distance obeys its bounds for every pair of short words`() {
    let letters = ["", "a", "b", "c"]
    let words = Set(letters.flatMap { x in letters.flatMap { y in letters.map { x + y + $0 } } })
    for first in words {
      for second in words {
        let distance = EditDistance.between(first, second)
        #expect((distance == 0) == (first == second))
        #expect(distance >= abs(first.count - second.count))
        #expect(distance <= max(first.count, second.count))
      }
    }
  }

  @Test func `the nearest wins, and the earliest of equals`() {
    #expect(EditDistance.nearest(to: "cots", among: ["coasts", "cost"]) == "cost")
    #expect(EditDistance.nearest(to: "cat", among: ["car", "cab"]) == "car")
  }

  @Test func `two slips are near and three are not`() {
    #expect(EditDistance.nearest(to: "forexast", among: ["forecast"]) == "forecast")
    #expect(EditDistance.nearest(to: "forexazt", among: ["forecast"]) == "forecast")
    #expect(EditDistance.nearest(to: "forexazd", among: ["forecast"]) == nil)
  }

  @Test func `half of a short word has to be right`() {
    #expect(EditDistance.nearest(to: "bx", among: ["by"]) == "by")
    #expect(EditDistance.nearest(to: "tz", among: ["by"]) == nil)
    #expect(EditDistance.nearest(to: "mix", among: ["mau"]) == nil)
  }
}
