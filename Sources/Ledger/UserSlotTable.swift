/// The quarters of an hour in which users were active, while a transaction's records are added up.
///
/// Records are counted, not only requests: where as many were taken away as had been added in the
/// same transaction nothing has happened, and where more were, the records have to be asked.
struct UserSlotTable {
  /// A user's quarter of an hour.
  struct Entry {
    /// Quarters of an hour since 1970.
    let slot: Int64
    /// 0 for requests without a user.
    let user: Int64
    var records: Int64 = 0
    var requests: Int64 = 0
  }

  private(set) var entries: [Entry] = []
  private var finder: SlotFinder

  /// An empty table, with room for half as many entries before it grows; a power of two.
  init(room: Int = 1 << 10) { finder = SlotFinder(room: room) }

  /// How many there are.
  var count: Int { entries.count }

  /// Counts a record, or with -1 takes one away.
  mutating func add(records: Int64, requests: Int64, slot: Int64, user: Int64) {
    let index = place(slot, user)
    entries[index].records += records
    entries[index].requests += requests
  }

  /// Empties the table and keeps its room.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    finder.removeAll()
  }

  private mutating func place(_ slot: Int64, _ user: Int64) -> Int {
    let hash = SlotFinder.hash(slot, user, 0)
    var probe = finder.probe(hash)
    while let index = finder.next(&probe) {
      if entries[index].slot == slot, entries[index].user == user { return index }
    }
    entries.append(Entry(slot: slot, user: user))
    finder.add(hash, entries.count - 1)
    return entries.count - 1
  }
}

/// The active quarters of an hour of a user's day: a row of `user_days`.
struct UserDay {
  /// What the row is of.
  struct Key: Hashable {
    let day: Int64
    let user: Int64
  }

  let key: Key
  var requests: Int64 = 0
  var early: Int64 = 0
  var late: Int64 = 0

  /// Marks one of the day's 96 quarters.
  mutating func mark(_ place: Int64) {
    if place < 48 { early |= 1 << place } else { late |= 1 << (place - 48) }
  }

  /// The day and the quarter of it.
  static func place(ofSlot slot: Int64) -> (day: Int64, place: Int64) {
    let place = ((slot % 96) + 96) % 96
    return ((slot - place) / 96, place)
  }
}
