/// Where things are in a list, by their hash: open addressing with linear probing.
///
/// Whoever owns the list compares; this only says which of them may be it.
struct SlotFinder {
  /// The upper half of a hash, by which it is placed, and an index plus one; 0 for an empty place.
  private var places: [UInt64]
  private var count = 0

  /// A finder of nothing, with room for half as many indices before it grows.
  ///
  /// - Parameter room: A power of two.
  init(room: Int = 1 << 10) { places = Array(repeating: 0, count: room) }

  /// A search under way.
  struct Probe {
    fileprivate let upper: UInt64
    fileprivate var place: Int
  }

  /// Mixes three numbers into a hash whose upper half is good in all of its bits.
  static func hash(_ first: Int64, _ second: Int64, _ third: Int64) -> UInt64 {
    // Odd constants from the golden ratio and the square roots of two and three.
    var mixed = UInt64(bitPattern: first) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= mixed >> 32
    mixed = (mixed ^ UInt64(bitPattern: second)) &* 0xB504_F333_F9DE_6485
    mixed ^= mixed >> 29
    return (mixed ^ UInt64(bitPattern: third)) &* 0xDDB3_D742_C265_539D
  }

  /// Begins to look for a hash.
  func probe(_ hash: UInt64) -> Probe {
    Probe(upper: hash & ~0xFFFF_FFFF, place: Int(hash >> 32) & (places.count - 1))
  }

  /// The next index that was added with the hash, or one that looks like it; nil if there is none.
  func next(_ probe: inout Probe) -> Int? {
    while places[probe.place] != 0 {
      let found = places[probe.place]
      probe.place = (probe.place + 1) & (places.count - 1)
      if found & ~0xFFFF_FFFF == probe.upper { return Int(found & 0xFFFF_FFFF) - 1 }
    }
    return nil
  }

  /// The first index that may have a hash; nil if there is none.
  func likely(_ hash: UInt64) -> Int? {
    let found = places[Int(hash >> 32) & (places.count - 1)]
    return found == 0 ? nil : Int(found & 0xFFFF_FFFF) - 1
  }

  /// Adds an index that is not there.
  mutating func add(_ hash: UInt64, _ index: Int) {
    if (count + 1) * 2 > places.count { grow(to: places.count * 2) }
    insert(hash & ~0xFFFF_FFFF | UInt64(index + 1))
    count += 1
  }

  /// Makes room for so many.
  mutating func reserve(_ count: Int) {
    var size = places.count
    while size < count * 2 { size *= 2 }
    if size > places.count { grow(to: size) }
  }

  private mutating func grow(to size: Int) {
    let former = places
    places = Array(repeating: 0, count: size)
    for value in former where value != 0 { insert(value) }
  }

  /// Forgets everything and keeps the room.
  mutating func removeAll() {
    guard count > 0 else { return }
    for place in places.indices { places[place] = 0 }
    count = 0
  }

  private mutating func insert(_ value: UInt64) {
    var place = Int(value >> 32) & (places.count - 1)
    while places[place] != 0 { place = (place + 1) & (places.count - 1) }
    places[place] = value
  }
}
