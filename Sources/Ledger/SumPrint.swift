import Usage

/// What two lists of sums have in common if their parts add up to the same, key by key.
///
/// A sum that is kept as one row gives the same print as the records behind it, added one after the
/// other in any order: nothing has to be held or sorted. Each count is multiplied by two hashes of
/// its key and column, so two lists that differ have the same print by an accident of one in 2^128.
/// It says that there is a difference, not where.
struct SumPrint: Equatable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0

  /// Adds counts to the sum of a key.
  mutating func add(_ key: SumTable.Key, requests: Int64, tokens: MeteredTokens) {
    let one = SlotFinder.hash(key.place, key.series, key.contextOver &+ key.meters &* 0x1_0001)
    let other = SlotFinder.hash(key.meters, key.place ^ key.contextOver, key.series &* 0x5851_F42D)
    add(requests, one, other, column: Meter.all.count)
    for index in tokens.usedIndices { add(tokens[at: index], one, other, column: index) }
  }

  /// Adds a row that is the same or not, as a whole.
  mutating func add(row numbers: Int64...) {
    var (one, other) = (UInt64(numbers.count), UInt64(0x9E37_79B9))
    for number in numbers {
      one = SumPrint.mixed(one ^ UInt64(bitPattern: number))
      other = SumPrint.mixed(other &+ UInt64(bitPattern: number) &* 0xB504_F333_F9DE_6485)
    }
    first &+= one
    second &+= other
  }

  private mutating func add(_ count: Int64, _ one: UInt64, _ other: UInt64, column: Int) {
    let column = UInt64(truncatingIfNeeded: column + 1)
    first &+= SumPrint.mixed(one &+ column) &* UInt64(bitPattern: count)
    second &+= SumPrint.mixed(other ^ column) &* UInt64(bitPattern: count)
  }

  /// The mixer of SplitMix64 (Steele, Lea and Flood, 2014).
  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
